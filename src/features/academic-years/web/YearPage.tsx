import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import { MakeCurrentDialog } from './MakeCurrentDialog.tsx';
import { RollOverDialog } from './RollOverDialog.tsx';

/** /academic-year-setting/index: academic years; one can be made current, and the school can be moved up into one. */
export function YearPage() {
  const { t } = useTranslation();
  return (
    <ResourcePage
      name="year"
      title={t('page.year.title')}
      rowExtras={[
        {
          key: 'roll-over',
          label: t('year.rollOver'),
          act: 'roll-over',
          appliesTo: (row) => row['can_roll_over'] === true,
          linked: true,
          Dialog: RollOverDialog,
        },
        {
          key: 'current',
          label: t('year.makeCurrent'),
          act: 'update',
          appliesTo: (row) => row['is_current'] !== true,
          linked: true,
          Dialog: MakeCurrentDialog,
        },
      ]}
    />
  );
}
