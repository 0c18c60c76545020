// The shown position as the engine sees it: its notation, whose turn it is, which moves there are, how it ended.
import { useEffect, useState } from 'preact/hooks';
import { type Backend, EngineError } from '../engine/backend';
import type { BoardReport, GameName } from '../engine/types';
import { type Line, shown } from './line';

export interface Standing {
  board?: BoardReport; // of the shown position, or of the one before it until the engine has answered
  current: boolean; // it is of the shown position
}

// `onError` hears why the engine does not take the position.
export function useStanding(backend: Backend, game: GameName, line: Line, onError: (problem: EngineError) => void): Standing {
  const [known, setKnown] = useState<{ game: GameName; key: string; board: BoardReport }>();
  const key = JSON.stringify([game, line.start, shown(line)]);
  useEffect(() => {
    let wanted = true;
    backend.board(game, line.start, shown(line)).then(
      (board) => wanted && setKnown({ game, key, board }),
      (problem: unknown) => wanted && problem instanceof EngineError && onError(problem),
    );
    return () => {
      wanted = false;
    };
  }, [key, backend]);
  return { board: known?.game === game ? known.board : undefined, current: known?.key === key };
}
