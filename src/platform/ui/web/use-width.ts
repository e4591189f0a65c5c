import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/**
 * Width of an element in whole pixels.
 *
 * @param expected Until it is laid out; undefined by default
 */
export function useWidth<E extends HTMLElement>(expected?: number): [RefObject<E | null>, number | undefined] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(expected);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
