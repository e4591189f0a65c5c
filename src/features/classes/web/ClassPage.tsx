import { AppstoreAddOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import { ClassBatchDialog } from './class-batch/ClassBatchDialog.tsx';

/** Classes of a school; adding many at once is their own. */
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
