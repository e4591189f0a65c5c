import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../platform/crud/web/failure.ts';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { studioPurge, type Former } from '../contract.ts';
import { useRenewal } from './use-studio.ts';
import styles from './studio.module.css';

interface Props {
  entity: string;
  former: readonly Former[];
  onRestore: (field: Former) => void;
}

/** Fields that were removed and whose values are still kept: to be taken up again, or purged for good. */
export function FormerFields({ entity, former, onRestore }: Props) {
  const { t } = useTranslation();
  const mayPurge = useMay('schema-studio', 'purge');
  const [doomed, setDoomed] = useState<Former>();
  if (former.length === 0 && doomed === undefined) return null;
  return (
    <section className={styles.former} aria-labelledby="studio-former">
      <h2 id="studio-former" className={styles.heading}>
        {t('studio.former')}
      </h2>
      <p className={styles.hint}>{t('studio.formerText')}</p>
      <ul>
        {former.map((one) => (
          <li key={one.field}>
            <span>
              {one.title}
              <code className={styles.code}>{one.field}</code>
            </span>
            <span className={styles.hint}>{t('studio.values', { count: one.rows })}</span>
            <Button
              type="link"
              size="small"
              aria-label={`${t('studio.restore')} ${one.title}`}
              onClick={() => onRestore(one)}
            >
              {t('studio.restore')}
            </Button>
            {mayPurge && (
              <Button
                type="link"
                size="small"
                danger
                aria-label={`${t('studio.purge')} ${one.title}`}
                onClick={() => setDoomed(one)}
              >
                {t('studio.purge')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <PurgeDialog entity={entity} doomed={doomed} onClose={() => setDoomed(undefined)} />
    </section>
  );
}

/** Names how many values are lost and wants the verb; where the number is another by now, says so and does nothing. */
function PurgeDialog({ entity, doomed, onClose }: { entity: string; doomed: Former | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const renew = useRenewal();
  const shown = useLast(doomed);
  const purge = useMutation({
    mutationFn: ({ field, rows }: Former) =>
      call(studioPurge, { params: { entity }, body: { field, rows } }, { quiet: true }),
    onSuccess: ({ rows }) => {
      void message.success(t('studio.purged', { count: rows }));
      close();
    },
    onSettled: renew,
  });
  const close = () => {
    onClose();
    purge.reset();
  };
  const run = useOnce(() => (shown ? purge.mutateAsync(shown) : Promise.resolve()));
  const verb = t('studio.purgeVerb', { count: shown?.rows ?? 0 });
  return (
    <Sheet
      open={doomed !== undefined}
      title={t('studio.purgeTitle', { title: shown?.title ?? '' })}
      width={480}
      small
      onClose={close}
      act={purge.isError ? undefined : { label: verb, danger: true, busy: purge.isPending, onClick: run }}
    >
      <p>{t('studio.purgeText', { title: shown?.title ?? '', count: shown?.rows ?? 0 })}</p>
      {purge.isError && <Alert type="error" showIcon role="alert" message={failureOf(purge.error).message} />}
    </Sheet>
  );
}
