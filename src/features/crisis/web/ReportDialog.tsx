import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newId } from '../../../platform/crud/web/new-id.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { openDrafts, type Draft } from '../../../platform/session/web/drafts.ts';
import type { ReportRequest } from './crisis-dialogs.ts';
import { DraftOffer } from './DraftOffer.tsx';
import { newReport, isStoredReport, type StoredReport } from './report-state.ts';
import { ReportFlow } from './ReportFlow.tsx';
import { crisisReport, verdict } from './texts.zh.ts';

provideTexts({ crisisReport, verdict });

/** The crisis report (`spec §2`, crisis report dialog). A user who may verify records the verdict in the same dialog. */
export function ReportDialog({ onClose, ...request }: ReportRequest & { onClose: () => void }) {
  // The id of a draft is also the idempotency key, so a resumed report is not created twice.
  const [current, setCurrent] = useState<{ id: string; value: StoredReport; resumed: boolean }>(() => ({
    id: newId(),
    value: newReport(request),
    resumed: false,
  }));
  // Without the draft key nothing is stored on the device; the report can still be sent.
  const { data: drafts } = useQuery({
    queryKey: ['drafts', 'report'],
    queryFn: () => openDrafts('report', isStoredReport),
    gcTime: 0,
    staleTime: Infinity,
    retry: true,
  });
  const [discarded, setDiscarded] = useState<readonly string[]>([]);
  const [stored, setStored] = useState<readonly Draft<StoredReport>[]>();
  if (drafts && stored === undefined) setStored(drafts.list());
  const offered = current.resumed
    ? []
    : (stored ?? []).filter(({ id }) => !discarded.includes(id) && id !== current.id);
  return (
    <ReportFlow
      key={current.id}
      id={current.id}
      initial={current.value}
      resumed={current.resumed}
      drafts={drafts}
      onClose={onClose}
      offer={
        <DraftOffer
          drafts={offered}
          nameOf={({ report }) => report.childName}
          onResume={({ id, value }) => setCurrent({ id, value, resumed: true })}
          onDrop={(id) => {
            drafts?.drop(id);
            setDiscarded((ids) => [...ids, id]);
          }}
        />
      }
    />
  );
}
