import { ApiError, LOCAL_CODES } from '../../http/web/api-error.ts';
import { call } from '../../http/web/call.ts';
import { formatOfName } from '../attachments.ts';
import { finishUpload, uploadToken, type TakenFile } from '../contract/media.ts';

export interface Sending {
  signal: AbortSignal;
  onProgress: (percent: number) => void;
}

const failed = (code: string, status = 0) => new ApiError({ code, status, message: '', quiet: true });

/** Posts the form with XMLHttpRequest, because `fetch` reports no upload progress. */
function post(
  host: string,
  fields: Record<string, string>,
  file: Blob,
  name: string,
  { signal, onProgress }: Sending,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', file, name);
    const request = new XMLHttpRequest();
    request.open('POST', host);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : Math.floor((loaded / total) * 100)),
    );
    request.addEventListener('load', () =>
      request.status >= 200 && request.status < 300 ? resolve() : reject(failed(LOCAL_CODES.badAnswer, request.status)),
    );
    request.addEventListener('error', () => reject(failed(LOCAL_CODES.network)));
    request.addEventListener('abort', () => reject(failed(LOCAL_CODES.cancelled)));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/**
 * Uploads a file: requests a token, posts the file, finishes the upload. There is no timeout, because connections may
 * be slow.
 *
 * @throws ApiError
 */
export async function sendFile(file: File, name: string, sending: Sending): Promise<TakenFile> {
  const { signal } = sending;
  const format = formatOfName(name);
  if (!format) throw failed(LOCAL_CODES.badAnswer);
  const token = await call(uploadToken, { query: { type: format.type, file_name: name } }, { signal, quiet: true });
  signal.throwIfAborted();
  await post(token.host, token.fields, file, name, sending);
  return call(
    finishUpload,
    { body: { file_mime: format.mime, file_name: token.file_name, file_size: file.size, media_time_long: null } },
    { signal, quiet: true },
  );
}
