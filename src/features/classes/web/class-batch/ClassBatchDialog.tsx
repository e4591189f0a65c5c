import { Skeleton } from 'antd';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DialogProps } from '../../../../platform/crud/web/extra.ts';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { lazyPage } from '../../../../platform/ui/web/lazy-page.ts';

const ClassBatchForm = lazyPage(() => import('./ClassBatchForm.tsx').then((m) => m.ClassBatchForm));

/** Creates the classes of a grade in one batch. */
export function ClassBatchDialog({ entity, open, onClose }: DialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const [{ count, busy }, setState] = useState({ count: 0, busy: false });
  return (
    <Sheet
      open={open}
      title={t('crud.classBatch.title')}
      width={800}
      onClose={onClose}
      act={{
        label: t(count === 0 ? 'crud.classBatch.title' : 'crud.classBatch.submit', { count }),
        busy,
        disabled: count === 0,
        form: formId,
      }}
    >
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
        <ClassBatchForm entity={entity} formId={formId} onState={setState} onDone={onClose} />
      </Suspense>
    </Sheet>
  );
}
