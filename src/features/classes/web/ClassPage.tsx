import { AppstoreAddOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import { ClassBatchDialog } from './class-batch/ClassBatchDialog.tsx';

/** /org-manage/class: the classes of a school, with batch creation. */
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
    />
  );
}
