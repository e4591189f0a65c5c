import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { BatchCard } from './BatchCard.tsx';
import { History } from './History.tsx';
import { INSTITUTION_CALLS, SCHOOL_CALLS, PasswordCallsProvider, type PasswordCalls } from './password-calls.ts';
import { ResetForm } from './ResetForm.tsx';
import { isOpen, useBatches } from './use-batches.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './passwords.module.css';

/** /batch-modify-password/index: new passwords for the students of some classes or of a list, and for new staff. */
export const PasswordsPage = () => <Passwords calls={SCHOOL_CALLS} title="passwords" about="about" />;

/** /teacher-manage/passwords: first passwords for all of an institution's new staff. */
export const FirstPasswordsPage = () => (
  <Passwords calls={INSTITUTION_CALLS} title="firstPasswords" about="aboutStaff" />
);

function Passwords({
  calls,
  ...texts
}: {
  calls: PasswordCalls;
  title: 'passwords' | 'firstPasswords';
  about: 'about' | 'aboutStaff';
}) {
  return (
    <PasswordCallsProvider value={calls}>
      <Batches {...texts} />
    </PasswordCallsProvider>
  );
}

/** The open batches, the form for a new one, and the finished batches. */
function Batches({ title, about }: { title: 'passwords' | 'firstPasswords'; about: 'about' | 'aboutStaff' }) {
  const { t } = useTranslation();
  const { data, isPending, isError, error, refetch, changed } = useBatches();
  const open = data?.items.filter(isOpen) ?? [];
  const busy = open.some(({ state }) => state === 'preparing' || state === 'ready');
  return (
    <div className={page.page}>
      <PageTitle title={t(`page.${title}.title`)} about={t(`passwords.${about}`)} />
      <div className={styles.column}>
        {isPending ? (
          <Skeleton active paragraph={{ rows: 6 }} />
        ) : isError && data === undefined ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            {open.map((batch) => (
              <BatchCard key={batch.batch_id} batch={batch} onChange={changed} />
            ))}
            {!busy && <ResetForm onStart={changed} />}
            <History batches={data?.items.filter((batch) => !isOpen(batch)) ?? []} />
          </>
        )}
      </div>
    </div>
  );
}
