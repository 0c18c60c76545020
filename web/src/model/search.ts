// One search at a time, as the page sees it: running or not, the last report, the samples of its table.
import { useCallback, useRef, useState } from 'preact/hooks';
import type { Backend } from '../engine/backend';
import type { Report, SearchRequest, Task } from '../engine/types';
import { Samples } from './samples';

export interface SearchState {
  running: boolean;
  ahead: number; // in the server's line
  report?: Report;
  task?: Task;
  of?: string; // which position the report is of
  error?: string;
}

export interface Search extends SearchState {
  samples: Samples;
  // Resolves with the last report, or with undefined when it was stopped or failed.
  start(task: Task, request: SearchRequest, of: string): Promise<Report | undefined>;
  stop(): void;
  clear(): void;
}

export function useSearch(backend: Backend | undefined): Search {
  const [state, setState] = useState<SearchState>({ running: false, ahead: 0 });
  const samples = useRef(new Samples());
  const controller = useRef<AbortController>();
  // A search belongs to the engines it was started on. In an effect this would come after those of the views, and
  // stop what they had just begun.
  const belongsTo = useRef(backend);
  if (belongsTo.current !== backend) {
    if (belongsTo.current?.name !== 'none') controller.current?.abort(); // begun before they were found, it goes on
    belongsTo.current = backend;
  }

  const stop = useCallback(() => {
    controller.current?.abort();
    controller.current = undefined;
    setState((now) => (now.running ? { ...now, running: false, ahead: 0 } : now));
  }, []);

  const start = useCallback(
    async (task: Task, request: SearchRequest, of: string): Promise<Report | undefined> => {
      controller.current?.abort();
      if (!backend) return undefined;
      const mine = new AbortController();
      controller.current = mine;
      samples.current = new Samples();
      setState({ running: true, ahead: 0, task, of });
      let last: Report | undefined;
      let done = false;
      try {
        await backend.search(
          task,
          request,
          (event) => {
            if (mine.signal.aborted) return;
            if (event.kind === 'queued') return setState((now) => ({ ...now, ahead: event.ahead }));
            if (event.kind === 'table') {
              samples.current.add(event.table, undefined, performance.now());
              return setState((now) => ({ ...now }));
            }
            last = event.report;
            done = event.kind === 'done';
            samples.current.add(event.report.table, event.report, performance.now());
            setState((now) => ({ ...now, ahead: 0, report: event.report }));
          },
          mine.signal,
        );
        if (!mine.signal.aborted) setState((now) => ({ ...now, running: false }));
      } catch (error) {
        if (!mine.signal.aborted) {
          setState((now) => ({ ...now, running: false, error: error instanceof Error ? error.message : String(error) }));
        }
      }
      return done && !mine.signal.aborted ? last : undefined;
    },
    [backend],
  );

  const clear = useCallback(() => {
    stop();
    setState({ running: false, ahead: 0 });
  }, [stop]);

  return { ...state, samples: samples.current, start, stop, clear };
}
