import type { KeyRing } from '../../../platform/crypto/server/data-keys.ts';
import type { Section } from '../contract.ts';

/** Whom a package is about: what the receiving school compares with its own students. */
export interface PackedStudent {
  child_name: string;
  sex: number | null;
  born_on: string | null;
}

const at = (row: string, field: string) => ({ table: 'transfer_packages', row, field });

/** The encrypted columns of a package. @param ring of the receiving school */
export const sealPackage = (
  ring: KeyRing,
  id: string,
  { student, sections, summary }: { student: PackedStudent; sections: readonly Section[]; summary?: Buffer },
) => ({
  student: ring.encryptText(JSON.stringify(student), at(id, 'student')),
  content: ring.encryptText(JSON.stringify(sections), at(id, 'content')),
  summary: summary === undefined ? null : ring.encryptText(summary.toString('base64'), at(id, 'summary')),
});

export const openStudent = (ring: KeyRing, id: string, student: string): PackedStudent =>
  JSON.parse(ring.decryptText(student, at(id, 'student'))) as PackedStudent;
export const openSections = (ring: KeyRing, id: string, content: string): Section[] =>
  JSON.parse(ring.decryptText(content, at(id, 'content'))) as Section[];
export const openSummary = (ring: KeyRing, id: string, summary: string): string =>
  ring.decryptText(summary, at(id, 'summary'));

export const basisAt = (row: string) => ({ table: 'transfers_sent', row, field: 'basis' });
/** Why a package was declined; under the key of the sending school, which reads it. */
export const answerAt = (row: string) => ({ table: 'transfer_packages', row, field: 'answer' });
export const recordSummaryAt = (row: string) => ({ table: 'received_records', row, field: 'summary' });
export const bodyAt = (row: string) => ({ table: 'received_sections', row, field: 'body' });
