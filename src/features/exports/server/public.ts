export { removeFilesAbout } from './end-export.ts';
export type { Pack, Packed, Packing } from './packer.ts';
export { packing, packingOfFiles, packingOfStudents } from './packing.ts';
export { reachOf, refuseOtherReach, requireSameReach } from './reach.ts';
export { startPacking } from './start-packing.ts';
export type { ExportRefusal } from './still-readable.ts';
export { WHOLE_RECORD } from './tasks.ts';
