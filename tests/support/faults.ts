import { inject } from 'vitest';
import { describeApi, describeDatabases, type DatabaseKind } from './databases.ts';

/** `npm run faults` runs every fault in full; any other run takes a short sample of each. */
const IS_FULL = process.env['XINYU_FAULTS'] === 'full';

/** How often a fault happens. */
export const times = (sample: number, full: number): number => (IS_FULL ? full : sample);

/** The engines on which a fault happens: one in a sample, the embedded one where none is named. */
export const faultyKinds = (sample: DatabaseKind = 'embedded'): DatabaseKind[] =>
  !inject('databases').postgres ? ['embedded'] : IS_FULL ? ['embedded', 'server'] : [sample];

/** Like `describeDatabases` in full, like `describeApi` in a sample. */
export const describeFaults: typeof describeDatabases = IS_FULL ? describeDatabases : describeApi;
