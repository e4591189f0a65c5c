import { createReadStream, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { gunzipSync, gzipSync } from 'node:zlib';
import { decryptWith, encryptWith } from '../../../platform/crypto/server/cipher.ts';

/** A transport key, and the organisation whose package it protects. */
export interface Transport {
  key: Uint8Array;
  orgId: string;
}

/** Each line can be opened at its own place only. */
const purposeOf = ({ orgId }: Transport, name: string, line: number): string => `package ${orgId} ${name} ${line}`;

/** Writes batches of texts as encrypted lines. @returns Whether there was any; without one there is no file */
export async function writeSealed(
  file: string,
  name: string,
  transport: Transport,
  batches: AsyncIterable<readonly string[]>,
): Promise<boolean> {
  let handle: Awaited<ReturnType<typeof open>> | undefined;
  let line = 0;
  try {
    for await (const batch of batches) {
      handle ??= await open(file, 'wx', 0o600);
      const plain = gzipSync(JSON.stringify(batch));
      const sealed = encryptWith(transport.key, purposeOf(transport, name, line++), plain);
      await handle.write(`${sealed.toString('base64url')}\n`);
    }
    await handle?.sync();
  } finally {
    await handle?.close();
  }
  return handle !== undefined;
}

/** Reads what `writeSealed` has written; nothing where there is no file. */
export async function* readSealed(file: string, name: string, transport: Transport): AsyncGenerator<string[]> {
  if (!existsSync(file)) return;
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const sealed = Buffer.from(text, 'base64url');
    const plain = gunzipSync(decryptWith(transport.key, purposeOf(transport, name, line++), sealed));
    const batch: unknown = JSON.parse(plain.toString('utf8'));
    if (Array.isArray(batch)) yield batch.map(String);
  }
}
