import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { studioPurge, type Former } from '../contract.ts';
import { useStudioReload } from './use-studio.ts';
import styles from './studio.module.css';

interface Props {
  entity: string;
  former: readonly Former[];
  onRestore: (field: Former) => void;
}

/** Removed fields whose values are still stored; they can be restored, or purged permanently. */
export function FormerFields({ entity, former, onRestore }: Props) {
  const { t } = useTranslation();
  const mayPurge = useMay('schema-studio', 'purge');
  const [toPurge, setToPurge] = useState<Former>();
  if (former.length === 0 && toPurge === undefined) return null;
  return (
    <section className={styles.former} aria-labelledby="studio-former">
      <h2 id="studio-former" className={styles.heading}>
        {t('studio.former')}
      </h2>
      <p className={styles.hint}>{t('studio.formerText')}</p>
      <ul>
        {former.map((removed) => (
          <li key={removed.field}>
            <span>
              {removed.title}
              <code className={styles.code}>{removed.field}</code>
            </span>
            <span className={styles.hint}>{t('studio.values', { count: removed.rows })}</span>
            <Button
              type="link"
              size="small"
              aria-label={`${t('studio.restore')} ${removed.title}`}
              onClick={() => onRestore(removed)}
            >
              {t('studio.restore')}
            </Button>
            {mayPurge && (
              <Button
                type="link"
                size="small"
                danger
                aria-label={`${t('studio.purge')} ${removed.title}`}
                onClick={() => setToPurge(removed)}
              >
                {t('studio.purge')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <PurgeDialog entity={entity} toPurge={toPurge} onClose={() => setToPurge(undefined)} />
    </section>
  );
}

/** Confirms a purge with the number of values lost. The server refuses it when that number has changed. */
function PurgeDialog({
  entity,
  toPurge,
  onClose,
}: {
  entity: string;
  toPurge: Former | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const reload = useStudioReload();
  const displayed = useLast(toPurge);
  const purge = useMutation({
    mutationFn: ({ field, rows }: Former) =>
      call(studioPurge, { params: { entity }, body: { field, rows } }, { quiet: true }),
    onSuccess: ({ rows }) => {
      void message.success(t('studio.purged', { count: rows }));
      close();
    },
    onSettled: reload,
  });
  const close = () => {
    onClose();
    purge.reset();
  };
  const submit = useOnce(() => (displayed ? purge.mutateAsync(displayed) : Promise.resolve()));
  const failed = purge.isError && !isCancelled(purge.error);
  const verb = t('studio.purgeVerb', { count: displayed?.rows ?? 0 });
  return (
    <Sheet
      open={toPurge !== undefined}
      title={t('studio.purgeTitle', { title: displayed?.title ?? '' })}
      width={480}
      small
      onClose={close}
      act={failed ? undefined : { label: verb, danger: true, busy: purge.isPending, onClick: submit }}
    >
      <p>{t('studio.purgeText', { title: displayed?.title ?? '', count: displayed?.rows ?? 0 })}</p>
      {failed && <Alert type="error" showIcon role="alert" message={failureOf(purge.error).message} />}
    </Sheet>
  );
}
