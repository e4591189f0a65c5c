import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { rosterBox } from '../box-contract.ts';
import { BoxFile } from './BoxFile.tsx';
import { BoxForm } from './BoxForm.tsx';
import { BoxLatest } from './BoxLatest.tsx';
import { PROPOSALS_KEY } from './ProposalsCard.tsx';
import styles from './roster.module.css';

const BOX_KEY = ['roster', 'box'];
/** While the file is read or written. */
const LOOK_MS = 5000;

/** The roster that is put down and read at an hour. */
export function BoxCard() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const found = useQuery({
    queryKey: BOX_KEY,
    queryFn: ({ signal }) => call(rosterBox, {}, { signal, quiet: true }),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.latest?.state === 'reading' || data?.latest?.state === 'writing' ? LOOK_MS : false,
  });
  const changed = () => {
    void client.invalidateQueries({ queryKey: BOX_KEY });
    void client.invalidateQueries({ queryKey: PROPOSALS_KEY });
  };
  const box = found.data;
  return (
    <section className={styles.card} aria-labelledby="roster-box">
      <h2 id="roster-box" className={styles.title}>
        {t('roster.box.title')}
      </h2>
      <p className={styles.text}>{t('roster.box.text')}</p>
      {found.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {box === undefined && found.isError && <FailedState error={found.error} onRetry={() => void found.refetch()} />}
      {box && (
        <>
          <BoxForm key={`${box.hour ?? ''} ${box.writes}`} box={box} onSaved={changed} />
          {box.hour !== undefined && <BoxFile box={box} onChanged={changed} />}
          {box.latest && <BoxLatest latest={box.latest} hasFile={box.file !== undefined} onChanged={changed} />}
        </>
      )}
    </section>
  );
}
