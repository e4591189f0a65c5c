import { useMutation } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { resourceEndpoints, resourceSpecOf } from '../../../../platform/resources/contract/resource.ts';
import type { EntitySchema } from '../../../../platform/schema/types.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import type { FromSheet } from './columns.ts';
import styles from './sheet.module.css';

const UPLOAD_TIMEOUT_MS = 300_000;

interface Props {
  from: FromSheet;
  /** The schema in force. */
  schema: EntitySchema;
  /** Whether the fields of the table are published. */
  published: boolean;
}

/** The rows of a table that a resource was made of: after the publication they are imported as from any file. */
export function PendingRows({ from: { file, rows, entity }, schema, published }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const sending = useMutation({
    mutationFn: async () =>
      call(
        resourceEndpoints(resourceSpecOf(schema)).import,
        { query: { file_name: file.name.slice(-200) }, body: new Uint8Array(await file.arrayBuffer()) },
        { quiet: true, timeout: UPLOAD_TIMEOUT_MS },
      ),
    onSuccess: ({ import_id: id }) => navigate(`/x/${entity}?import=${id}`),
  });
  const send = useOnce(() => sending.mutateAsync());
  return (
    <Alert
      type={sending.isError ? 'error' : 'info'}
      showIcon
      role="status"
      className={styles.pending}
      message={t('studioSheet.pending', { name: file.name, count: rows })}
      description={
        sending.isError ? failureOf(sending.error).message : published ? undefined : t('studioSheet.publishFirst')
      }
      action={
        <Button size="small" type="primary" disabled={!published} loading={sending.isPending} onClick={send}>
          {t('studioSheet.import')}
        </Button>
      }
    />
  );
}
