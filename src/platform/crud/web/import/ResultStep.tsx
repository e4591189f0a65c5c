import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Popconfirm, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../http/web/call.ts';
import type { Import } from '../../../imports/contract.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import { dateText } from '../../../ui/web/date-text.ts';
import { failureOf } from '../../../ui/web/failure.ts';
import { useOnce } from '../use-once.ts';
import { AnnotatedFile } from './AnnotatedFile.tsx';
import { ImportRows } from './ImportRows.tsx';
import { UnknownColumns } from './UnknownColumns.tsx';
import styles from './import.module.css';

type Tone = 'success' | 'warning' | 'error' | 'info';

interface Props {
  entity: Entity;
  one: Import;
  failure: unknown;
  ignored: boolean;
  onIgnore: (ignored: boolean) => void;
  onChange: (one: Import) => void;
  onAgain: () => void;
}

/** Result of an import, with undo and the rows that were not imported. */
export function ResultStep({ entity, one, failure, ignored, onIgnore, onChange, onAgain }: Props) {
  const { t } = useTranslation();
  const { status, problem, written, undone, undo_until } = one;
  const undo = useMutation({
    mutationFn: () => call(entity.calls.importUndo, { params: { id: one.import_id } }, { quiet: true }),
    onSuccess: onChange,
  });
  const press = useOnce(() => undo.mutateAsync());
  const left = written.created + written.updated - undone.rows - undone.kept;
  const sums = t('imports.doneText', { created: written.created, updated: written.updated });

  const views: Record<string, { tone: Tone; title: string; text?: string }> = {
    refused: { tone: 'error', title: t('imports.refused'), text: problem },
    cancelled: { tone: 'info', title: t('imports.cancelled') },
    stopped: { tone: 'warning', title: t('imports.stopped'), text: `${sums}${problem ?? t('imports.stoppedText')}` },
    done: { tone: 'success', title: t('imports.done'), text: sums },
    undone: {
      tone: undone.kept > 0 ? 'warning' : 'success',
      title: t(undone.kept > 0 ? 'imports.undoneKept' : 'imports.undone', { rows: undone.rows, kept: undone.kept }),
    },
  };
  const { tone, title, text } = views[status] ?? { tone: 'info', title: status };
  const wrong = failure ?? undo.error;
  return (
    <>
      <Result
        className={styles.result}
        status={tone}
        title={title}
        subTitle={text}
        extra={[
          one.can.undo && (
            <Popconfirm
              key="undo"
              title={t('imports.undo')}
              description={t('imports.undoAsk')}
              okText={t('imports.undoVerb', { count: left })}
              okButtonProps={{ danger: true }}
              cancelText={t('common.cancel')}
              onConfirm={press}
            >
              <Button danger loading={undo.isPending}>
                {t('imports.undo')}
              </Button>
            </Popconfirm>
          ),
          <Button key="again" onClick={onAgain}>
            {t('imports.again')}
          </Button>,
        ]}
      />
      {one.can.undo && undo_until !== undefined && (
        <p className={styles.until}>{t('imports.undoUntil', { at: dateText(undo_until) })}</p>
      )}
      {wrong !== null && <Alert type="error" showIcon role="alert" message={failureOf(wrong).message} />}
      {one.can.write && <UnknownColumns one={one} ignored={ignored} onIgnore={onIgnore} />}
      {undone.kept > 0 && <ImportRows entity={entity} id={one.import_id} tab="kept" />}
      {(status === 'done' || status === 'stopped') && one.rows.wrong + written.refused > 0 && (
        <AnnotatedFile
          entity={entity}
          id={one.import_id}
          text={written.refused > 0 ? t('imports.doneRefused', { count: written.refused }) : t('imports.annotatedText')}
        />
      )}
      {(status === 'done' || status === 'stopped') && written.refused > 0 && (
        <ImportRows entity={entity} id={one.import_id} tab="wrong" />
      )}
    </>
  );
}
