import type { libraryActs as zh } from './acts.zh.ts';

export const libraryActs: typeof zh = { propose: 'Prepare for the library', files: 'Export files', open: 'Open' };
