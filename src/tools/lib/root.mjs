import path from 'node:path';

/** The project's folder, absolute; commands may be started from anywhere. */
export const root = path.resolve(import.meta.dirname, '../../..');

/** Files that tools create for themselves (a downloaded browser, test results); ignored by git, safe to delete. */
export const cacheDir = path.join(root, '.cache');
