import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../http/web/call.ts';
import { failureOf, isCancelled } from '../../ui/web/failure.ts';
import { playUrl } from '../contract/media.ts';
import type { Item } from './use-uploads.ts';
import styles from './attachments.module.css';

function download(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Downloads a document; the server offers it for download only. Its address is asked for again, as it may have expired. */
export function DocumentLink({ item: { name, fileId, url } }: { item: Pick<Item, 'name' | 'fileId' | 'url'> }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const open = () => {
    if (fileId === undefined || url.startsWith('blob:')) return download(url, name);
    setBusy(true);
    return call(playUrl, { params: { id: fileId } }, { quiet: true })
      .then(
        ({ play_url }) => download(play_url, name),
        (error: unknown) => {
          if (!isCancelled(error)) void message.error(failureOf(error).message);
        },
      )
      .finally(() => setBusy(false));
  };
  return (
    <Button
      type="link"
      size="small"
      className={styles.document}
      loading={busy}
      onClick={() => void open()}
      aria-label={t('attachments.download', { name })}
    >
      <span className={styles.name}>{name}</span>
    </Button>
  );
}
