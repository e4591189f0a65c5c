import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newId } from '../../../platform/crud/web/new-id.ts';
import { provideTexts } from '../../../platform/i18n/web/later.ts';
import { openDrafts, type Draft } from '../../../platform/session/web/drafts.ts';
import type { ReportAsked } from './crisis-dialogs.ts';
import { KeptOffer } from './KeptOffer.tsx';
import { begunReport, isKeptReport, type KeptReport } from './report-state.ts';
import { ReportFlow } from './ReportFlow.tsx';
import { crisisReport, verdict } from './texts/zh/crisis-report.ts';

provideTexts({ crisisReport, verdict });

/**
 * Reports a worry about a student (`spec §2`, crisis report dialog); whoever may verify decides on it in the same way
 * through.
 */
export function ReportDialog({ onClose, ...asked }: ReportAsked & { onClose: () => void }) {
  // Its id is the idempotency key as well, so that the same report is the same wherever it is gone on with.
  const [begun, setBegun] = useState<{ id: string; value: KeptReport; resumed: boolean }>(() => ({
    id: newId(),
    value: begunReport(asked),
    resumed: false,
  }));
  // Without the key nothing is kept; the report itself does not wait for it.
  const { data: drafts } = useQuery({
    queryKey: ['drafts', 'report'],
    queryFn: () => openDrafts('report', isKeptReport),
    gcTime: 0,
    staleTime: Infinity,
    retry: true,
  });
  const [answered, setAnswered] = useState<readonly string[]>([]);
  const [before, setBefore] = useState<readonly Draft<KeptReport>[]>();
  if (drafts && before === undefined) setBefore(drafts.list());
  const offered = begun.resumed ? [] : (before ?? []).filter(({ id }) => !answered.includes(id) && id !== begun.id);
  return (
    <ReportFlow
      key={begun.id}
      id={begun.id}
      initial={begun.value}
      resumed={begun.resumed}
      drafts={drafts}
      onClose={onClose}
      offer={
        <KeptOffer
          kept={offered}
          nameOf={({ report }) => report.childName}
          onResume={({ id, value }) => setBegun({ id, value, resumed: true })}
          onDrop={(id) => {
            drafts?.drop(id);
            setAnswered((now) => [...now, id]);
          }}
        />
      }
    />
  );
}
