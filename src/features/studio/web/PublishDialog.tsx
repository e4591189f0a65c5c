import { useMutation, useQuery } from '@tanstack/react-query';
import { App, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import type { JsonObject } from '../../../platform/schema/json.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { schemasChanged } from '../../../platform/session/web/schemas-changed.ts';
import { isCancelled } from '../../../platform/ui/web/failure.ts';
import { studioImpact, studioPublish } from '../contract.ts';
import { Differences } from './Differences.tsx';
import { FailureAlert } from './FailureAlert.tsx';
import { Impacts, losesValues } from './Impacts.tsx';
import { NoteField } from './NoteField.tsx';
import { useStudioReload, type Subject } from './use-studio.ts';
import styles from './studio.module.css';

interface Props {
  open: boolean;
  subject: Subject;
  overlay: JsonObject;
  /** The schema that publishing the draft would produce. */
  schema: EntitySchema;
  onClose: () => void;
  onDiscard: () => void;
  setDirty: (dirty: boolean) => void;
}

/** Shows the changes and their effect on stored rows; only then can the draft be published. */
export function PublishDialog({ open, subject, overlay, schema, onClose, onDiscard, setDirty }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const reload = useStudioReload();
  const [note, setNote] = useState('');
  const { entity, version } = subject;
  const impact = useQuery({
    queryKey: ['studio', 'impact', entity, version, JSON.stringify(overlay)],
    enabled: open,
    gcTime: 0,
    staleTime: 0,
    queryFn: ({ signal }) => call(studioImpact, { params: { entity }, body: { overlay } }, { signal, quiet: true }),
  });
  const publish = useMutation({
    mutationFn: (seen: string) =>
      call(studioPublish, { params: { entity }, body: { overlay, version, seen, note } }, { quiet: true }),
    onSuccess: async (result) => {
      void message.success(t('studio.published', { version: result.version }));
      setDirty(false);
      schemasChanged.notify();
      await reload();
      onDiscard();
      close();
    },
  });
  const submit = useOnce(() => (impact.data ? publish.mutateAsync(impact.data.seen) : Promise.resolve()));
  const close = () => {
    setNote('');
    onClose();
    publish.reset();
  };
  const losesData = losesValues(impact.data);
  const failure =
    publish.isError && !isCancelled(publish.error) ? publish.error : impact.isError ? impact.error : undefined;
  const isOutdated = publish.error instanceof ApiError && publish.error.status === 409;
  return (
    <Sheet
      open={open}
      title={t('studio.publishTitle', { title: schema.title })}
      onClose={close}
      act={
        isOutdated
          ? undefined
          : {
              label: t(losesData ? 'studio.publishAnyway' : 'studio.publishVerb', { version: version + 1 }),
              danger: losesData,
              busy: publish.isPending,
              disabled: impact.data === undefined || impact.isFetching,
              onClick: submit,
            }
      }
    >
      <h3 className={styles.heading}>{t('studio.whatChanges')}</h3>
      <Differences before={subject.schema} after={schema} />
      <h3 className={styles.heading}>{t('studio.whatHappens')}</h3>
      {impact.isFetching && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {impact.data && !impact.isFetching && <Impacts impact={impact.data} />}
      {failure !== undefined && (
        <FailureAlert
          error={failure}
          action={
            isOutdated && (
              <Button
                size="small"
                onClick={() => {
                  close();
                  void reload();
                }}
              >
                {t('studio.takeTheirs')}
              </Button>
            )
          }
        />
      )}
      <NoteField value={note} onChange={setNote} />
    </Sheet>
  );
}
