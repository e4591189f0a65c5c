import { useMutation } from '@tanstack/react-query';
import { App, Button, Upload } from 'antd';
import { useTranslation } from 'react-i18next';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { minuteOf } from '../../../platform/schema/wall-clock.ts';
import { putRosterFile, readRosterBox, type RosterBox } from '../box-contract.ts';
import { RosterProblems } from './RosterProblems.tsx';
import styles from './roster.module.css';

const UPLOAD_TIMEOUT_MS = 300_000;

const minute = (at: string): string => minuteOf(Date.parse(at));

/** The file that lies there: put down, and read before its hour. */
export function BoxFile({ box: { file }, onChanged }: { box: RosterBox; onChanged: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const mayRead = useMay('org-manage/roster/box', 'update');
  const putting = useMutation({
    mutationFn: async (given: File) =>
      call(
        putRosterFile,
        { query: { file_name: given.name.slice(-200) }, body: new Uint8Array(await given.arrayBuffer()) },
        { quiet: true, timeout: UPLOAD_TIMEOUT_MS },
      ),
    onSuccess: ({ due_at }) => {
      void message.success(t('roster.box.putDone', { at: minute(due_at) }));
      onChanged();
    },
  });
  const reading = useMutation({
    mutationFn: () => call(readRosterBox, { body: {} }, { quiet: true, timeout: UPLOAD_TIMEOUT_MS }),
    onSuccess: onChanged,
  });
  const put = useOnce((given: File) => putting.mutateAsync(given));
  const read = useOnce(() => reading.mutateAsync());
  const busy = putting.isPending || reading.isPending;
  const error = putting.error ?? reading.error;
  return (
    <>
      <p>
        {file === undefined
          ? t('roster.box.none')
          : t(file.is_read ? 'roster.box.read' : 'roster.box.waiting', {
              file: file.file_name,
              name: file.put_by,
              at: minute(file.put_at),
            })}
      </p>
      <div className={styles.acts}>
        <Upload
          accept=".zip"
          showUploadList={false}
          disabled={busy}
          beforeUpload={(given) => {
            reading.reset();
            put(given);
            return false;
          }}
        >
          <Button loading={putting.isPending}>{t('roster.box.put')}</Button>
        </Upload>
        {file !== undefined && mayRead && (
          <Button loading={reading.isPending} disabled={busy} onClick={read}>
            {t('roster.box.now')}
          </Button>
        )}
      </div>
      {error && <RosterProblems error={error} />}
    </>
  );
}
