import { type Backend, EngineError } from './backend';
import { EventParser } from './events';
import type { BoardReport, GameInfo, GameName, GameRecord, RecordText, SearchEvent, SearchRequest, Task, Verification } from './types';

export class ServerBackend implements Backend {
  readonly name = 'server';

  private constructor(readonly threads: number, readonly hash: number) {}

  // The server of this page, if there is one. A busy machine may take its time: the boards do not wait for it.
  static async find(): Promise<ServerBackend | undefined> {
    try {
      const response = await fetch('api/health', { signal: AbortSignal.timeout(20_000) });
      if (!response.ok) return undefined;
      const health = (await response.json()) as { limits: { threads: number; hash: number } };
      return new ServerBackend(health.limits.threads, Math.floor(health.limits.hash / 2 ** 20));
    } catch {
      return undefined;
    }
  }

  async games(): Promise<GameInfo[]> {
    const response = await fetch('api/games');
    return (await response.json()) as GameInfo[];
  }

  async board(game: GameName, position: string, moves: string[] = []): Promise<BoardReport> {
    const response = await post('api/board', { game, position, moves });
    return (await response.json()) as BoardReport;
  }

  async read(game: GameName, text: string): Promise<RecordText> {
    const response = await post('api/read', { game, text });
    return (await response.json()) as RecordText;
  }

  async write(game: GameName, format: string, record: GameRecord): Promise<string> {
    const response = await post('api/write', { game, format, record });
    return ((await response.json()) as { text: string }).text;
  }

  async verify(certificate: string): Promise<Verification> {
    const response = await post('api/verify', { certificate });
    return (await response.json()) as Verification;
  }

  async search(task: Task, request: SearchRequest, hear: (event: SearchEvent) => void, signal: AbortSignal): Promise<void> {
    try {
      const response = await post(`api/${task}`, request, signal);
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      const parser = new EventParser();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        for (const event of parser.push(value)) {
          const data = JSON.parse(event.data);
          if (event.name === 'error') throw new EngineError(data.error);
          if (event.name === 'queued') hear({ kind: 'queued', ahead: data.ahead });
          if (event.name === 'report') hear({ kind: 'report', report: data });
          if (event.name === 'table') hear({ kind: 'table', table: data });
          if (event.name === 'done') hear({ kind: 'done', report: data });
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
  }
}

async function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new EngineError('The server does not answer. Is it still running?');
  }
  if (!response.ok) {
    const answer = (await response.json().catch(() => ({}))) as { error?: string };
    throw new EngineError(answer.error ?? `The server answered with status ${response.status}.`);
  }
  return response;
}
