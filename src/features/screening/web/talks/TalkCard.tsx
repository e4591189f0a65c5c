import { useTranslation } from 'react-i18next';
import type { HomeCardProps } from '../../../../platform/home/web/card.ts';
import { Figures } from '../../../../platform/home/web/Figures.tsx';

/** How many requests for a talk wait. */
export function TalkCard({ content: { figures = [] } }: HomeCardProps) {
  const { t } = useTranslation();
  const looks = [{ key: 'waiting', label: t('homeCards.talks.waiting'), to: '/talks', urgent: true }];
  return <Figures figures={figures} looks={looks} empty={t('homeCards.talks.empty')} />;
}
