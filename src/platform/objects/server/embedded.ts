import { hkdfSync } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../../runtime/server/clock.ts';
import { streamDurableFile } from '../../runtime/server/durable-file.ts';
import { OBJECTS_PATH } from '../objects-path.ts';
import { oss } from './oss.ts';
import { validatePolicy, PolicyRefusal, type Grant } from './post-policy.ts';
import { postedCipher, ENCRYPTION_BYTES } from './posted-cipher.ts';
import { INCOMING, isKey, ObjectTooLarge, StoreUnavailable, type ObjectStore } from './store.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    /** The object store: attached files and packed exports. */
    objects: ObjectStore | EmbeddedStore;
  }
}

const BUCKET = 'xinyu';
const ACCESS_ID = 'embedded';

/** The store in this process, with its own address for uploads. */
export interface EmbeddedStore extends ObjectStore {
  /** Validates a form before its file is accepted. @param fields by their names in lower case @throws PolicyRefusal */
  validateForm(fields: ReadonlyMap<string, string>): Grant & { key: string };
  /** Accepts an uploaded file within the limits of its grant. @throws PolicyRefusal where it is smaller or larger */
  take(key: string, file: Readable, grant: Grant): Promise<void>;
}

const code = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
/** Maps file system errors: the disk is full, broken, or missing. */
const ofDisk = (error: unknown): unknown =>
  typeof code(error) === 'string' && error instanceof Error && 'errno' in error
    ? new StoreUnavailable(`the data folder cannot be used: ${String(code(error))}`, error)
    : error;

/**
 * Files in a folder that only their owner can read. Each is complete on the disk or absent. Forms are signed like those
 * of an OSS service with a key from the server's secret; uploaded files are encrypted with another.
 */
export function embeddedStore(folder: string, { secret, clock }: { secret: string; clock: Clock }): EmbeddedStore {
  const account = {
    url: OBJECTS_PATH,
    bucket: BUCKET,
    accessId: ACCESS_ID,
    secret: Buffer.from(hkdfSync('sha256', secret, '', 'posted objects', 32)).toString('base64url'),
    region: '',
  };
  // An upload is encrypted here until the product accepts it; objects that the product writes are already encrypted.
  const posted = postedCipher(secret);
  const fileOf = (key: string): string => {
    if (!isKey(key)) throw new StoreUnavailable('not a key');
    return path.join(folder, ...key.split('/'));
  };

  /** @param fill Writes the content and throws where it must not be kept */
  async function whole(key: string, fill: (put: (chunk: Uint8Array) => Promise<void>) => Promise<void>): Promise<void> {
    await streamDurableFile(fileOf(key), fill).catch((error: unknown) => {
      throw ofDisk(error);
    });
  }

  return {
    origin: undefined,
    sign: (terms) => oss.form(account, terms, clock.now()),
    validateForm(fields) {
      const grant = validatePolicy(fields, { ...account, now: clock.now() });
      const key = fields.get('key') ?? '';
      if (!isKey(key)) throw new PolicyRefusal('not a key');
      return { ...grant, key };
    },
    take: (key, file, { minBytes, maxBytes }) =>
      whole(key, async (put) => {
        let size = 0;
        const encrypted = await posted.begin(key, put);
        for await (const chunk of file as AsyncIterable<Buffer>) {
          size += chunk.length;
          if (size > maxBytes) throw new PolicyRefusal('the file is too large', true);
          await encrypted.put(chunk);
        }
        if (size < minBytes) throw new PolicyRefusal('the file is too small');
        await encrypted.end();
      }),
    async read(key, maxBytes) {
      try {
        const isPosted = key.startsWith(INCOMING);
        if ((await stat(fileOf(key))).size > maxBytes + (isPosted ? ENCRYPTION_BYTES : 0)) throw new ObjectTooLarge();
        const bytes = await readFile(fileOf(key));
        return isPosted ? posted.open(key, bytes) : bytes;
      } catch (error) {
        if (code(error) === 'ENOENT') return undefined;
        throw ofDisk(error);
      }
    },
    write: (key, bytes) => whole(key, (put) => put(bytes)),
    remove: (key) => rm(fileOf(key), { force: true }),
  };
}
