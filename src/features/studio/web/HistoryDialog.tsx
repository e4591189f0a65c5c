import { useQuery } from '@tanstack/react-query';
import { Button, Collapse, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../platform/http/web/call.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { dayText } from '../../../platform/ui/web/date-text.ts';
import { studioVersions } from '../contract.ts';
import { Differences } from './Differences.tsx';
import { draftOf } from './draft.ts';
import styles from './studio.module.css';

interface Props {
  open: boolean;
  entity: string;
  published: EntitySchema;
  base: EntitySchema;
  /** The call that reads the versions; default those of the organisation's own overlay. */
  load?: (signal: AbortSignal) => Promise<DataOf<typeof studioVersions>>;
  onClose: () => void;
  onRestore: (draft: EntitySchema) => void;
}

/** The published versions, each compared with the one before it. An earlier version can be restored as a draft. */
export function HistoryDialog({
  open,
  entity,
  published,
  base,
  load = (signal) => call(studioVersions, { params: { entity } }, { signal, quiet: true }),
  onClose,
  onRestore,
}: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['studio', 'versions', entity],
    enabled: open,
    queryFn: ({ signal }) => load(signal),
  });
  const restore = (draft: EntitySchema) => {
    onRestore(draft);
    onClose();
  };
  const body = () => {
    if (error !== null) return <FailedState error={error} onRetry={() => void refetch()} />;
    if (data === undefined) return <Skeleton active paragraph={{ rows: 4 }} />;
    if (data.items.length === 0) return <p className={styles.hint}>{t('studio.noHistory')}</p>;
    return (
      <>
        <Collapse
          accordion
          defaultActiveKey={String(data.items[0]?.version)}
          items={data.items.map(
            ({ version, note, published_at: publishedAt, published_by: publisher, schema, overlay }, i) => ({
              key: String(version),
              label: (
                <span className={styles.version}>
                  {t('studio.version', { version })}
                  {i === 0 && <span className={styles.tag}>{t('studio.inForce')}</span>}
                  <span className={styles.hint}>
                    {dayText(publishedAt)} {publisher ?? t('studio.unknownUser')}
                    {note !== '' && ` · ${note}`}
                  </span>
                </span>
              ),
              children: (
                <>
                  <h3 className={styles.heading}>{t('studio.againstBefore')}</h3>
                  {schema ? (
                    <Differences before={data.items[i + 1]?.schema ?? base} after={schema} />
                  ) : (
                    <p className={styles.hint}>{t('studio.noLonger')}</p>
                  )}
                  {i > 0 && schema && (
                    <>
                      <h3 className={styles.heading}>{t('studio.againstNow')}</h3>
                      <Differences before={published} after={schema} />
                      <Button onClick={() => restore(draftOf(base, overlay))}>{t('studio.backTo', { version })}</Button>
                    </>
                  )}
                </>
              ),
            }),
          )}
        />
        <p className={styles.toBase}>
          <Button type="link" onClick={() => restore(base)}>
            {t('studio.backToBase')}
          </Button>
        </p>
      </>
    );
  };
  return (
    <Sheet open={open} title={t('studio.history')} width={680} onClose={onClose}>
      {body()}
    </Sheet>
  );
}
