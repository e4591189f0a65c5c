import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { BatchCard } from './BatchCard.tsx';
import { Chooser } from './Chooser.tsx';
import { History } from './History.tsx';
import { isOpen, useBatches } from './use-batches.ts';
import { OF_INSTITUTION, OF_SCHOOL, WhoseProvider, type Whose } from './whose.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './passwords.module.css';

/** /batch-modify-password/index: new passwords for the students of some classes or of a list, and for new staff. */
export const PasswordsPage = () => <Passwords whose={OF_SCHOOL} title="passwords" about="about" />;

/** /teacher-manage/passwords: first passwords for all of an institution's new staff. */
export const FirstPasswordsPage = () => <Passwords whose={OF_INSTITUTION} title="firstPasswords" about="aboutStaff" />;

function Passwords({
  whose,
  ...texts
}: {
  whose: Whose;
  title: 'passwords' | 'firstPasswords';
  about: 'about' | 'aboutStaff';
}) {
  return (
    <WhoseProvider value={whose}>
      <Batches {...texts} />
    </WhoseProvider>
  );
}

/** What was begun is found again here. */
function Batches({ title, about }: { title: 'passwords' | 'firstPasswords'; about: 'about' | 'aboutStaff' }) {
  const { t } = useTranslation();
  const { data, isPending, isError, error, refetch, changed } = useBatches();
  const open = data?.items.filter(isOpen) ?? [];
  const busy = open.some(({ state }) => state === 'preparing' || state === 'ready');
  return (
    <div className={page.page}>
      <PageTitle title={t(`pages.titles.${title}`)} about={t(`passwords.${about}`)} />
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
            {!busy && <Chooser onStart={changed} />}
            <History batches={data?.items.filter((batch) => !isOpen(batch)) ?? []} />
          </>
        )}
      </div>
    </div>
  );
}
