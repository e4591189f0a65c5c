import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../crud/ResourcePage.tsx';
import { MakeCurrentDialog } from './MakeCurrentDialog.tsx';
import { RollOverDialog } from './RollOverDialog.tsx';

/** Academic years; making one current and moving the school up into one are their own. */
export function YearPage() {
  const { t } = useTranslation();
  return (
    <ResourcePage
      name="year" title={t('pages.titles.year')}
      rowExtras={[
        { key: 'roll-over', label: t('pages.year.rollOver'), act: 'roll-over', when: (row) => row['is_current'] !== true && row['rolled_at'] === undefined, Dialog: RollOverDialog },
        { key: 'current', label: t('pages.year.makeCurrent'), act: 'update', when: (row) => row['is_current'] !== true, Dialog: MakeCurrentDialog },
      ]}
    />
  );
}
