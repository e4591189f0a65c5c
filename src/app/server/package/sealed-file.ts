import { createReadStream, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { decryptWith, encryptWith } from '../../../platform/crypto/server/cipher.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';

/** A transport key, and the organisation whose package it protects. */
export interface Transport {
  key: Uint8Array;
  orgId: string;
}

/** Characters of texts in one line; a longer text has a line of its own. */
const LINE_TEXT = 4 * 1024 ** 2;
/** Bytes of a line as it is stored, and of its content; more is refused, so that memory stays bounded. */
const LINE_MAX = 128 * 1024 ** 2;

/** Each line can be opened at its own place only. */
const purposeOf = ({ orgId }: Transport, name: string, line: number): string => `package ${orgId} ${name} ${line}`;

/** Divides a batch where its texts are long. */
function* inLines(batch: readonly string[]): Generator<readonly string[]> {
  let from = 0;
  let length = 0;
  for (const [at, text] of batch.entries()) {
    if (length > 0 && length + text.length > LINE_TEXT) {
      yield batch.slice(from, at);
      [from, length] = [at, 0];
    }
    length += text.length;
  }
  yield batch.slice(from);
}

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
    for await (const batch of batches)
      for (const texts of inLines(batch)) {
        handle ??= await open(file, 'wx', 0o600);
        const plain = gzipSync(JSON.stringify(texts));
        const sealed = encryptWith(transport.key, purposeOf(transport, name, line++), plain);
        await handle.write(`${sealed.toString('base64url')}\n`);
      }
    await handle?.sync();
  } finally {
    await handle?.close();
  }
  return handle !== undefined;
}

const unreadable = (name: string, cause?: unknown): StartError =>
  new StartError(`数据包里的 ${name} 不是按本产品的格式写的，什么都没有导入`, { cause });

/** Lines of a file of any size. `readline` would hold a line of any length. @throws StartError where one is too long */
async function* linesOf(file: string, name: string): AsyncGenerator<string> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield Buffer.concat([...held, rest.subarray(0, end)]).toString('latin1');
      held = [];
      size = 0;
      rest = rest.subarray(end + 1);
    }
    size += rest.length;
    if (size > LINE_MAX) throw unreadable(name);
    if (rest.length > 0) held.push(rest);
  }
  if (size > 0) yield Buffer.concat(held).toString('latin1');
}

function openLine(text: string, purpose: string, { key }: Transport, name: string): string[] {
  try {
    const packed = decryptWith(key, purpose, Buffer.from(text, 'base64url'));
    const batch: unknown = JSON.parse(gunzipSync(packed, { maxOutputLength: LINE_MAX }).toString('utf8'));
    if (Array.isArray(batch)) return batch.map(String);
  } catch (error) {
    throw unreadable(name, error);
  }
  throw unreadable(name);
}

/**
 * Reads what `writeSealed` has written; nothing where there is no file.
 *
 * @throws StartError where a line is not what it says, or larger than any that is written
 */
export async function* readSealed(file: string, name: string, transport: Transport): AsyncGenerator<string[]> {
  if (!existsSync(file)) return;
  let line = 0;
  for await (const text of linesOf(file, name))
    yield openLine(text, purposeOf(transport, name, line++), transport, name);
}
