import {
  CloseOutlined,
  CustomerServiceOutlined,
  PaperClipOutlined,
  PictureOutlined,
  ReloadOutlined,
} from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { Suspense, useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../http/web/call.ts';
import { lazyPage } from '../../ui/web/lazy-page.ts';
import { useStable } from '../../ui/web/use-stable.ts';
import { ACCEPTED, ATTACHMENTS_MAX, MEDIA } from '../attachments.ts';
import { playUrl } from '../contract/media.ts';
import type { Item, Uploads } from './use-uploads.ts';
import styles from './attachments.module.css';

const ImagePreview = lazyPage(() => import('./ImagePreview.tsx').then((m) => m.ImagePreview));

/** URL of a file; requests a new one after the first has expired. */
function usePlayable({ fileId, url }: Item): { src: string | undefined; onError: () => void } {
  const [fresh, setFresh] = useState<string>();
  const asked = useRef(false);
  const onError = useStable(() => {
    if (asked.current || fileId === undefined || url.startsWith('blob:')) return;
    asked.current = true;
    // Without a URL, the picture or player shows the failure.
    call(playUrl, { params: { id: fileId } }, { quiet: true }).then(
      ({ play_url }) => setFresh(play_url),
      () => undefined,
    );
  });
  useEffect(() => {
    if (url === '') onError();
  }, [url, onError]);
  return { src: fresh ?? (url || undefined), onError };
}

interface ThumbnailProps {
  thumb: string | undefined;
  src: string | undefined;
  onError: () => void;
}

/** A picture in small; the picture itself where the thumbnail's address has expired. */
function Thumbnail({ thumb, src, onError }: ThumbnailProps) {
  const [failed, setFailed] = useState<readonly (string | undefined)[]>([]);
  const [loaded, setLoaded] = useState(false);
  const shown = thumb !== undefined && !failed.includes(thumb) ? thumb : src;
  const broken = failed.includes(shown);
  const fail = () => {
    setFailed([...failed, shown]);
    if (shown === src) onError();
  };
  return (
    <span className={styles.frame} data-state={broken ? 'error' : loaded ? 'loaded' : 'loading'}>
      {broken ? (
        <PictureOutlined aria-hidden />
      ) : (
        <img src={shown} alt="" loading="lazy" decoding="async" onLoad={() => setLoaded(true)} onError={fail} />
      )}
    </span>
  );
}

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
      <span className={styles.name} title={name}>
        {name}
      </span>
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

type Props = { items: readonly Item[]; uploads?: undefined } | { items?: undefined; uploads: Uploads };

/** Attached files. With `uploads` the user can add files by button, camera, drag or paste. */
export function Attachments({ items: given, uploads }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [shown, setShown] = useState<{ name: string; url: string }>();
  const [over, setOver] = useState(false);
  const items = uploads?.items ?? given ?? [];
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    uploads?.add([...event.dataTransfer.files]);
  };
  const list = items.length > 0 && (
    <ul className={styles.list} aria-label={t('attachments.title')}>
      {items.map((item) => (
        <FileTile
          key={item.key}
          item={item}
          onPreview={(url) => setShown({ name: item.name, url })}
          {...(uploads && { onRetry: () => uploads.retry(item.key), onRemove: () => uploads.remove(item.key) })}
        />
      ))}
    </ul>
  );
  return (
    <>
      {uploads ? (
        <div
          className={styles.drop}
          data-over={over}
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
              aria-describedby={hint}
              disabled={items.length >= ATTACHMENTS_MAX}
              onClick={() => input.current?.click()}
            >
              {t('attachments.add')}
            </Button>
            <span id={hint} className={styles.hint}>
              {t('attachments.hint', { count: items.length, max: ATTACHMENTS_MAX })}
            </span>
          </div>
          <input
            ref={input}
            type="file"
            className={styles.input}
            multiple
            accept={ACCEPTED}
            aria-label={t('attachments.add')}
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
