import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import { EnterDialog } from './EnterDialog.tsx';

/** An institution's schools; going into one is their own. */
export function SchoolsPage() {
  const { t } = useTranslation();
  return (
    <ResourcePage
      name="school"
      rowExtras={[
        {
          key: 'enter',
          label: t('pages.school.enter'),
          area: 'school-manage/enter',
          act: 'open',
          linked: true,
          Dialog: EnterDialog,
        },
      ]}
    />
  );
}
