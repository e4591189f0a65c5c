import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../../platform/session/web/current-user.ts';
import { HelpOffer } from '../own/HelpOffer.tsx';
import { useAct } from '../use-act.ts';
import { sendKept } from './send-kept.ts';
import { underWay } from './under-way.ts';
import styles from '../own/own.module.css';

/**
 * Sends what this person answered on this device and could not send before. Shown only while something is left; where
 * another device goes on with the sheet, sending needs the person's decision.
 */
export function UnsentNotice() {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const queries = useQueryClient();
  const { busy, run } = useAct();
  const key = ['unsent', user.user_id];
  const [offer, setOffer] = useState(false);
  const sending = (take: boolean) => underWay(sendKept({ userId: user.user_id, take, onOffer: () => setOffer(true) }));
  const { data: left = 0 } = useQuery({ queryKey: key, queryFn: () => sending(false), gcTime: 0 });
  const offered = <HelpOffer open={offer} onClose={() => setOffer(false)} />;
  if (left === 0) return offered;
  const send = () =>
    run(async () => {
      queries.setQueryData(key, await sending(true));
      await queries.invalidateQueries({ queryKey: ['my-exams'] });
    });
  return (
    <div className={styles.card} role="status">
      <p className={styles.words}>{t('mine.unsent', { count: left })}</p>
      <Button size="large" loading={busy} onClick={() => void send()}>
        {t('mine.send')}
      </Button>
      {offered}
    </div>
  );
}
