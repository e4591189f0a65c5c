import { AppstoreAddOutlined } from '@ant-design/icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { ClassBatchDialog } from './class-batch/ClassBatchDialog.tsx';

/** /org-manage/class: the classes of a school, with batch creation. */
export function ClassPage() {
  const { t } = useTranslation();
  const deletion = useMemo(
    () => ({
      refusal: (rows: readonly Row[]) => {
        const held = rows.filter((row) => Number(row['student_count'] ?? 0) > 0);
        if (held.length === 0) return undefined;
        return t('crud.classBatch.held', {
          classes: held
            .map((row) => t('crud.classBatch.heldOne', { name: row['class_name'], count: row['student_count'] }))
            .join('、'),
        });
      },
    }),
    [t],
  );
  return (
    <ResourcePage
      name="class"
      deletion={deletion}
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
