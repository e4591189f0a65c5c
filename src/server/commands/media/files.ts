import type { SealedAt } from '../../access/data-keys.ts';

/** A file that was announced and not taken in by then never will be. */
export const EXPECTED_MS = 60 * 60_000;
/** A file that is attached to nothing is kept so long: somebody may still be writing. */
export const LOOSE_MS = 24 * 60 * 60_000;

/** Where the content of a file is sealed. */
export const sealedAt = (fileId: string): SealedAt => ({ table: 'media_files', row: fileId, field: 'object' });
