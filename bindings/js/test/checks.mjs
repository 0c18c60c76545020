// Runs under node and in a browser against the installed package. Returns what went wrong.
import { Session, TesujiError, analyze, board, games, solve, verify } from 'tesuji';

const position = '44444432213233151567';

export async function run() {
  const wrong = [];
  const expect = (what, condition) => {
    if (!condition) wrong.push(what);
  };
  const errorOf = async (promise) => promise.then(() => undefined, (error) => error);

  expect('all games', (await games()).map(({ game }) => game).join() === 'chess,connect4,go,othello,shogi');
  const report = await solve('connect4', { position });
  expect('a solved position', report.verdict === 'loss in 11' && report.proved === true);
  expect('legal moves', (await board('chess', { moves: ['e2e4'] })).moves.length === 20);

  const another = new Session();
  const depths = [];
  for await (const each of analyze('chess', { depth: 4, hash: '4M' })) depths.push(each.depth);
  expect('reports as they come', depths.length >= 4 && depths.at(-1) === 4);

  const { format, records } = await another.read('chess', '1. e4 e5 *');
  expect('a record that is read', format === 'PGN' && records[0].nodes.map(({ move }) => move).join() === ',e2e4,e7e5');
  expect('and written', /1\. e4 e5/.test(await another.write('chess', 'PGN', records[0])));
  expect('a certificate that is none', (await verify('nothing')).holds === false);

  const error = await errorOf(solve('tiddlywinks'));
  expect('errors of the engine', error instanceof TesujiError && error.message.includes("unknown game 'tiddlywinks'"));

  const session = new Session();
  for await (const each of session.analyze('chess', { time: '10h', hash: '4M' })) {
    expect('a first report', each.best.length > 0);
    break;
  }
  expect('a session after a stopped search', (await session.solve('connect4', { position })).score === report.score);

  const controller = new AbortController();
  const aborted = errorOf(
    (async () => {
      for await (const _ of session.analyze('chess', { time: '10h', hash: '4M', signal: controller.signal })) controller.abort(new Error('enough'));
    })(),
  );
  expect('a signal stops a search', (await aborted)?.message === 'enough');

  const both = await Promise.all([session.solve('connect4', { position }), session.solve('connect4', { position: position + '1' })]);
  expect('searches wait for one another', both.every(({ proved }) => proved) && both[1].position === position + '1');
  await session.close();
  await another.close();
  return wrong;
}
