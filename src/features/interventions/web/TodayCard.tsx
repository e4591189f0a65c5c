import { CalendarOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { TIME_ZONE as timeZone } from '../../../platform/schema/sheet.ts';
import { useService } from '../../../platform/session/web/service.ts';
import { todayCounts } from '../contract/calendar.ts';
import { today as texts } from './texts.zh.ts';
import styles from './today-card.module.css';

provideTexts({ today: texts });

const timeText = new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });

/** On the home page: how many consultations and follow-ups the user has today, without names; each opens its list. */
export function TodayCard() {
  const { t } = useTranslation();
  const may = useMay('today', 'open');
  const expired = useService()?.stage === 'expired';
  const { data } = useQuery({
    queryKey: ['today-counts'],
    queryFn: ({ signal }) => call(todayCounts, {}, { signal, quiet: true }),
    enabled: may && !expired,
    retry: false,
  });
  if (!may || expired || data === undefined) return null;
  const { consultations, unwritten, next_at, next_place, follow_ups, overdue } = data;
  if (consultations + follow_ups + overdue === 0) return null;
  const next = next_at === undefined ? undefined : [timeText.format(new Date(next_at)), next_place];
  return (
    <div className={styles.card}>
      <CalendarOutlined aria-hidden />
      {consultations > 0 && (
        <Link to="/intervention/consultation?view=calendar&span=day">
          {t('today.consultations', { count: consultations })}
        </Link>
      )}
      {next && <span>{t('today.next', { at: next.filter(Boolean).join(' · ') })}</span>}
      {unwritten > 0 && <span>{t('today.unwritten', { count: unwritten })}</span>}
      {follow_ups > 0 && (
        <Link to="/intervention/follow-up?due_state=today">{t('today.followUps', { count: follow_ups })}</Link>
      )}
      {overdue > 0 && (
        <Link to="/intervention/follow-up?due_state=overdue">{t('today.overdue', { count: overdue })}</Link>
      )}
    </div>
  );
}
