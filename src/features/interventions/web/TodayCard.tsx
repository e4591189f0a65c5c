import { useTranslation } from 'react-i18next';
import type { HomeCardProps } from '../../../platform/home/web/card.ts';
import { Figures } from '../../../platform/home/web/Figures.tsx';
import { TIME_ZONE as timeZone } from '../../../platform/schema/wall-clock.ts';
import styles from './today-card.module.css';

const timeText = new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
const CONSULTATIONS = '/intervention/consultation';
const FOLLOW_UPS = '/intervention/follow-up';

/** Consultations of today, those without a record, and follow-ups that are due, without names; each opens its list. */
export function TodayCard({ content: { figures = [], next } }: HomeCardProps) {
  const { t } = useTranslation();
  const looks = [
    { key: 'overdue', label: t('homeCards.today.overdue'), to: FOLLOW_UPS, urgent: true },
    { key: 'due', label: t('homeCards.today.due'), to: FOLLOW_UPS },
    { key: 'consultations', label: t('homeCards.today.consultations'), to: CONSULTATIONS },
    { key: 'unwritten', label: t('homeCards.today.unwritten'), to: CONSULTATIONS, urgent: true },
  ];
  const at = next && [timeText.format(new Date(next.at)), next.place].filter(Boolean).join(' · ');
  return (
    <>
      <Figures figures={figures} looks={looks} empty={t('homeCards.today.empty')} />
      {at !== undefined && <p className={styles.next}>{t('homeCards.today.next', { at })}</p>}
    </>
  );
}
