import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import { EnterDialog } from './EnterDialog.tsx';

/** /school-manage/index: the schools of an institution, with the action to enter one. */
export function SchoolsPage() {
  const { t } = useTranslation();
  return (
    <ResourcePage
      name="school"
      rowExtras={[
        {
          key: 'enter',
          label: t('school.enter'),
          area: 'school-manage/enter',
          act: 'open',
          linked: true,
          Dialog: EnterDialog,
        },
      ]}
    />
  );
}
