import { useTranslation } from 'react-i18next';
import type { HomeCardProps } from '../../../platform/home/web/card.ts';
import { Figures } from '../../../platform/home/web/Figures.tsx';

/** How many students have no comment of the year. */
export function MissingCard({ content: { figures = [] } }: HomeCardProps) {
  const { t } = useTranslation();
  const looks = [{ key: 'missing', label: t('homeCards.comments.missing'), to: '/student/comments' }];
  return <Figures figures={figures} looks={looks} empty={t('homeCards.comments.empty')} />;
}
