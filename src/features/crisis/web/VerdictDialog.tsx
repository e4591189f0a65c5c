import { useQuery } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import { isProtected } from '../../../platform/access/secondary.ts';
import { newId } from '../../../platform/crud/web/new-id.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useRoleFacts } from '../../../platform/refine/web/use-may.ts';
import { openDrafts, type Draft } from '../../../platform/session/web/drafts.ts';
import { isVerified, verification } from '../../../platform/session/web/secondary.ts';
import { useStore } from '../../../platform/state/web/store.ts';
import { useStable } from '../../../platform/ui/web/use-stable.ts';
import { warnDetail } from '../contract/warnings.ts';
import { WARN_SOURCE, pageOfSource } from '../rules/crisis.ts';
import { verdictMode } from '../rules/warning-verification.ts';
import type { VerdictRequest } from './crisis-dialogs.ts';
import { DraftOffer } from './DraftOffer.tsx';
import { isStoredDecision, type StoredDecision } from './report-state.ts';
import { crisisReport, verdict } from './texts.zh.ts';
import { useChild } from './use-child.ts';
import { VerdictFlow } from './VerdictFlow.tsx';
import { VerdictView } from './VerdictView.tsx';

provideTexts({ crisisReport, verdict });

/** The pages that list warnings; the page of this warning is unknown until it is loaded. */
const WARNING_PAGES = Object.values(WARN_SOURCE).map(pageOfSource);

/**
 * Verifies a warning, changes the user's own verdict, or shows the verdict of another user (`spec §2`, warning
 * verification dialog).
 */
export function VerdictDialog({ warnId, onDone, onClose }: VerdictRequest & { onClose: () => void }) {
  const facts = useRoleFacts();
  // The server may revoke the second-step verification while the dialog is open.
  useStore(verification);
  const [, rerender] = useReducer((n: number) => n + 1, 0);
  const locked = WARNING_PAGES.some((page) => isProtected(facts.protected, page)) && !isVerified();
  const [notice, setNotice] = useState<string>();
  const [current, setCurrent] = useState<{ id: string; draft?: StoredDecision }>(() => ({ id: newId() }));
  const [discarded, setDiscarded] = useState<readonly string[]>([]);
  const {
    data: warn,
    error,
    refetch,
  } = useQuery({
    queryKey: ['warn-detail', warnId],
    queryFn: ({ signal }) => call(warnDetail, { params: { id: warnId } }, { signal, quiet: true }),
    enabled: !locked,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const { data: base, refetch: lookUp } = useChild(warn?.child_id);
  const { data: drafts } = useQuery({
    queryKey: ['drafts', 'verdict'],
    queryFn: () => openDrafts('verdict', isStoredDecision),
    gcTime: 0,
    staleTime: Infinity,
    retry: true,
  });
  const [stored, setStored] = useState<readonly Draft<StoredDecision>[]>();
  if (drafts && stored === undefined) setStored(drafts.list().filter(({ value }) => value.warnId === warnId));
  const reload = useStable(async (message?: string) => {
    setNotice(message);
    await Promise.all([refetch(), lookUp()]);
  });

  const mode = warn ? verdictMode(warn) : 'read';
  if (!warn || mode === 'read')
    return (
      <VerdictView
        locked={locked}
        onVerified={rerender}
        warn={warn}
        currentLevel={base?.crisis_level}
        error={error}
        notice={notice}
        onRetry={() => void reload()}
        onClose={onClose}
      />
    );
  const offered = current.draft ? [] : (stored ?? []).filter(({ id }) => !discarded.includes(id));
  return (
    <VerdictFlow
      key={`${mode} ${current.id}`}
      id={current.id}
      warn={warn}
      currentLevel={base?.crisis_level}
      mode={mode}
      resumed={current.draft}
      drafts={drafts}
      notice={notice}
      onConflict={reload}
      onClose={onClose}
      onDone={onDone}
      offer={
        <DraftOffer
          drafts={offered}
          nameOf={() => warn.child_name}
          onResume={({ id, value }) => setCurrent({ id, draft: value })}
          onDrop={(id) => {
            drafts?.drop(id);
            setDiscarded((ids) => [...ids, id]);
          }}
        />
      }
    />
  );
}
