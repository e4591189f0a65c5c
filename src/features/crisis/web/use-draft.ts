import { useEffect, useRef } from 'react';
import type { Drafts } from '../../../platform/session/web/drafts.ts';
import { useStable } from '../../../platform/ui/web/use-stable.ts';

/** Milliseconds between the last change and the save. A draft is also saved before sending and when the page is hidden. */
const PAUSE_MS = 400;

/** Stores a form as an encrypted draft on the device while it has unsaved changes. */
export function useDraft<T>(drafts: Drafts<T> | undefined, id: string, value: T, isDirty: boolean) {
  const removed = useRef(false);
  const save = useStable((next: T = value) => {
    if (isDirty && !removed.current) drafts?.keep(id, next);
  });
  const serialized = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(save, PAUSE_MS);
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') save();
    };
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', saveWhenHidden);
    };
  }, [serialized, drafts, save]);
  return {
    save,
    /** Deletes the draft after it was sent or discarded, and stops saving. */
    remove: useStable(() => {
      removed.current = true;
      drafts?.drop(id);
    }),
  };
}
