import { describe, expect, it } from 'vitest';
import { refusedChanges, type ExamFields } from '../../../src/features/screening/rules/exam-changes.ts';
import { examStatus, type ExamTimes } from '../../../src/features/screening/rules/exam-status.ts';
import { addedTo, isEmptyScope } from '../../../src/features/screening/rules/scope.ts';
import { sheetStatus, type SheetFacts } from '../../../src/features/screening/rules/status.ts';

const START = '2026-11-02T00:00:00.000Z';
const END = '2026-11-06T00:00:00.000Z';
const at = (time: string, plusMs = 0) => Date.parse(time) + plusMs;
const DAY = 24 * 3_600_000;

describe('the status of a screening', () => {
  const published: ExamTimes = { status: 'published', starts_at: START, ends_at: END };

  it('runs from its first moment up to its end', () => {
    expect(examStatus(published, at(START, -1))).toBe('published');
    expect(examStatus(published, at(START))).toBe('running');
    expect(examStatus(published, at(END, -1))).toBe('running');
    expect(examStatus(published, at(END))).toBe('closed');
    expect(examStatus(published, at(END, 1))).toBe('closed');
  });

  it('does not run without a start, has no end without one, and is as stored when it is no longer published', () => {
    expect(examStatus({ ...published, starts_at: null }, at(START))).toBe('published');
    expect(examStatus({ ...published, ends_at: null }, at(END, DAY))).toBe('running');
    for (const status of ['draft', 'closed', 'archived'] as const)
      expect(examStatus({ ...published, status }, at(START))).toBe(status);
  });
});

describe('the status of a sheet', () => {
  const sheet: SheetFacts = {
    exam_status: 'published',
    starts_at: START,
    ends_at: END,
    needs_consent: true,
    consented_at: START,
    withdrawn_at: null,
    submitted_at: null,
    scored_at: null,
  };
  const status = (change: Partial<SheetFacts>, now = at(START)) => sheetStatus({ ...sheet, ...change }, now);

  it('is open from the start until a day after the end, for answers that arrive late', () => {
    expect(status({}, at(START, -1))).toBe('planned');
    expect(status({})).toBe('open');
    expect(status({}, at(END, DAY))).toBe('open');
    expect(status({}, at(END, DAY + 1))).toBe('closed');
  });

  it('waits for consent where the screening needs it, and only there', () => {
    expect(status({ consented_at: null })).toBe('waiting_consent');
    expect(status({ consented_at: null, needs_consent: false })).toBe('open');
    expect(status({ consented_at: null }, at(END, DAY + 1))).toBe('closed');
  });

  it('is closed after a withdrawal, whatever else happened', () => {
    expect(status({ withdrawn_at: START, submitted_at: START, scored_at: START })).toBe('closed');
  });

  it('is submitted, then scored, also when the screening has ended', () => {
    expect(status({ submitted_at: START }, at(END, 2 * DAY))).toBe('submitted');
    expect(status({ submitted_at: START, scored_at: START, exam_status: 'closed' })).toBe('scored');
  });

  it('is closed without a window, and when the screening is not published', () => {
    expect(status({ starts_at: null })).toBe('closed');
    expect(status({ ends_at: null })).toBe('closed');
    expect(status({ exam_status: 'draft' })).toBe('closed');
  });
});

describe('the scope of a screening', () => {
  it('is empty only where every part is', () => {
    expect(isEmptyScope({})).toBe(true);
    expect(isEmptyScope({ grade_ids: [], class_ids: [] })).toBe(true);
    expect(isEmptyScope({ grade_ids: [], child_ids: ['a'] })).toBe(false);
  });

  it('says part by part what another one adds', () => {
    expect(addedTo({ class_ids: ['a'] }, { class_ids: ['a', 'b'], child_ids: ['c'] })).toEqual({
      grade_ids: [],
      class_ids: ['b'],
      group_ids: [],
      child_ids: ['c'],
    });
  });
});

describe('what may change in a published screening', () => {
  const before: ExamFields = {
    exam_name: '秋季筛查',
    scale_ids: ['phq-9'],
    starts_at: START,
    ends_at: END,
    scope: { class_ids: ['a', 'b'] },
    visibility: { student: 'words', guardian: 'none' },
  };
  const refused = (status: 'published' | 'running', change: ExamFields) =>
    refusedChanges(status, before, { ...before, ...change }).map(({ field }) => field);

  it('before it starts: name and time, and students are added', () => {
    expect(
      refused('published', { exam_name: '冬季筛查', starts_at: END, scope: { class_ids: ['a', 'b', 'c'] } }),
    ).toEqual([]);
    expect(refused('published', { scope: { class_ids: ['a'] } })).toEqual(['/scope']);
    expect(refused('published', { scope: undefined })).toEqual(['/scope']);
    expect(refused('published', { visibility: { student: 'bands' } })).toEqual([]);
  });

  it('never: the scales and the consent that students were asked for', () => {
    for (const status of ['published', 'running'] as const) {
      expect(refused(status, { scale_ids: ['gad-7'] })).toEqual(['/scale_ids']);
      expect(refused(status, { consent_required: true })).toEqual(['/consent_required']);
    }
  });

  it('while it runs: only a later end, and fewer people who see results', () => {
    expect(refused('running', { ends_at: '2026-11-07T00:00:00.000Z' })).toEqual([]);
    expect(refused('running', { ends_at: '2026-11-05T00:00:00.000Z' })).toEqual(['/ends_at']);
    expect(refused('running', { exam_name: '冬季筛查' })).toEqual(['/exam_name']);
    expect(refused('running', { scope: { class_ids: ['a', 'b', 'c'] } })).toEqual(['/scope']);
    expect(refused('running', { visibility: { student: 'none', guardian: 'none' } })).toEqual([]);
    expect(refused('running', { visibility: { student: 'bands', guardian: 'words' } })).toEqual([
      '/visibility/student',
      '/visibility/guardian',
    ]);
    expect(refused('running', { visibility: undefined })).toEqual([]);
  });

  it('says which of the two situations it is', () => {
    const [first] = refusedChanges('running', before, { ...before, exam_name: '冬季筛查' });
    expect(first?.message).toBe('测评进行中，这一项不能再修改');
    const [second] = refusedChanges('published', before, { ...before, retakes: 2 });
    expect(second?.message).toBe('测评已经发布，这一项不能再修改');
  });

  it('takes the same moment in another notation for the same', () => {
    expect(refused('running', { starts_at: '2026-11-02T08:00:00+08:00' })).toEqual([]);
    expect(refused('running', { starts_at: '2026-11-02T08:00:01+08:00' })).toEqual(['/starts_at']);
    expect(refused('running', { exam_name: null })).toEqual(['/exam_name']);
  });
});
