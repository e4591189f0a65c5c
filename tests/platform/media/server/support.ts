import { hkdfSync } from 'node:crypto';
import type { TakenFile, UploadToken } from '../../../../src/platform/media/contract/media.ts';
import type { Answer, Client } from '../../../support/client.ts';
import type { TestServer } from '../../../support/server.ts';

export const TOKEN = '/v1/portal/oss/actions/get_token';
export const FINISH = '/v1/portal/oss/actions/finish_upload_callback';
export const MIME: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  mp3: 'audio/mpeg',
  pdf: 'application/pdf',
};

/** The key that signs the embedded store's forms in tests, derived independently of the product. */
export const storeSecret = (server: TestServer): string =>
  Buffer.from(hkdfSync('sha256', server.secret, '', 'posted objects', 32)).toString('base64url');

export const tokenOf = (client: Client, type: number, name: string) =>
  client.get(`${TOKEN}?${new URLSearchParams({ type: String(type), file_name: name }).toString()}`);

/** Posts a form as a browser does: the fields in their order, the file last. */
export function postForm(
  url: string,
  fields: Record<string, string>,
  bytes: Uint8Array,
  { name = 'a.png', file = 'file', type = '' } = {},
): Promise<Response> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append(file, new Blob([new Uint8Array(bytes)], { type }), name);
  return fetch(url, { method: 'POST', body: form });
}

export const finish = (client: Client, token: UploadToken, bytes: Uint8Array, mime: string) =>
  client.post(FINISH, { file_mime: mime, file_name: token.file_name, file_size: bytes.length, media_time_long: null });

/** All steps of an upload; returns the answer of the last step. */
export async function send(server: TestServer, client: Client, name: string, bytes: Uint8Array): Promise<Answer> {
  const mime = MIME[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? '';
  const token = (await tokenOf(client, mime.startsWith('audio') ? 2 : mime === 'application/pdf' ? 5 : 1, name))
    .data as UploadToken;
  const posted = await postForm(new URL(token.host, server.url).href, token.fields, bytes, { name });
  if (posted.status !== 204) throw new Error(`the store answered ${posted.status}`);
  return finish(client, token, bytes, mime);
}

export const sent = async (server: TestServer, client: Client, name: string, bytes: Uint8Array): Promise<TakenFile> => {
  const answer = await send(server, client, name, bytes);
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
  return answer.data as TakenFile;
};
