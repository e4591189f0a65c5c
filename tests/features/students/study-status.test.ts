import { describe, expect, it } from 'vitest';
import { historyOf } from '../../../src/features/students/rules/enrolment-history.ts';
import { isAtSchool, mayBecome, STUDY } from '../../../src/features/students/rules/study-status.ts';

const { enrolled, suspended, left, graduated } = STUDY;
const ALL = Object.values(STUDY);

describe('a study status', () => {
  it('allows exactly these next states', () => {
    const followers = Object.fromEntries(ALL.map((from) => [from, ALL.filter((to) => mayBecome(from, to))]));
    expect(followers).toEqual({
      [enrolled]: [suspended, left, graduated],
      [suspended]: [enrolled, left],
      [left]: [enrolled],
      [graduated]: [enrolled],
    });
  });

  it('that is unknown allows nothing and follows nothing', () => {
    for (const known of ALL)
      for (const unknown of [0, 5, Number.NaN])
        expect([mayBecome(known, unknown), mayBecome(unknown, known)]).toEqual([false, false]);
  });

  it('decides whether the student still belongs to the school', () => {
    expect(ALL.filter(isAtSchool)).toEqual([enrolled, suspended]);
  });
});

describe('the enrolment history of a student', () => {
  const at = (since: string, study_status: number, class_id: string, year_id: string) => ({
    since,
    study_status,
    class_id,
    year_id,
  });

  it('names the cause and the end of each entry, latest first', () => {
    const history = historyOf([
      at('1', enrolled, 'a', 'y1'),
      at('2', enrolled, 'b', 'y1'),
      at('3', suspended, 'b', 'y1'),
      at('4', enrolled, 'c', 'y2'),
      at('5', enrolled, 'd', 'y3'),
      at('6', left, 'd', 'y3'),
      at('7', enrolled, 'd', 'y3'),
      at('8', graduated, 'd', 'y3'),
    ]);
    expect(history.map(({ change, since, until }) => [change, since, until])).toEqual([
      ['graduate', '8', undefined],
      ['resume', '7', '8'],
      ['leave', '6', '7'],
      ['promote', '5', '6'],
      ['resume', '4', '5'],
      ['suspend', '3', '4'],
      ['switch', '2', '3'],
      ['enrol', '1', '2'],
    ]);
  });

  it('is empty without entries', () => {
    expect(historyOf([])).toEqual([]);
  });
});
