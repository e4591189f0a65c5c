import { CloseOutlined } from '@ant-design/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Input, Select, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../http/web/call.ts';
import { MEDIA, NOTE_MAX, type MediaType } from '../../../media/attachments.ts';
import { rowEndpoints, type NewMedia, type RowMedia } from '../../../media/contract/row-media.ts';
import { Attachments } from '../../../media/web/Attachments.tsx';
import { useUploads, type Item } from '../../../media/web/use-uploads.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import { resourceSpecOf } from '../../../resources/contract/resource.ts';
import { labelOf } from '../../../schema/labels.ts';
import { dateText } from '../../../ui/web/date-text.ts';
import { failureOf } from '../../../ui/web/failure.ts';
import { useUnsaved } from '../form/use-leave-guard.tsx';
import { FailedState } from '../list/states.tsx';
import styles from './show.module.css';

const TEXT = 4;
const quiet = { quiet: true } as const;
const itemOf = ({ media_info_id, media_info, media_name, media_type, play_url = '', thumb_url }: RowMedia): Item => ({
  key: media_info_id,
  fileId: media_info,
  name: media_name,
  type: media_type as MediaType,
  state: 'there',
  progress: 100,
  url: play_url,
  ...(thumb_url !== undefined && { thumb: thumb_url }),
});

interface Props {
  entity: Entity;
  id: string;
  purposes: readonly number[];
  mayAttach: boolean;
}

/** Files and notes of a row. Its author adds and removes them; each change is saved at once. */
export function RowAttachments({ entity: { name, schema }, id, purposes, mayAttach }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const calls = rowEndpoints(resourceSpecOf(schema));
  const queryKey = ['row-media', name, id];
  const [purpose, setPurpose] = useState(purposes[0] ?? 1);
  const [note, setNote] = useState('');
  useUnsaved(note.trim() !== '');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(calls.media, { params: { id } }, { signal, ...quiet }),
    gcTime: 0,
  });
  const uploads = useUploads([], (text) => void message.error(text));
  const showFailure = (failed: unknown) => void message.error(failureOf(failed).message);
  const add = useMutation({
    mutationFn: (wanted: NewMedia) =>
      call(calls.addMedia, { params: { id }, body: { media_infos: [{ ...wanted, media_for: purpose }] } }, quiet),
    onSuccess: (all, { media_type }) => {
      client.setQueryData(queryKey, all);
      if (media_type === TEXT) setNote('');
      void message.success(t('show.added'));
    },
    onError: showFailure,
  });
  const drop = useMutation({
    mutationFn: (media_info_id: string) => call(calls.dropMedia, { params: { id, media_info_id } }, quiet),
    onSuccess: (all) => {
      client.setQueryData(queryKey, all);
      void message.success(t('show.removed'));
    },
    onError: showFailure,
  });

  // A file is attached as soon as it is uploaded.
  const attached = useRef(new Set<string>());
  const { items: sent, remove: forget } = uploads;
  const { mutateAsync: attach } = add;
  useEffect(() => {
    for (const { key, fileId, type, state } of sent) {
      // Documents are only in fields; the editor takes none.
      if (state !== 'there' || fileId === undefined || type === MEDIA.document || attached.current.has(key)) continue;
      attached.current.add(key);
      void attach({ media_type: type, media_info: fileId }).then(
        () => forget(key),
        () => forget(key),
      );
    }
  }, [sent, attach, forget]);

  const files = data?.items.filter(({ media_type }) => media_type !== TEXT).map(itemOf) ?? [];
  const notes = data?.items.filter(({ media_type }) => media_type === TEXT) ?? [];
  const remove = (key: string) => (files.some((file) => file.key === key) ? drop.mutate(key) : forget(key));
  return (
    <section className={styles.part}>
      <h3>{t('show.attachments')}</h3>
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : (
        <>
          {data.total === 0 && !mayAttach && <p className={styles.quiet}>{t('show.noAttachments')}</p>}
          {notes.map(({ media_info_id, media_info, created_by_name = '', created_at }) => (
            <div key={media_info_id} className={styles.note}>
              <p>{media_info}</p>
              <small>{t('show.noteBy', { name: created_by_name, at: dateText(created_at) })}</small>
              {mayAttach && (
                <Button
                  size="small"
                  type="text"
                  icon={<CloseOutlined aria-hidden />}
                  aria-label={t('show.removeNote')}
                  onClick={() => drop.mutate(media_info_id)}
                />
              )}
            </div>
          ))}
          {mayAttach ? (
            <>
              {purposes.length > 1 && (
                <label className={styles.purpose}>
                  {t('show.purpose')}
                  <Select
                    value={purpose}
                    onChange={setPurpose}
                    options={purposes.map((value) => ({ value, label: labelOf('media_for', value) }))}
                    className={styles.choice}
                  />
                </label>
              )}
              <Attachments uploads={{ ...uploads, items: [...files, ...sent], remove }} />
              <Input.TextArea
                aria-label={t('show.note')}
                placeholder={t('show.notePlaceholder')}
                value={note}
                onChange={({ target }) => setNote(target.value)}
                maxLength={NOTE_MAX}
                showCount
                autoSize={{ minRows: 2, maxRows: 8 }}
                className={styles.words}
              />
              <Button
                disabled={note.trim() === ''}
                loading={add.isPending}
                onClick={() => add.mutate({ media_type: TEXT, media_info: note })}
              >
                {t('show.addNote')}
              </Button>
            </>
          ) : (
            <Attachments items={files} />
          )}
        </>
      )}
    </section>
  );
}
