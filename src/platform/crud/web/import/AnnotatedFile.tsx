import { DownloadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../http/web/call.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import { failureOf } from '../../../ui/web/failure.ts';
import { saveFile } from '../acts/save-file.ts';
import { useOnce } from '../use-once.ts';
import styles from './import.module.css';

const TIMEOUT_MS = 120_000;

/** Downloads the user's file with the errors of each row. */
export function AnnotatedFile({ entity: { calls }, id, text }: { entity: Entity; id: string; text: string }) {
  const { t } = useTranslation();
  const file = useMutation({
    mutationFn: () => call(calls.importFile, { params: { id } }, { timeout: TIMEOUT_MS }),
    onSuccess: (found) => saveFile(found, 'import.xlsx'),
  });
  const download = useOnce(() => file.mutateAsync());
  return (
    <Alert
      className={styles.annotated}
      type="warning"
      showIcon
      message={file.isError ? failureOf(file.error).message : text}
      action={
        <Button size="small" icon={<DownloadOutlined aria-hidden />} loading={file.isPending} onClick={download}>
          {t('imports.annotated')}
        </Button>
      }
    />
  );
}
