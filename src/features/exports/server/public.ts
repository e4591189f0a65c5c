export { packing, type Packed, type Packing, startPacking } from './pack-export.ts';
export { WHOLE_RECORD } from './tasks.ts';
