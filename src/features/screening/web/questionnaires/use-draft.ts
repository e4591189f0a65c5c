import { useEffect, useRef, useState } from 'react';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import { ApiError } from '../../../../platform/http/web/api-error.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { failureOf, isCancelled } from '../../../../platform/ui/web/failure.ts';
import { useUnloadGuard } from '../../../../platform/ui/web/leaving.ts';
import { useStable } from '../../../../platform/ui/web/use-stable.ts';
import { saveQuestionnaire, type questionnaire } from '../../contract/questionnaires.ts';
import type { Draft } from '../../rules/questionnaires/draft-schema.ts';

export type Loaded = DataOf<typeof questionnaire>;

/** Milliseconds after the last change until it is saved. */
const SAVE_AFTER_MS = 800;

export interface DraftState {
  draft: Draft;
  change: (next: Draft) => void;
  findings: Loaded['findings'];
  /** Whether the draft differs from what is published. */
  changed: boolean;
  status: 'saved' | 'saving' | 'failed';
  failure: string | undefined;
  /** Someone else has changed it: saving again cannot help. */
  outdated: boolean;
  /** Saves what waits. @returns the revision that is stored; undefined where it failed */
  flush: () => Promise<number | undefined>;
}

/** A draft that saves itself after every change, one call at a time. */
export function useDraft(loaded: Loaded): DraftState {
  const [draft, setDraft] = useState(loaded.draft);
  const [findings, setFindings] = useState(loaded.findings);
  const [changed, setChanged] = useState(loaded.state !== 'published');
  const [status, setStatus] = useState<DraftState['status']>('saved');
  const [failure, setFailure] = useState<{ text: string; outdated: boolean }>();
  const stored = useRef({ draft: loaded.draft, revision: loaded.revision });
  const latest = useRef(draft);
  const turn = useRef<Promise<unknown>>(Promise.resolve());

  const save = useStable(async (): Promise<number | undefined> => {
    const sent = latest.current;
    if (sent === stored.current.draft) return stored.current.revision;
    setStatus('saving');
    try {
      const body = { revision: stored.current.revision, draft: sent };
      const params = { scale_id: loaded.scale_id };
      const answer = await call(saveQuestionnaire, { params, body }, { quiet: true });
      stored.current = { draft: sent, revision: answer.revision };
      setFindings(answer.findings);
      setFailure(undefined);
      setStatus(latest.current === sent ? 'saved' : 'saving');
      return answer.revision;
    } catch (error) {
      const { message, details } = failureOf(error);
      const outdated = error instanceof ApiError && error.status === 409;
      if (!isCancelled(error)) setFailure({ text: details[0]?.message ?? message, outdated });
      setStatus('failed');
      return undefined;
    }
  });
  const flush = useStable(() => {
    const mine = turn.current.then(save, save);
    turn.current = mine;
    return mine;
  });
  useEffect(() => {
    if (draft === stored.current.draft) return;
    const timer = setTimeout(() => void flush(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, flush]);
  // Leaving the page sends what waits; closing the tab asks.
  useEffect(() => () => void flush(), [flush]);
  useUnloadGuard(() => latest.current !== stored.current.draft);
  return {
    draft,
    change(next) {
      latest.current = next;
      setDraft(next);
      setChanged(true);
      setStatus('saving');
    },
    findings,
    changed,
    status,
    failure: failure?.text,
    outdated: failure?.outdated ?? false,
    flush,
  };
}
