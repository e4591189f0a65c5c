/** Capital letters and digits without those that look alike (0 O, 1 I L). */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** A code as it was made, whatever a person puts between its characters. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** Characters of a file's code: 16 of 31 letters are 79 bits. */
export const FILE_CODE_LENGTH = 16;
/** Where a code is confirmed, without a login. */
export const VERIFY_PAGE = '/verify';

/** A code as it is printed, in groups of four. */
export const printedCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** What a file is, in the words of `file_kind`; the public page tells no more about it. */
export const FILE_KINDS = [
  'list',
  'statistics',
  'answers',
  'archives',
  'record',
  'results',
  'personal_report',
  'case',
  'group_report',
  'fhir',
  'monthly',
  'case_library',
  'transfer',
  'roster',
  'erasure',
  'row',
] as const;
export type FileKind = (typeof FILE_KINDS)[number];
