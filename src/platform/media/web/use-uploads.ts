import { useCallback, useEffect, useRef, useState } from 'react';
import { failureOf } from '../../ui/web/failure.ts';
import {
  attachmentProblem,
  ATTACHMENTS_MAX,
  cleanFileName,
  formatOfName,
  MEDIA,
  TOO_MANY_FILES,
  WRONG_FORMAT,
  type MediaType,
} from '../attachments.ts';
import type { Attachment, TakenFile } from '../contract/media.ts';
import { sendFile } from './send-file.ts';

/** A file of an editor: uploading, failed or uploaded (`there`). */
export interface Item {
  key: string;
  name: string;
  type: MediaType;
  state: 'sending' | 'failed' | 'there';
  /** Upload progress in percent. */
  progress: number;
  /** Message of the failure. */
  problem?: string;
  /** Id after the upload. */
  fileId?: string;
  /** URL at the server, or of the local blob; empty if it must be requested. */
  url: string;
  /** URL of the thumbnail. */
  thumb?: string;
}

/** Data of an uploaded file. */
export type UploadedFile = Pick<Attachment, 'file_id' | 'media_name' | 'media_type' | 'play_url' | 'thumb_url'>;

/** Item of an uploaded file. */
export const uploadedItem = ({ file_id, media_name, media_type, play_url, thumb_url }: UploadedFile): Item => ({
  key: file_id,
  name: media_name,
  type: media_type,
  state: 'there',
  progress: 100,
  fileId: file_id,
  url: play_url,
  ...(thumb_url !== undefined && { thumb: thumb_url }),
});

/** What an editor takes, where it is not what texts take (`spec §5`). */
export interface Limits {
  max: number;
  /** For a file dialog. */
  accept: string;
  /** On the button. */
  add: string;
  /** Beside the button. */
  hint: string;
  /** The message for more files than `max`. */
  tooMany: string;
  /** The message for a file whose content is of another format. */
  wrongFormat: string;
  problemOf: (file: { name: string; mime: string; size: number }) => string | undefined;
}

let made = 0;

/** Adds an extension, because a pasted or photographed picture may have none. */
const nameOf = ({ name, type }: File): string => {
  const clean = cleanFileName(name);
  const ending = {
    'image/png': '.png',
    'image/jpeg': '.jpg',
    'audio/mpeg': '.mp3',
    'audio/mp3': '.mp3',
    'application/pdf': '.pdf',
  }[type];
  return formatOfName(clean) || ending === undefined ? clean : `${clean}${ending}`;
};

/** The files of an editor. Added files are uploaded at once; the server deletes files that stay unattached. */
export function useUploads(initial: readonly UploadedFile[], onProblem: (text: string) => void, limits?: Limits) {
  const max = limits?.max ?? ATTACHMENTS_MAX;
  const tooMany = limits?.tooMany ?? TOO_MANY_FILES;
  const problemOf = limits?.problemOf ?? attachmentProblem;
  const wrongFormat = limits?.wrongFormat ?? WRONG_FORMAT;
  const [items, setItems] = useState<readonly Item[]>(() => initial.map(uploadedItem));
  const current = useRef(items);
  const files = useRef(new Map<string, { file: File; stop: AbortController }>());

  const put = useCallback((next: readonly Item[]) => {
    current.current = next;
    setItems(next);
  }, []);
  const change = useCallback(
    (key: string, with_: Partial<Item>) =>
      put(current.current.map((item) => (item.key === key ? { ...item, ...with_ } : item))),
    [put],
  );

  const send = useCallback(
    (key: string, file: File, name: string) => {
      const stop = new AbortController();
      files.current.set(key, { file, stop });
      change(key, { state: 'sending', progress: 0, problem: undefined });
      sendFile(file, name, { signal: stop.signal, onProgress: (progress) => change(key, { progress }) }).then(
        (taken: TakenFile) =>
          change(key, { state: 'there', progress: 100, fileId: taken.file_id, name: taken.file_name_old }),
        (error: unknown) => {
          if (stop.signal.aborted) return;
          const { message } = failureOf(error);
          change(key, { state: 'failed', problem: message === WRONG_FORMAT ? wrongFormat : message });
        },
      );
    },
    [change, wrongFormat],
  );

  const add = useCallback(
    (chosen: readonly File[]) => {
      const right = chosen.filter((file) => {
        const problem = problemOf({ name: nameOf(file), mime: file.type, size: file.size });
        if (problem !== undefined) onProblem(`${cleanFileName(file.name)}：${problem}`);
        return problem === undefined;
      });
      const places = max - current.current.length;
      if (right.length > places) onProblem(tooMany);
      const fresh = right.slice(0, Math.max(0, places)).map((file) => ({
        file,
        item: {
          key: `new-${++made}`,
          name: nameOf(file),
          type: formatOfName(nameOf(file))?.type ?? MEDIA.image,
          state: 'sending' as const,
          progress: 0,
          url: URL.createObjectURL(file),
        },
      }));
      put([...current.current, ...fresh.map(({ item }) => item)]);
      for (const { file, item } of fresh) send(item.key, file, item.name);
    },
    [put, send, onProblem, problemOf, max, tooMany],
  );

  const retry = useCallback(
    (key: string) => {
      const held = files.current.get(key);
      const item = current.current.find((one) => one.key === key);
      if (held && item?.state === 'failed') send(key, held.file, item.name);
    },
    [send],
  );

  /** Also aborts its upload. */
  const remove = useCallback(
    (key: string) => {
      files.current.get(key)?.stop.abort();
      files.current.delete(key);
      const item = current.current.find((one) => one.key === key);
      if (item?.url.startsWith('blob:')) URL.revokeObjectURL(item.url);
      put(current.current.filter((one) => one.key !== key));
    },
    [put],
  );

  // Aborts uploads when the editor is unmounted.
  useEffect(
    () => () => {
      for (const { stop } of files.current.values()) stop.abort();
      for (const { url } of current.current) if (url.startsWith('blob:')) URL.revokeObjectURL(url);
    },
    [],
  );

  return {
    items,
    limits,
    add,
    retry,
    remove,
    sending: items.some(({ state }) => state === 'sending'),
    failed: items.some(({ state }) => state === 'failed'),
    fileIds: items.flatMap(({ fileId }) => fileId ?? []),
  };
}
export type Uploads = ReturnType<typeof useUploads>;
