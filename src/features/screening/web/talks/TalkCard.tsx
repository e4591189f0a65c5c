import { MessageOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { useService } from '../../../../platform/session/web/service.ts';
import { talks as endpoint } from '../../contract/own.ts';
import { talks } from '../texts.zh.ts';
import styles from './talks.module.css';

provideTexts({ talks });

/** On the home page: how many requests for a talk wait. */
export function TalkCard() {
  const { t } = useTranslation();
  const expired = useService()?.stage === 'expired';
  const may = useMay('screening/talk', 'open') && !expired;
  const { data } = useQuery({
    queryKey: ['talks', 'waiting'],
    queryFn: ({ signal }) => call(endpoint, { query: { status: '1', size: 1 } }, { signal, quiet: true }),
    enabled: may,
  });
  if (!may || !data?.waiting) return null;
  return (
    <p className={styles.homeCard}>
      <MessageOutlined aria-hidden />
      {t('talks.card', { count: data.waiting })}
      <Link to="/talks?status=1">{t('talks.open')}</Link>
    </p>
  );
}
