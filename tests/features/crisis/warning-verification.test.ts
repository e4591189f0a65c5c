import { describe, expect, it } from 'vitest';
import {
  changePayload,
  crisisPayload,
  needsLevel,
  problemOf,
  verdictMode,
  verifyPayload,
  type Verdict,
} from '../../../src/features/crisis/rules/warning-verification.ts';

const [VALID, INVALID] = [1, 2] as const;
const verdict = (validStatus: 1 | 2 | undefined, level?: 1 | 2 | 3, reason = '', fileIds: string[] = []): Verdict => ({
  validStatus,
  level,
  reason,
  fileIds,
});

describe('a verdict', () => {
  it('has a level only when it is valid', () =>
    expect([needsLevel(VALID), needsLevel(INVALID)]).toEqual([true, false]));

  it.each([
    [verdict(undefined, 2), 'verdict'],
    [verdict(VALID), 'level'],
    [verdict(VALID, undefined, '字'.repeat(1001)), 'level'],
    [verdict(VALID, 2), undefined],
    [verdict(VALID, 2, '字'.repeat(1000)), undefined],
    [verdict(VALID, 2, '字'.repeat(1001)), 'tooLong'],
    [verdict(INVALID), undefined],
    [verdict(INVALID, undefined, '字'.repeat(1001)), 'tooLong'],
  ] as const)('%# reports the reason why it cannot be sent', (given, problem) =>
    expect(problemOf(given)).toBe(problem),
  );

  it.each([
    [
      verdict(VALID, 1, ' 已面谈 ', ['f1', 'f2']),
      { valid_status: 1, crisis_level: 1, file_ids: ['f1', 'f2'], reason: '已面谈' },
    ],
    [verdict(INVALID, undefined, '误报'), { valid_status: 2, file_ids: [], reason: '误报' }],
    // Selected before the warning was found invalid.
    [verdict(INVALID, 3, '误报'), { valid_status: 2, file_ids: [], reason: '误报' }],
  ])('%# becomes the wire payload', ({ validStatus = VALID, ...given }, sent) =>
    expect(verifyPayload(validStatus, given)).toEqual(sent),
  );
});

describe('a report and its verdict', () => {
  const report = {
    child_id: 's1',
    category_ids: ['c1'],
    warn_content: '失眠；厌食',
    source_type: 1 as const,
    student_consulting_id: null,
  };

  it('are sent together, without valid_status', () => {
    expect(crisisPayload(report, verdict(VALID, 3, '已面谈', ['f1']))).toEqual({
      child_id: 's1',
      category_ids: ['c1'],
      warn_content: '失眠；厌食',
      source_type: 1,
      student_consulting_id: null,
      crisis_level: 3,
      file_ids: ['f1'],
      reason: '已面谈',
    });
  });
  it('wait for a level', () => expect(crisisPayload(report, verdict(VALID))).toBeUndefined());
});

describe('a warning', () => {
  it.each([
    [true, false, 'verify'],
    [false, true, 'change'],
    [false, false, 'read'],
  ])('with the right to verify (%s) and an own verdict (%s) is opened to %s', (can_verify, can_edit, mode) =>
    expect(verdictMode({ can_verify, can_edit })).toBe(mode),
  );

  it('keeps valid or invalid when its verdict is changed', () => {
    expect(changePayload(VALID, verdict(VALID, 2, '又谈了一次 ', ['f1']), 4)).toEqual({
      crisis_level: 2,
      file_ids: ['f1'],
      reason: '又谈了一次',
      version: 4,
    });
    expect(changePayload(INVALID, verdict(INVALID, 2, '误报'), 5)).toEqual({
      file_ids: [],
      reason: '误报',
      version: 5,
    });
  });
});
