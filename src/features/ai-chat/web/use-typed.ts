import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { openDrafts } from '../../../platform/session/web/drafts.ts';

/** Milliseconds between the last key and the save. */
const PAUSE_MS = 400;
const draftOf = (conversationId: string | undefined): string => `ai-${conversationId ?? 'new'}`;
const isText = (value: unknown): value is string => typeof value === 'string';

/** What is typed in a conversation and not sent, kept encrypted on the device until it is sent or the session ends. */
export function useTyped(conversationId: string | undefined) {
  const id = draftOf(conversationId);
  const [typed, setTyped] = useState<{ id: string; text: string }>();
  // Without the key nothing is kept; typing goes on.
  const { data: drafts } = useQuery({
    queryKey: ['drafts', 'ai-chat'],
    queryFn: () => openDrafts('ai-chat', isText),
    gcTime: 0,
    staleTime: Infinity,
    retry: true,
  });
  const kept = drafts?.list().find((draft) => draft.id === id)?.value;
  const text = typed?.id === id ? typed.text : (kept ?? '');
  useEffect(() => {
    if (typed === undefined || drafts === undefined) return undefined;
    const save = () => (typed.text.trim() === '' ? drafts.drop(typed.id) : drafts.keep(typed.id, typed.text));
    const timer = setTimeout(save, PAUSE_MS);
    window.addEventListener('pagehide', save);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [typed, drafts]);
  /** @param of Another conversation than the shown one: that of a refused question, which it had opened */
  const type = (next: string, of = conversationId) => setTyped({ id: draftOf(of), text: next });
  return { text, type };
}
