import { isEncryptedText, type FieldLocation, type KeyRing } from '../../../../platform/crypto/server/data-keys.ts';
import { emptyState, type SheetState } from '../../rules/sheet-state.ts';
import type { StoredSheet } from '../queries/sheets.ts';

const at = (row: string, field: 'answers' | 'draft_key'): FieldLocation => ({ table: 'exam_sheets', row, field });

/** Location of the answers of one call. */
export const callLocation = (answerId: string): FieldLocation => ({
  table: 'exam_answers',
  row: answerId,
  field: 'answers',
});

type Stored = Pick<StoredSheet, 'child_exam_id' | 'answers'>;

/** The answers in force of a sheet; rows that are not encrypted yet are read as they are. @throws DecryptionFailed */
export function readState(keys: KeyRing, { child_exam_id: id, answers }: Stored): SheetState {
  if (answers === null) return emptyState();
  const text = isEncryptedText(answers) ? keys.decryptText(answers, at(id, 'answers')) : answers;
  return JSON.parse(text) as SheetState;
}

export const encryptState = (keys: KeyRing, id: string, state: SheetState): string =>
  keys.encryptText(JSON.stringify(state), at(id, 'answers'));

export const encryptDraftKey = (keys: KeyRing, id: string, key: string): string =>
  keys.encryptText(key, at(id, 'draft_key'));

/** The key of the drafts on the student's devices. @throws DecryptionFailed */
export const readDraftKey = (
  keys: KeyRing,
  { child_exam_id: id, draft_key: stored }: Pick<StoredSheet, 'child_exam_id' | 'draft_key'>,
): string | undefined => (stored === null ? undefined : keys.decryptText(stored, at(id, 'draft_key')));
