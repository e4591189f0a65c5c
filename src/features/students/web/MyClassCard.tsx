import { useTranslation } from 'react-i18next';
import type { HomeCardProps } from '../../../platform/home/web/card.ts';
import { Figures } from '../../../platform/home/web/Figures.tsx';

const STUDENTS = '/org-manage/student';

/** The class teacher's students, and what is still missing of them. */
export function MyClassCard({ content: { figures = [] } }: HomeCardProps) {
  const { t } = useTranslation();
  const looks = (['students', 'consents', 'accounts'] as const).map((key) => ({
    key,
    label: t(`homeCards.myClass.${key}`),
    to: STUDENTS,
  }));
  return <Figures figures={figures} looks={looks} empty={t('homeCards.myClass.empty')} />;
}
