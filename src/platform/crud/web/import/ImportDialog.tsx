import { App, Button, Skeleton, Steps } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Import } from '../../../imports/contract.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import { useMobile } from '../../../ui/web/use-mobile.ts';
import { entityName } from '../entity-name.ts';
import { FailedState } from '../list/states.tsx';
import { Sheet } from '../Sheet.tsx';
import { useLast } from '../use-last.ts';
import { PreviewStep } from './PreviewStep.tsx';
import { ProgressStep } from './ProgressStep.tsx';
import { ResultStep } from './ResultStep.tsx';
import { UploadStep } from './UploadStep.tsx';
import { useImport } from './use-import.ts';
import { useWrite } from './use-write.ts';
import styles from './import.module.css';

const WIDTH = 920;
/** Value of the URL parameter before a file is uploaded. */
const NEW = '1';
const STEPS = ['upload', 'preview', 'write', 'result'] as const;

const stepOf = (one: Import | undefined): number => {
  if (!one || one.status === 'reading') return one ? 1 : 0;
  if (one.status === 'ready') return 1;
  return one.status === 'writing' ? 2 : 3;
};

interface Props {
  entity: Entity;
  /** Id of the import, `1` for a new one; `undefined` while closed. */
  opened: string | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** Imports a file into a resource: upload, preview, write, undo. A running import continues when the dialog is closed. */
export function ImportDialog({ entity, opened, onOpen, onClose }: Props) {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const mobile = useMobile();
  const open = opened !== undefined;
  const shown = useLast(opened);
  const id = shown === NEW ? undefined : shown;
  const [ignored, setIgnored] = useState(false);

  const notifyEnd = (one: Import) => {
    if (open || one.status === 'ready') return;
    const key = `import-${one.import_id}`;
    const view = (
      <Button
        size="small"
        onClick={() => {
          notification.destroy(key);
          onOpen(one.import_id);
        }}
      >
        {t('imports.view')}
      </Button>
    );
    const { created, updated } = one.written;
    if (one.status === 'done')
      notification.success({
        key,
        message: t('imports.noticeDone', { name: one.file_name, created, updated }),
        btn: view,
      });
    else if (one.status === 'undone')
      notification.success({
        key,
        message: t('imports.noticeUndone', { name: one.file_name, rows: one.undone.rows }),
        btn: view,
      });
    else
      notification.warning({
        key,
        message: t('imports.noticeStopped', { name: one.file_name }),
        description: one.problem,
        btn: view,
      });
  };
  const { import: found, error, refetch, put } = useImport(id, entity, notifyEnd);
  const one = id === undefined ? undefined : found;
  const write = useWrite(entity, put);
  const go = (next: string) => {
    setIgnored(false);
    write.reset();
    onOpen(next);
  };

  const left = one
    ? one.rows.new + one.rows.changed - one.written.created - one.written.updated - one.written.refused
    : 0;
  const { unknown = [], closed = [], files = [], groups = [] } = one?.columns ?? {};
  const omitted = [...unknown, ...closed, ...files, ...groups];
  const isBlocked = omitted.length > 0 && !ignored;
  const act = one?.can.write
    ? {
        label: t(one.status === 'stopped' ? 'imports.resume' : 'imports.write', { count: left }),
        busy: write.busy,
        disabled: isBlocked,
        onClick: () => write.run(one.import_id, omitted),
      }
    : undefined;

  let body: ReactNode;
  if (id === undefined)
    body = (
      <UploadStep
        entity={entity}
        open={open}
        onSent={(sent) => {
          put(sent);
          go(sent.import_id);
        }}
        onOpen={go}
      />
    );
  else if (error !== null) body = <FailedState error={error} onRetry={() => void refetch()} />;
  else if (one === undefined) body = <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  else if (one.status === 'ready')
    body = (
      <PreviewStep
        entity={entity}
        one={one}
        ignored={ignored}
        onIgnore={setIgnored}
        failure={write.error}
        onAgain={() => go(NEW)}
        onCancelled={put}
      />
    );
  else if (one.status === 'reading' || one.status === 'writing' || one.status === 'undoing')
    body = <ProgressStep entity={entity} one={one} onChange={put} />;
  else
    body = (
      <ResultStep
        entity={entity}
        one={one}
        failure={write.error}
        ignored={ignored}
        onIgnore={setIgnored}
        onChange={put}
        onAgain={() => go(NEW)}
      />
    );

  return (
    <Sheet
      open={open}
      width={WIDTH}
      title={t('imports.title', { title: entityName(t, entity.schema.title) })}
      onClose={onClose}
      act={act}
    >
      <div className={styles.dialog}>
        {!mobile && (
          <Steps
            size="small"
            current={stepOf(one)}
            items={STEPS.map((step) => ({ title: t(`imports.steps.${step}`) }))}
          />
        )}
        {one && <p className={styles.file}>{one.file_name}</p>}
        {body}
      </div>
    </Sheet>
  );
}
