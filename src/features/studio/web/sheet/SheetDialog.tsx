import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Spin, Upload } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { FailureAlert } from '../FailureAlert.tsx';
import { FieldRow } from '../FieldRow.tsx';
import type { FromSheet } from './columns.ts';
import { ColumnTable } from './ColumnTable.tsx';
import { studioSheet } from './texts.zh.ts';
import { useSheet } from './use-sheet.ts';
import styles from '../studio.module.css';

provideTexts({ studioSheet });

const WIDTH = 860;
const TITLE_MAX = 20;

interface Props {
  open: boolean;
  /** Keys of resources that there are. */
  taken: readonly string[];
  onClose: () => void;
  onCreated: (made: FromSheet) => Promise<void>;
}

/** Makes a resource of the columns of a spreadsheet. */
export const SheetDialog = ({ open, ...rest }: Props) => <Content key={String(open)} open={open} {...rest} />;

function Content({ open, taken, onClose, onCreated }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { table, reading, creating, tooLarge, problem, read, change, submit } = useSheet(taken, async (made) => {
    await onCreated(made);
    onClose();
  });
  const drop = {
    accept: '.xlsx,.csv',
    showUploadList: false,
    disabled: reading.isPending,
    beforeUpload: (file: File) => {
      read(file);
      return false;
    },
  };
  const failure = creating.error ?? reading.error;
  return (
    <Sheet
      open={open}
      title={t('studioSheet.open')}
      width={WIDTH}
      onClose={onClose}
      act={
        table && table.label !== undefined
          ? { label: t('studioSheet.toDraft'), busy: creating.isPending, onClick: submit }
          : undefined
      }
    >
      <p className={styles.hint}>{t('studioSheet.about')}</p>
      {!table && (
        <Upload.Dragger {...drop} aria-label={t('studioSheet.drop')}>
          <p>{reading.isPending ? <Spin size="small" /> : <InboxOutlined aria-hidden className={styles.dropIcon} />}</p>
          <p>{t(reading.isPending ? 'studioSheet.reading' : 'studioSheet.drop')}</p>
          <p className={styles.hint}>{t('studioSheet.dropHint')}</p>
        </Upload.Dragger>
      )}
      {tooLarge !== undefined && (
        <Alert type="error" showIcon role="alert" className={styles.alert} message={tooLarge} />
      )}
      {table && (
        <>
          <div className={styles.packageActs}>
            <Upload {...drop}>
              <Button loading={reading.isPending}>{t('studioSheet.another')}</Button>
            </Upload>
            <span className={styles.fileName} role="status">
              {table.file.name} · {t('studioSheet.found', { count: table.rows, columns: table.columns.length })}
            </span>
          </div>
          <div className={styles.form}>
            <FieldRow id={`${id}-title`} label={t('studio.resourceTitle')} problem={problem.title}>
              <Input
                id={`${id}-title`}
                value={table.title}
                maxLength={TITLE_MAX}
                onChange={({ target }) => change({ title: target.value })}
              />
            </FieldRow>
          </div>
          {table.label === undefined ? (
            <Alert type="error" showIcon role="alert" className={styles.alert} message={t('studioSheet.noLabel')} />
          ) : (
            <p className={styles.hint}>{t('studioSheet.labelHint')}</p>
          )}
          <ColumnTable
            columns={table.columns}
            rows={table.rows}
            label={table.label}
            onChange={(columns) => change({ columns })}
            onLabel={(label) => change({ label })}
          />
          {problem.columns !== undefined && (
            <Alert type="error" showIcon role="alert" className={styles.alert} message={problem.columns} />
          )}
        </>
      )}
      {failure && <FailureAlert error={failure} />}
    </Sheet>
  );
}
