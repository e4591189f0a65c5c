export { packing, type Packing, startPacking } from './pack.ts';
export { WHOLE_RECORD, exportFile } from './tasks.ts';
