import { useQuery } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import { isProtected } from '../../../platform/access/secondary.ts';
import { newId } from '../../../platform/crud/web/new-id.ts';
import { useStable } from '../../../platform/crud/web/use-stable.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/later.ts';
import { useRoleFacts } from '../../../platform/refine/web/use-may.ts';
import { openDrafts, type Draft } from '../../../platform/session/web/drafts.ts';
import { isVerified, verification } from '../../../platform/session/web/secondary.ts';
import { useStore } from '../../../platform/session/web/store.ts';
import { warnDetail } from '../contract/crisis.ts';
import { WARN_SOURCE, pageOfSource } from '../rules/crisis.ts';
import { verdictMode } from '../rules/warning-verification.ts';
import type { VerdictAsked } from './crisis-dialogs.ts';
import { KeptOffer } from './KeptOffer.tsx';
import { ReadVerdict } from './ReadVerdict.tsx';
import { isKeptDecision, type KeptDecision } from './report-state.ts';
import { crisisReport, verdict } from './texts/zh/crisis-report.ts';
import { useChild } from './use-child.ts';
import { VerdictFlow } from './VerdictFlow.tsx';

provideTexts({ crisisReport, verdict });

/** Where warnings stand; which of them this one stands on is not known before it is read. */
const PAGES = Object.values(WARN_SOURCE).map(pageOfSource);

/**
 * Verifies a warning, changes one's own verdict, or shows what somebody else decided (`spec §2`, warning verification
 * dialog).
 */
export function VerdictDialog({ warnId, onDone, onClose }: VerdictAsked & { onClose: () => void }) {
  const facts = useRoleFacts();
  // The server may take a proof back while the dialog is open.
  useStore(verification);
  const [, look] = useReducer((n: number) => n + 1, 0);
  const locked = PAGES.some((page) => isProtected(facts.protected, page)) && !isVerified();
  const [notice, setNotice] = useState<string>();
  const [begun, setBegun] = useState<{ id: string; kept?: KeptDecision }>(() => ({ id: newId() }));
  const [answered, setAnswered] = useState<readonly string[]>([]);
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
    queryFn: () => openDrafts('verdict', isKeptDecision),
    gcTime: 0,
    staleTime: Infinity,
    retry: true,
  });
  const [before, setBefore] = useState<readonly Draft<KeptDecision>[]>();
  if (drafts && before === undefined) setBefore(drafts.list().filter(({ value }) => value.warnId === warnId));
  const again = useStable(async (told?: string) => {
    setNotice(told);
    await Promise.all([refetch(), lookUp()]);
  });

  const mode = warn ? verdictMode(warn) : 'read';
  if (!warn || mode === 'read')
    return (
      <ReadVerdict
        locked={locked}
        onVerified={look}
        warn={warn}
        currentLevel={base?.crisis_level}
        error={error}
        notice={notice}
        onAgain={() => void again()}
        onClose={onClose}
      />
    );
  const offered = begun.kept ? [] : (before ?? []).filter(({ id }) => !answered.includes(id));
  return (
    <VerdictFlow
      key={`${mode} ${begun.id}`}
      id={begun.id}
      warn={warn}
      currentLevel={base?.crisis_level}
      mode={mode}
      resumed={begun.kept}
      drafts={drafts}
      notice={notice}
      onConflict={again}
      onClose={onClose}
      onDone={onDone}
      offer={
        <KeptOffer
          kept={offered}
          nameOf={() => warn.child_name}
          onResume={({ id, value }) => setBegun({ id, kept: value })}
          onDrop={(id) => {
            drafts?.drop(id);
            setAnswered((now) => [...now, id]);
          }}
        />
      }
    />
  );
}
