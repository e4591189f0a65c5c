import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Spin, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../platform/crud/web/acts/save-file.ts';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { createBySheet, previewSheet, ROWS_MAX, sheetTemplate, type NewRow } from '../contract/organisations.ts';
import { MadeSheet } from './MadeSheet.tsx';
import { SheetRows } from './SheetRows.tsx';
import { useAct } from './use-act.ts';
import styles from './tenants.module.css';

/** Passwords are hashed one after the other. */
const CREATE_TIMEOUT_MS = 300_000;

interface Previewed {
  name: string;
  bytes: Uint8Array;
  rows: NewRow[];
}

/** Creates the organisations of a sheet: template, preview, creation, passwords. */
export function SheetDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [previewed, setPreviewed] = useState<Previewed>();
  const [made, setMade] = useState<NewRow[]>();
  const template = useMutation({
    mutationFn: () => call(sheetTemplate, {}),
    onSuccess: (file) => saveFile(file, t('platform.templateFile')),
  });
  const preview = useMutation({
    mutationFn: async (file: File) => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      return { name: file.name, bytes, ...(await call(previewSheet, { body: bytes }, { quiet: true })) };
    },
    onSuccess: setPreviewed,
  });
  const { start, error, busy, reset } = useAct(
    async ({ bytes }: Previewed) => {
      const { rows } = await call(createBySheet, { body: bytes }, { quiet: true, timeout: CREATE_TIMEOUT_MS });
      setMade(rows);
    },
    t('platform.done.create'),
    () => undefined,
  );
  const send = useOnce((file: File) => preview.mutateAsync(file));
  const close = () => {
    onClose();
    setPreviewed(undefined);
    setMade(undefined);
    preview.reset();
    reset();
  };
  const created = made?.filter(({ password }) => password !== undefined) ?? [];
  if (made)
    return (
      <MadeSheet open={open} made={created} onClose={close}>
        <SheetRows rows={made} />
      </MadeSheet>
    );
  const fresh = previewed?.rows.filter(({ outcome }) => outcome === 'new').length ?? 0;
  const isWrong = previewed?.rows.some(({ outcome }) => outcome === 'refused') === true;
  const failure = template.error ?? preview.error ?? error;
  return (
    <Sheet
      open={open}
      title={t('platform.sheetTitle')}
      width={760}
      onClose={close}
      {...(previewed && {
        act: {
          label: t('platform.createCount', { count: fresh }),
          busy,
          disabled: isWrong || fresh === 0,
          onClick: () => start(previewed),
        },
      })}
    >
      <div className={styles.stack}>
        {failure !== null && <Alert type="error" showIcon role="alert" message={failureOf(failure).message} />}
        {previewed === undefined ? (
          <>
            <div className={styles.bar}>
              <span className={styles.quiet}>{t('platform.sheetAbout', { max: ROWS_MAX })}</span>
              <Button
                icon={<DownloadOutlined aria-hidden />}
                loading={template.isPending}
                onClick={() => template.mutate()}
              >
                {t('platform.template')}
              </Button>
            </div>
            <Upload.Dragger
              accept=".xlsx,.csv"
              showUploadList={false}
              disabled={preview.isPending}
              beforeUpload={(file) => {
                send(file);
                return false;
              }}
            >
              <p className={styles.drop}>{preview.isPending ? <Spin /> : <InboxOutlined aria-hidden />}</p>
              <p>{t('platform.drop')}</p>
            </Upload.Dragger>
          </>
        ) : (
          <>
            <div className={styles.bar}>
              <span>{t(isWrong ? 'platform.sheetWrong' : 'platform.sheetPreview', { name: previewed.name })}</span>
              <Button onClick={() => setPreviewed(undefined)}>{t('platform.otherFile')}</Button>
            </div>
            <SheetRows rows={previewed.rows} />
          </>
        )}
      </div>
    </Sheet>
  );
}
