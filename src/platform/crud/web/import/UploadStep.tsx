import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Spin, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../http/web/call.ts';
import { IMPORT_ROWS_MAX, UPLOAD_MAX, type Import } from '../../../imports/contract.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import { failureOf } from '../../../ui/web/failure.ts';
import { sizeText } from '../../../ui/web/size-text.ts';
import { saveFile } from '../acts/save-file.ts';
import { useOnce } from '../use-once.ts';
import { RecentImports } from './RecentImports.tsx';
import styles from './import.module.css';

const MIB = 1024 * 1024;
const MAX_MIB = UPLOAD_MAX / MIB;
const UPLOAD_TIMEOUT_MS = 300_000;

interface Props {
  entity: Entity;
  open: boolean;
  onSent: (one: Import) => void;
  onOpen: (id: string) => void;
}

/** First step of an import: template, upload and recent imports. */
export function UploadStep({ entity, open, onSent, onOpen }: Props) {
  const { t } = useTranslation();
  const [tooLarge, setTooLarge] = useState<string>();
  const template = useMutation({
    mutationFn: () => call(entity.calls.template),
    onSuccess: (file) => saveFile(file, `${entity.schema.title}.xlsx`),
  });
  const send = useMutation({
    mutationFn: async (file: File) =>
      call(
        entity.calls.import,
        { query: { file_name: file.name.slice(-200) }, body: new Uint8Array(await file.arrayBuffer()) },
        { quiet: true, timeout: UPLOAD_TIMEOUT_MS },
      ),
    onSuccess: onSent,
  });
  const fetchTemplate = useOnce(() => template.mutateAsync());
  const sendFile = useOnce(async (file: File) => {
    const large = file.size > UPLOAD_MAX;
    setTooLarge(large ? t('imports.tooLarge', { size: sizeText(file.size), max: sizeText(UPLOAD_MAX) }) : undefined);
    if (!large) await send.mutateAsync(file);
  });
  const failed = template.error ?? send.error;
  return (
    <>
      <div className={styles.template}>
        <p className={styles.text}>{t('imports.templateText')}</p>
        <Button icon={<DownloadOutlined aria-hidden />} loading={template.isPending} onClick={fetchTemplate}>
          {t('imports.template')}
        </Button>
      </div>
      <Upload.Dragger
        accept=".xlsx,.csv"
        showUploadList={false}
        disabled={send.isPending}
        beforeUpload={(file) => {
          sendFile(file);
          return false;
        }}
      >
        {send.isPending ? (
          <p className={styles.dropTitle} role="status">
            <Spin size="small" /> {t('imports.sending')}
          </p>
        ) : (
          <>
            <p className={styles.dropIcon}>
              <InboxOutlined aria-hidden />
            </p>
            <p className={styles.dropTitle}>{t('imports.drop')}</p>
          </>
        )}
        <p className={styles.text}>
          {t('imports.dropText', { size: MAX_MIB, rows: IMPORT_ROWS_MAX.toLocaleString('en') })}
        </p>
      </Upload.Dragger>
      {tooLarge !== undefined && <Alert type="error" showIcon role="alert" message={tooLarge} />}
      {tooLarge === undefined && failed && (
        <Alert
          type="error"
          showIcon
          role="alert"
          message={t('imports.failed', { reason: failureOf(failed).message })}
        />
      )}
      <RecentImports entity={entity} open={open} onOpen={onOpen} />
    </>
  );
}
