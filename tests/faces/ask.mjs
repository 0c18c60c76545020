// Asks the npm package: [{task, game, request}, …] on standard input, a JSON line for each on standard output.
// usage: node ask.mjs FOLDER   (with the package)
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { Session } = await import(pathToFileURL(join(resolve(process.argv[2]), 'index.js')));
for (const { task, game, request } of JSON.parse(readFileSync(0, 'utf8'))) {
  const session = new Session(); // a new one each time: an engine that has searched before needs fewer nodes
  let answer;
  try {
    if (task === 'solve') answer = await session.solve(game, request);
    else for await (const report of session.analyze(game, request)) answer = report;
  } catch (error) {
    answer = { error: error.message };
  }
  console.log(JSON.stringify(answer));
  session.close();
}
