import {
  CloseOutlined,
  CustomerServiceOutlined,
  FilePdfOutlined,
  PaperClipOutlined,
  ReloadOutlined,
} from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { Suspense, useId, useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPage } from '../../ui/web/lazy-page.ts';
import { ACCEPTED, ATTACHMENTS_MAX, MEDIA } from '../attachments.ts';
import { DocumentLink } from './DocumentLink.tsx';
import { Thumbnail } from './Thumbnail.tsx';
import { usePlayable } from './use-playable.ts';
import type { Item, Uploads } from './use-uploads.ts';
import styles from './attachments.module.css';

const ImagePreview = lazyPage(() => import('./ImagePreview.tsx').then((m) => m.ImagePreview));

interface FileProps {
  item: Item;
  onPreview: (src: string) => void;
  onRetry?: () => void;
  onRemove?: () => void;
}

/** A file: thumbnail or player, upload progress and acts. */
function FileTile({ item, onPreview, onRetry, onRemove }: FileProps) {
  const { t } = useTranslation();
  const { name, type, state, progress, problem } = item;
  const { src, onError } = usePlayable(item);
  return (
    <li className={type === MEDIA.image ? styles.tile : styles.sound} data-state={state}>
      {type === MEDIA.image ? (
        <button
          type="button"
          className={styles.picture}
          onClick={() => src !== undefined && onPreview(src)}
          aria-label={t('attachments.preview', { name })}
        >
          <Thumbnail thumb={item.thumb} src={src} onError={onError} />
        </button>
      ) : type === MEDIA.document ? (
        <>
          <FilePdfOutlined aria-hidden />
          <DocumentLink item={item} />
        </>
      ) : (
        <>
          <CustomerServiceOutlined aria-hidden />
          {/* There is no transcript for captions. */}
          <audio controls preload="metadata" src={src} onError={onError} aria-label={name}>
            <track kind="captions" />
            {t('attachments.unsupported')}
          </audio>
        </>
      )}
      {type !== MEDIA.document && (
        <span className={styles.name} title={name}>
          {name}
        </span>
      )}
      {state === 'sending' && (
        <Progress
          className={styles.progress}
          percent={progress}
          size="small"
          showInfo={false}
          aria-label={t('attachments.sending', { name })}
        />
      )}
      {state === 'failed' && (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
      <span className={styles.acts}>
        {state === 'failed' && onRetry && (
          <Button
            size="small"
            type="text"
            icon={<ReloadOutlined aria-hidden />}
            onClick={onRetry}
            aria-label={t('attachments.retry', { name })}
          />
        )}
        {onRemove && (
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined aria-hidden />}
            onClick={onRemove}
            aria-label={t(state === 'sending' ? 'attachments.cancel' : 'attachments.remove', { name })}
          />
        )}
      </span>
    </li>
  );
}

/** How an editor of files is part of a form. */
interface InForm {
  id: string;
  /** Names the list and, with `attachments.addTo`, the button. */
  label: string;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
}
type Props =
  | { items: readonly Item[]; uploads?: undefined; label?: string }
  | { items?: undefined; uploads: Uploads; label?: undefined; field?: InForm };

/** Attached files. With `uploads` the user can add files by button, camera, drag or paste. */
export function Attachments(props: Props) {
  const { items: given, uploads } = props;
  const field = props.uploads ? props.field : undefined;
  const { t } = useTranslation();
  const max = uploads?.limits?.max ?? ATTACHMENTS_MAX;
  const accept = uploads?.limits?.accept ?? ACCEPTED;
  const add = field ? t('attachments.addTo', { title: field.label }) : t('attachments.add');
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [shown, setShown] = useState<{ name: string; url: string }>();
  const [over, setOver] = useState(false);
  const items = uploads?.items ?? given ?? [];
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!field?.disabled) uploads?.add([...event.dataTransfer.files]);
  };
  const list = items.length > 0 && (
    <ul className={styles.list} aria-label={field?.label ?? props.label ?? t('attachments.title')}>
      {items.map((item) => (
        <FileTile
          key={item.key}
          item={item}
          onPreview={(url) => setShown({ name: item.name, url })}
          {...(uploads &&
            !field?.disabled && { onRetry: () => uploads.retry(item.key), onRemove: () => uploads.remove(item.key) })}
        />
      ))}
    </ul>
  );
  return (
    <>
      {uploads ? (
        <div
          className={field ? `${styles.drop} ${styles.inForm}` : styles.drop}
          data-over={over}
          data-invalid={field?.invalid === true}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          {list}
          <div className={styles.add}>
            <Button
              icon={<PaperClipOutlined aria-hidden />}
              {...(field && { id: field.id, 'aria-label': add, 'aria-invalid': field.invalid })}
              aria-describedby={field?.describedBy === undefined ? hint : `${hint} ${field.describedBy}`}
              disabled={items.length >= max || field?.disabled === true}
              onClick={() => input.current?.click()}
            >
              {uploads.limits?.add ?? t('attachments.add')}
            </Button>
            <span id={hint} className={styles.hint}>
              {uploads.limits
                ? t('attachments.count', { count: items.length, max, limits: uploads.limits.hint })
                : t('attachments.hint', { count: items.length, max })}
            </span>
          </div>
          <input
            ref={input}
            type="file"
            className={styles.input}
            multiple={max > 1}
            accept={accept}
            aria-label={add}
            onChange={({ currentTarget }) => {
              uploads.add([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
        </div>
      ) : (
        list
      )}
      {shown && (
        <Suspense>
          <ImagePreview name={shown.name} url={shown.url} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  );
}
