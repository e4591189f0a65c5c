import { AppstoreAddOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import { lazyPage } from '../../../platform/pages/web/lazy-page.ts';
import { ClassBatchDialog } from './class-batch/ClassBatchDialog.tsx';

const ClassTeachersDialog = lazyPage(
  async () => (await import('../../organisation/web/ClassTeachersDialog.tsx')).ClassTeachersDialog,
);

/** Classes of a school; adding many at once and who is in charge of one are their own. */
export function ClassPage() {
  const { t } = useTranslation();
  return (
    <ResourcePage
      name="class"
      extras={[
        {
          act: 'batch-create',
          label: t('crud.classBatch.act'),
          icon: <AppstoreAddOutlined aria-hidden />,
          Dialog: ClassBatchDialog,
        },
      ]}
      rowExtras={[
        {
          key: 'teachers',
          label: t('structure.classTeachers'),
          area: 'org-manage/structure',
          act: 'update',
          linked: true,
          Dialog: ClassTeachersDialog,
        },
      ]}
    />
  );
}
