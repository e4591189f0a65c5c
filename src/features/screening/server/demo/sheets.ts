import { userId } from '../../../../platform/demo/server/people.ts';
import type { Random } from '../../../../platform/demo/server/random.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import { ageOn } from '../../rules/age.ts';
import { textFor } from '../../rules/consent-text.ts';
import { scoreSheet } from '../../rules/scales/score.ts';
import { answersOf, type SheetState } from '../../rules/sheet-state.ts';
import { answer } from './answer.ts';
import { raiseFindings } from './findings.ts';
import type { ScreeningRows } from './rows.ts';
import type { Sheet, SheetRows, Taking } from './taking.ts';

const SECOND_MS = 1000;

const consentOf = (
  { exam, student: { child_id } }: Taking,
  { identity, user_id, at }: { identity: number; user_id: string; at: number },
): ScreeningRows['exam_consents'][number] => ({
  org_id: exam.org_id,
  consent_id: `${exam.exam_id}-${child_id}-${identity}`,
  exam_id: exam.exam_id,
  child_id,
  identity,
  user_id,
  text: textFor(identity, exam.consent_text),
  given_at: isoTime(at),
});

function consentsOf(taking: Taking): ScreeningRows['exam_consents'] {
  const { consent, startedAt, student } = taking;
  return [
    ...(consent?.guardian === undefined
      ? []
      : [consentOf(taking, { identity: IDENTITY.parent, user_id: consent.guardian, at: consent.at })]),
    ...(startedAt === undefined
      ? []
      : [consentOf(taking, { identity: IDENTITY.student, user_id: userId(student.login), at: startedAt })]),
  ];
}

function newSheet({ exam, packs, student, place, needsConsent, consent }: Taking): Sheet {
  return {
    org_id: exam.org_id,
    child_exam_id: `${exam.exam_id}-${student.child_id}`,
    exam_id: exam.exam_id,
    child_id: student.child_id,
    ...place,
    needs_consent: needsConsent,
    consented_at: needsConsent && consent ? isoTime(consent.at) : null,
    assented_at: null,
    started_at: null,
    last_answer_at: null,
    answered: 0,
    total: packs.reduce((sum, { items }) => sum + items.length, 0),
    answers: null,
    submitted_at: null,
    scored_at: null,
  };
}

const resultsOf = (
  { exam, packs, student, place }: Taking,
  state: SheetState,
  { child_exam_id, submitted_at, scored_at }: Sheet,
): ScreeningRows['exam_results'] =>
  packs.map((pack) => {
    const person = {
      age: ageOn(student.born_on, submitted_at ?? exam.starts_at),
      sex: student.sex,
      stage: place.period,
      grade: place.grade,
    };
    const score =
      pack.kind === 'scale'
        ? scoreSheet(pack, answersOf(state, pack.id), person)
        : { norm_set: '', valid: true, dimensions: [], marks: [] };
    return {
      org_id: exam.org_id,
      result_id: `${child_exam_id}-${pack.id}`,
      child_exam_id,
      exam_id: exam.exam_id,
      child_id: student.child_id,
      scale_id: pack.id,
      wording: pack.licence?.wording ?? 'none',
      ...score,
      version: pack.version,
      positive: false,
      scored_at: scored_at ?? exam.ends_at,
    };
  });

/** Adds a student's sheet with what belongs to it. The seed has no data keys; the first start encrypts the answers. */
export function addSheet(rows: SheetRows, taking: Taking, random: Random): void {
  const { packs, startedAt: from, isSubmitted, isHasty, isTroubled, critical } = taking;
  const sheet = newSheet(taking);
  rows.exam_sheets.push(sheet);
  rows.exam_consents.push(...consentsOf(taking));
  if (from === undefined) return;
  const atMost = isSubmitted ? undefined : random.int(1, sheet.total - 1);
  const { state, at } = answer({ packs, from, atMost, isHasty, isTroubled, critical }, random);
  Object.assign(sheet, {
    assented_at: isoTime(from),
    started_at: isoTime(from),
    last_answer_at: isoTime(at),
    answered: Object.keys(state.items).length,
    ...(isSubmitted && { submitted_at: isoTime(at + 8 * SECOND_MS), scored_at: isoTime(at + 10 * SECOND_MS) }),
  } satisfies Partial<Sheet>);
  if (isSubmitted) {
    const results = resultsOf(taking, state, sheet);
    raiseFindings(rows, taking, state, sheet, results);
    rows.exam_results.push(...results);
  }
  sheet.answers = JSON.stringify(state);
}
