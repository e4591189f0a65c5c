import { useEffect, useState, type RefObject } from 'react';
import { useWidth } from '../../ui/web/use-width.ts';

/** `spec §9`, image resize. */
const SETTLED_MS = 500;

/** Width of an element in whole pixels, which follows a resize once that has ended. 0 until it is laid out. */
export function useSettledWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const [ref, width = 0] = useWidth<E>();
  const [settled, setSettled] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(width), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [width]);
  return [ref, settled === 0 ? width : settled];
}
