import { isEncryptedText, type KeyRing, type FieldLocation } from '../../crypto/server/data-keys.ts';

/** A file that was announced and not taken in by then never will be. */
export const EXPECTED_MS = 60 * 60_000;
/** A file that is attached to nothing is kept so long: somebody may still be writing. */
export const LOOSE_MS = 24 * 60 * 60_000;

/** Where the content of a file is sealed. */
export const contentLocation = (fileId: string): FieldLocation => ({
  table: 'media_files',
  row: fileId,
  field: 'object',
});

/** Where its name is sealed: people say in it what the file shows. */
export const nameLocation = (fileId: string): FieldLocation => ({ table: 'media_files', row: fileId, field: 'name' });
/** A file's name in words; one from before names were sealed is taken as it is. */
export const nameOfFile = (ring: KeyRing, { file_id, name }: { file_id: string; name: string }): string =>
  isEncryptedText(name) ? ring.decryptText(name, nameLocation(file_id)) : name;
