import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../http/web/call.ts';
import type { Import } from '../../../imports/contract.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import { failureOf } from '../../../ui/web/failure.ts';
import { useOnce } from '../use-once.ts';
import { AnnotatedFile } from './AnnotatedFile.tsx';
import { ImportRows } from './ImportRows.tsx';
import { UnknownColumns } from './UnknownColumns.tsx';
import styles from './import.module.css';

const TABS = ['new', 'changed', 'same', 'wrong'] as const;

interface Props {
  entity: Entity;
  one: Import;
  ignored: boolean;
  onIgnore: (ignored: boolean) => void;
  failure: unknown;
  onAgain: () => void;
  onCancelled: (one: Import) => void;
}

/** Preview of the outcome of each row, before anything is written. */
export function PreviewStep({ entity, one, ignored, onIgnore, failure, onAgain, onCancelled }: Props) {
  const { t } = useTranslation();
  const { rows, import_id } = one;
  const cancel = useMutation({
    mutationFn: () => call(entity.calls.importCancel, { params: { id: import_id } }),
    onSuccess: (ended) => {
      onCancelled(ended);
      onAgain();
    },
  });
  const again = useOnce(() => cancel.mutateAsync());
  const first = TABS.find((tab) => rows[tab] > 0) ?? 'new';
  return (
    <>
      {failure !== null && <Alert type="error" showIcon role="alert" message={failureOf(failure).message} />}
      <UnknownColumns one={one} ignored={ignored} onIgnore={onIgnore} />
      {!one.can.write && <Alert type="info" showIcon role="status" message={t('imports.nothing')} />}
      {rows.wrong > 0 && <AnnotatedFile entity={entity} id={import_id} text={t('imports.annotatedText')} />}
      <Tabs
        defaultActiveKey={first}
        destroyOnHidden
        items={TABS.map((tab) => ({
          key: tab,
          label: t(`imports.tabs.${tab}`, { count: rows[tab] }),
          children: <ImportRows entity={entity} id={import_id} tab={tab} />,
        }))}
      />
      <div className={styles.acts}>
        <Button loading={cancel.isPending} onClick={again}>
          {t('imports.again')}
        </Button>
      </div>
    </>
  );
}
