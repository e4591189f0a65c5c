import path from 'node:path';

/**
 * Tables that a package leaves out: data keys lie beside it under the transport key, and what one organisation has sent
 * to another is on its way within one installation.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set(['data_keys', 'transfer_packages']);

export const ACCOUNTS = 'accounts';
export const PREFERENCES = 'preferences';
export const KEYS = 'data-keys';

export const tableFile = (dir: string, name: string): string => path.join(dir, 'tables', `${name}.jsonl`);
export const keysFile = (dir: string): string => path.join(dir, 'data-keys.jsonl');
export const objectsDir = (dir: string): string => path.join(dir, 'objects');
export const schemasDir = (dir: string): string => path.join(dir, 'schemas');

/** Largest object that is moved, in bytes. */
export const OBJECT_MAX = 1024 ** 3;
