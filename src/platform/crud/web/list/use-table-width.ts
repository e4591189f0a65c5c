import { useEffect, type RefObject } from 'react';
import { isRecord, persistentStorage, slot } from '../../../state/web/storage.ts';
import { useWidth } from '../../../ui/web/use-width.ts';

/** The last width of a table, and that of the window. */
interface Known {
  window: number;
  table: number;
}

const isKnown = (value: unknown): value is Known =>
  isRecord(value) && typeof value.window === 'number' && typeof value.table === 'number';
const known = slot(persistentStorage, 'xinyu.table-width', isKnown);

/** Tables of all lists have the same width in a window. */
const expected = (): number | undefined => {
  const last = known.get();
  return last?.window === window.innerWidth ? last.table : undefined;
};

/**
 * Width of a table in whole pixels. Before it is laid out this is the last one in a window of this width, so that the
 * table is rendered and laid out once; undefined where there is none.
 */
export function useTableWidth(): [RefObject<HTMLDivElement | null>, number | undefined] {
  const [ref, width] = useWidth<HTMLDivElement>(expected());
  useEffect(() => {
    if (width !== undefined && width > 0 && width !== expected())
      known.set({ window: window.innerWidth, table: width });
  }, [width]);
  return [ref, width];
}
