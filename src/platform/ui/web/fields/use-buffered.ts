import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

const PAUSE_MS = 250;

/**
 * Buffers typed input and commits it after a pause, on blur and on Enter, so that a key renders the input and not the
 * whole form.
 */
export function useBuffered<T>(value: T, commit: (value: T) => void, onTouch?: () => void) {
  const [typed, setTyped] = useState(value);
  const handed = useRef(value);
  const pending = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(commit);

  useEffect(() => {
    latest.current = commit;
  });
  useEffect(() => {
    if (value === handed.current) return;
    clearTimeout(timer.current);
    pending.current = false;
    handed.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const flush = (next: T) => {
    clearTimeout(timer.current);
    if (!pending.current) return;
    pending.current = false;
    handed.current = next;
    latest.current(next);
  };
  return {
    typed,
    type: (next: T) => {
      setTyped(next);
      pending.current = true;
      onTouch?.();
      clearTimeout(timer.current);
      // Rendered before the next event: a form that is submitted right after it would lack the text.
      timer.current = setTimeout(() => flushSync(() => flush(next)), PAUSE_MS);
    },
    flush: () => flush(typed),
  };
}
