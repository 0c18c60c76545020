// Boards of squares by the keyboard: the arrows move a cursor, Enter chooses the square under it, and a voice says what
// stands there.
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

const kSteps: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

interface Props {
  frame: RefObject<HTMLElement>; // what has the focus
  squares: string; // selector of the part of it that is divided into squares
  across: number;
  down: number;
  flipped: boolean;
  nameOf: (x: number, y: number) => string; // from the upper left, as the first side sees it
  standing: (name: string) => string; // what to say of a square
  onChoose: (name: string, shift: boolean) => void;
  onOther?: (key: string) => boolean; // another key; true = it meant something
}

export function useSquareCursor(props: Props): { attributes: { tabIndex: number; onKeyDown: (event: KeyboardEvent) => void; onBlur: () => void }; shown: ComponentChildren } {
  const { frame, squares, across, down, flipped, nameOf, standing, onChoose, onOther } = props;
  const [cursor, setCursor] = useState<readonly [number, number]>(); // as shown, from the upper left
  const [place, setPlace] = useState('');
  const name = cursor && (flipped ? nameOf(across - 1 - cursor[0], down - 1 - cursor[1]) : nameOf(cursor[0], cursor[1]));
  useLayoutEffect(() => {
    const board = frame.current?.querySelector(squares)?.getBoundingClientRect();
    const around = frame.current?.parentElement?.getBoundingClientRect();
    if (!cursor || !board || !around) return;
    const [width, height] = [board.width / across, board.height / down];
    setPlace(`left:${board.x - around.x + cursor[0] * width}px;top:${board.y - around.y + cursor[1] * height}px;width:${width}px;height:${height}px`);
  }, [cursor]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = kSteps[event.key];
    const within = (value: number, size: number) => Math.max(0, Math.min(size - 1, value));
    if (step) setCursor(cursor ? [within(cursor[0] + step[0], across), within(cursor[1] + step[1], down)] : [across >> 1, down >> 1]);
    else if ((event.key === 'Enter' || event.key === ' ') && name) onChoose(name, event.shiftKey);
    else if (!onOther?.(event.key)) return;
    event.preventDefault();
    event.stopPropagation(); // elsewhere the arrows step through the line
  };
  const shown = (
    <>
      {cursor && <div class="square-cursor" style={place} />}
      <span class="visually-hidden" aria-live="polite">{name && `${name}, ${standing(name)}`}</span>
    </>
  );
  return { attributes: { tabIndex: 0, onKeyDown, onBlur: () => setCursor(undefined) }, shown };
}
