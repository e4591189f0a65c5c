import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../../platform/session/web/current-user.ts';
import { useAct } from '../use-act.ts';
import { sendKept } from './send-kept.ts';
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
  const { data: left = 0 } = useQuery({ queryKey: key, queryFn: () => sendKept(user.user_id, false), gcTime: 0 });
  if (left === 0) return null;
  const send = () =>
    run(async () => {
      queries.setQueryData(key, await sendKept(user.user_id, true));
      await queries.invalidateQueries({ queryKey: ['my-exams'] });
    });
  return (
    <div className={styles.card} role="status">
      <p className={styles.words}>{t('mine.unsent', { count: left })}</p>
      <Button size="large" loading={busy} onClick={() => void send()}>
        {t('mine.send')}
      </Button>
    </div>
  );
}
