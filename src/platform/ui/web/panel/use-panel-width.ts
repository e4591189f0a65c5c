import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { persistentStorage, slot } from '../../../state/web/storage.ts';

/** In pixels; the maximum is that of `spec §9`. */
export const PANEL_MIN = 240;
export const PANEL_MAX = 500;
const STEP = 16;

const within = (width: number): number => Math.round(Math.min(PANEL_MAX, Math.max(PANEL_MIN, width)));
const isWidth = (value: unknown): value is number => typeof value === 'number' && within(value) === value;

/** Pointer and keyboard of a separator, and the width that it sets. */
export interface PanelWidth {
  width: number;
  separator: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
    onDoubleClick: () => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
}

/**
 * Width of a panel that people drag, stored on this device under its name.
 *
 * @param edge Edge of the panel at which the separator is: to the right it widens a panel by its `end`
 */
export function usePanelWidth(name: string, initial: number, edge: 'start' | 'end'): PanelWidth {
  const [kept] = useState(() => slot(persistentStorage, `xinyu.panel.${name}`, isWidth));
  const [width, setWidth] = useState(() => kept.get() ?? within(initial));
  const drag = useRef<{ x: number; width: number }>(undefined);
  const sign = edge === 'end' ? 1 : -1;
  const put = (next: number) => {
    kept.set(within(next));
    setWidth(within(next));
  };
  const end = () => {
    drag.current = undefined;
  };
  const keys: Readonly<Record<string, number>> = {
    ArrowRight: width + sign * STEP,
    ArrowLeft: width - sign * STEP,
    Home: PANEL_MIN,
    End: PANEL_MAX,
  };
  return {
    width,
    separator: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, width };
      },
      onPointerMove(event) {
        const { current } = drag;
        if (current !== undefined) put(current.width + sign * (event.clientX - current.x));
      },
      onPointerUp: end,
      onPointerCancel: end,
      onDoubleClick: () => put(initial),
      onKeyDown(event) {
        const next = keys[event.key];
        if (next === undefined) return;
        event.preventDefault();
        put(next);
      },
    },
  };
}
