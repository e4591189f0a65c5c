import { Segmented } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { CONSULTATION } from '../rules/consultation.ts';
import { GuardiansSee } from './GuardiansSee.tsx';
import { RecordPage } from './RecordPage.tsx';

const CancelDialog = lazyPage(async () => (await import('./EndDialogs.tsx')).CancelDialog);
const CalendarPage = lazyPage(async () => (await import('./calendar/CalendarPage.tsx')).CalendarPage);
const AbsentDialog = lazyPage(async () => (await import('./EndDialogs.tsx')).AbsentDialog);

const VIEWS = ['consultations', 'calendar', 'slots', 'closures'] as const;
type View = (typeof VIEWS)[number];
const isView = (text: string | null): text is View => VIEWS.some((view) => view === text);

const isBooked = (row: Row) => row['status'] === CONSULTATION.booked;
const isPast = (row: Row) => Date.parse(String(row['start_at'])) <= Date.now();

/** /intervention/consultation: appointments with counsellors and their records, bookable hours, and closed days. */
export function ConsultationPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const requestedView = search.get('view');
  const view: View = isView(requestedView) ? requestedView : 'consultations';
  const title = t('page.consultation.title');
  const acts = (
    <Segmented<View>
      aria-label={t('records.view')}
      value={view}
      onChange={(next) => setSearch(next === 'consultations' ? {} : { view: next })}
      options={VIEWS.map((value) => ({ value, label: t(`records.${value}`) }))}
    />
  );
  if (view === 'calendar')
    return (
      <Suspense>
        <CalendarPage acts={acts} />
      </Suspense>
    );
  if (view === 'slots')
    return (
      <ResourcePage
        key={view}
        name="consulting-slot"
        title={title}
        acts={
          <>
            {acts}
            <GuardiansSee />
          </>
        }
      />
    );
  if (view === 'closures') return <ResourcePage key={view} name="consulting-closure" title={title} acts={acts} />;
  return (
    <RecordPage
      key={view}
      name="consultation"
      page="consultation"
      acts={acts}
      rowExtras={[
        {
          key: 'cancel',
          label: t('records.cancel'),
          act: 'update',
          danger: true,
          appliesTo: (row) => isBooked(row) && !isPast(row),
          Dialog: CancelDialog,
        },
        {
          key: 'absent',
          label: t('records.absent'),
          act: 'update',
          appliesTo: (row) => isBooked(row) && isPast(row),
          Dialog: AbsentDialog,
        },
      ]}
    />
  );
}
