import { useEffect, useRef, useState } from 'react';
import { useUnsaved } from '../../../platform/crud/web/form/use-leave-guard.tsx';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useUnloadGuard } from '../../../platform/ui/web/leaving.ts';
import { useStable } from '../../../platform/ui/web/use-stable.ts';
import { classComments, keepDraft, type RowOfClass } from '../contract.ts';

/** Milliseconds between the last change and the save. */
const PAUSE_MS = 800;

/** `stale`: another window has saved a newer draft. */
export type DraftState = 'none' | 'saving' | 'saved' | 'failed' | 'stale';

/**
 * Keeps the text of a row as a draft on the server: after a pause and on leaving the field. One save runs at a time,
 * and the latest text is saved last. The browser asks before a page with unsaved text is closed, and the portal before
 * text that could not be saved is left.
 */
export function useCommentDraft({ child_id: id, draft = '', draft_at }: RowOfClass, year: string) {
  const [text, setText] = useState(draft);
  const [state, setState] = useState<DraftState>(draft === '' ? 'none' : 'saved');
  const kept = useRef(draft);
  const seen = useRef(draft_at);
  const running = useRef<Promise<void>>(undefined);
  const latest = useRef(draft);
  const keep = async () => {
    while (kept.current !== latest.current) {
      const content = latest.current;
      setState('saving');
      try {
        const body = { content, ...(seen.current !== undefined && { draft_at: seen.current }) };
        seen.current = (await call(keepDraft, { params: { id, year }, body }, { quiet: true })).draft_at;
      } catch (error) {
        setState(error instanceof ApiError && error.status === 409 ? 'stale' : 'failed');
        return;
      }
      kept.current = content;
      setState(content === '' ? 'none' : 'saved');
    }
  };
  const save = useStable(async () => {
    running.current ??= keep().finally(() => {
      running.current = undefined;
    });
    await running.current;
  });
  useEffect(() => {
    const timer = setTimeout(() => void save(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, save]);
  useUnloadGuard(() => kept.current !== latest.current);
  useUnsaved(state === 'failed' || state === 'stale');
  // What was typed just before the page is left is still sent.
  useEffect(() => () => void save(), [save]);
  const change = (next: string) => {
    latest.current = next;
    setText(next);
  };
  /** Replaces the text by the newer draft, and returns that. */
  const load = async () => {
    const { items } = await call(classComments, { query: {} });
    const newer = items.find(({ child_id }) => child_id === id);
    const content = newer?.draft ?? '';
    seen.current = newer?.draft_at;
    kept.current = content;
    change(content);
    setState(content === '' ? 'none' : 'saved');
    return content;
  };
  return { text, change, state, save, load };
}
