import { ageOn } from '../../rules/age.ts';
import type { Person } from '../../rules/scales/pack.ts';
import type { StoredSheet } from '../queries/sheets.ts';

type PersonalSheet = Pick<StoredSheet, 'born_on' | 'sex' | 'period' | 'grade' | 'submitted_at'>;

/** Whom the norms are looked up for: the student as of the submission. */
export const personOf = ({ born_on, sex, period, grade, submitted_at }: PersonalSheet): Person => ({
  age: born_on === null || submitted_at === null ? undefined : ageOn(born_on, submitted_at),
  sex: sex ?? undefined,
  stage: period ?? undefined,
  grade: grade ?? undefined,
});
