import { isEncryptedText, type KeyRing, type FieldLocation } from '../../crypto/server/data-keys.ts';

/** Milliseconds after which an announced file that was not accepted counts as unused. */
export const EXPECTED_MS = 60 * 60_000;
/** Milliseconds that an unattached file is kept, because its record may still be in editing. */
export const LOOSE_MS = 24 * 60 * 60_000;

/** Maximum number of bytes that encryption adds. */
export const ENCRYPTION_BYTES = 64;

/** The location that the content of a file is encrypted for. */
export const contentLocation = (fileId: string): FieldLocation => ({
  table: 'media_files',
  row: fileId,
  field: 'object',
});

/** The location that its name is encrypted for: names often describe the content. */
export const nameLocation = (fileId: string): FieldLocation => ({ table: 'media_files', row: fileId, field: 'name' });
/** Decrypts a file's name; a name from before names were encrypted is returned unchanged. */
export const nameOfFile = (ring: KeyRing, { file_id, name }: { file_id: string; name: string }): string =>
  isEncryptedText(name) ? ring.decryptText(name, nameLocation(file_id)) : name;
