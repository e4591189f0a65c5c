import { SwapOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { useService } from '../../../platform/session/web/service.ts';
import { receivedList } from '../contract.ts';
import { transfers } from './texts.zh.ts';
import styles from './transfers.module.css';

provideTexts({ transfers });

/** On the home page: how many packages wait to be accepted. */
export function WaitingCard() {
  const { t } = useTranslation();
  const expired = useService()?.stage === 'expired';
  const may = useMay('transfer/receive', 'open') && !expired;
  const { data } = useQuery({
    queryKey: ['transfers', 'waiting'],
    queryFn: ({ signal }) => call(receivedList, { query: { size: 1 } }, { signal, quiet: true }),
    enabled: may,
  });
  if (!may || !data?.waiting) return null;
  return (
    <p className={styles.homeCard}>
      <SwapOutlined aria-hidden />
      {t('transfers.card', { count: data.waiting })}
      <Link to="/transfers">{t('transfers.open')}</Link>
    </p>
  );
}
