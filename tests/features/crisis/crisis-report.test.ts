import { describe, expect, it } from 'vitest';
import {
  afterReport,
  chooseCategory,
  chooseClass,
  inReferral,
  missingOf,
  NO_DESCRIPTION,
  reportPayload,
  tick,
  toggleOther,
  warnContent,
  write,
  type Description,
} from '../../../src/features/crisis/rules/crisis-report.ts';

/** Category, selected templates, 'other', text. */
const is = (categoryId: string | undefined, ticked: string[], isOther: boolean, text: string): Description => ({
  categoryId,
  ticked,
  isOther,
  text,
});

describe('the description of a problem', () => {
  it.each<
    [what: string, before: Description, act: (now: Description) => Description, after: Description, sent: string]
  >([
    ['nothing is there at first', NO_DESCRIPTION, (now) => now, is(undefined, [], false, ''), ''],
    [
      'a category comes without ticks',
      NO_DESCRIPTION,
      () => chooseCategory('c1', ['失眠']),
      is('c1', [], false, ''),
      '',
    ],
    [
      'another category resets ticks',
      is('c1', ['失眠', '厌食'], false, ''),
      () => chooseCategory('c2', ['逃学']),
      is('c2', [], false, ''),
      '',
    ],
    [
      'another category resets other and its text',
      is('c1', [], true, '不愿回家'),
      () => chooseCategory('c2', ['逃学']),
      is('c2', [], false, ''),
      '',
    ],
    [
      'a category without descriptions leaves a text to give',
      is('c1', ['失眠'], false, ''),
      () => chooseCategory('c3', []),
      is('c3', [], true, ''),
      '',
    ],
    [
      'one tick is sent as it is',
      is('c1', [], false, ''),
      (now) => tick(now, ['失眠']),
      is('c1', ['失眠'], false, ''),
      '失眠',
    ],
    [
      'two ticks are joined by the full-width semicolon',
      is('c1', ['失眠'], false, ''),
      (now) => tick(now, ['失眠', '厌食']),
      is('c1', ['失眠', '厌食'], false, ''),
      '失眠；厌食',
    ],
    [
      'a tick turns other off and clears its text',
      is('c1', [], true, '不愿回家'),
      (now) => tick(now, ['失眠']),
      is('c1', ['失眠'], false, ''),
      '失眠',
    ],
    ['a tick can be taken away', is('c1', ['失眠'], false, ''), (now) => tick(now, []), is('c1', [], false, ''), ''],
    [
      'other clears the ticks',
      is('c1', ['失眠', '厌食'], false, ''),
      (now) => toggleOther(now, true),
      is('c1', [], true, ''),
      '',
    ],
    [
      'other takes a text',
      is('c1', [], true, ''),
      (now) => write(now, '不愿回家'),
      is('c1', [], true, '不愿回家'),
      '不愿回家',
    ],
    [
      'blanks around a text are not sent',
      is('c1', [], true, ''),
      (now) => write(now, '　 不愿回家\n'),
      is('c1', [], true, '　 不愿回家\n'),
      '不愿回家',
    ],
    ['a text of blanks is none', is('c1', [], true, ''), (now) => write(now, ' 　\n'), is('c1', [], true, ' 　\n'), ''],
    [
      'other turned off sends nothing and keeps the text',
      is('c1', [], true, '不愿回家'),
      (now) => toggleOther(now, false),
      is('c1', [], false, '不愿回家'),
      '',
    ],
    [
      'and on again it is back',
      is('c1', [], false, '不愿回家'),
      (now) => toggleOther(now, true),
      is('c1', [], true, '不愿回家'),
      '不愿回家',
    ],
    [
      'without other there is no text to write',
      is('c1', ['失眠'], false, ''),
      (now) => write(now, '不愿回家'),
      is('c1', ['失眠'], false, ''),
      '失眠',
    ],
  ])('%s', (_, before, act, after, sent) => {
    expect(act(before)).toEqual(after);
    expect(warnContent(act(before))).toBe(sent);
  });
});

const ticked = is('c1', ['失眠', '厌食'], false, '');

describe('the missing fields of a report', () => {
  it.each([
    [undefined, undefined, NO_DESCRIPTION, ['class', 'student', 'category']],
    [undefined, undefined, ticked, ['class', 'student']],
    ['k1', undefined, NO_DESCRIPTION, ['student', 'category']],
    ['k1', undefined, ticked, ['student']],
    ['k1', '', ticked, ['student']],
    ['k1', 's1', NO_DESCRIPTION, ['category']],
    ['k1', 's1', is('c1', [], false, ''), ['description']],
    ['k1', 's1', is('c1', [], true, '  '), ['description']],
    ['k1', 's1', is(undefined, [], true, '不愿回家'), ['category']],
    ['k1', 's1', ticked, []],
    [undefined, 's1', ticked, []],
  ])('are listed in the order of the form: class %s, student %s', (classId, childId, description, missing) => {
    expect(missingOf({ classId, childId, description })).toEqual(missing);
    expect(reportPayload({ classId, childId, description }) === undefined).toBe(missing.length > 0);
  });

  it('include the student after the class has changed', () => {
    expect(chooseClass({ classId: 'k1', childId: 's1', description: ticked }, 'k2')).toEqual({
      classId: 'k2',
      childId: undefined,
      description: ticked,
    });
  });
});

describe('the payload of a report', () => {
  it('has source 1 without a consultation', () => {
    expect(reportPayload({ classId: 'k1', childId: 's1', description: ticked })).toEqual({
      child_id: 's1',
      category_ids: ['c1'],
      warn_content: '失眠；厌食',
      source_type: 1,
      student_consulting_id: null,
    });
  });
  it('has source 2 and names its consultation', () => {
    expect(
      reportPayload({
        classId: undefined,
        childId: 's1',
        description: is('c2', [], true, '不愿回家'),
        consultingId: 'z9',
      }),
    ).toEqual({
      child_id: 's1',
      category_ids: ['c2'],
      warn_content: '不愿回家',
      source_type: 2,
      student_consulting_id: 'z9',
    });
  });
  it('waits for the verdict of a user who may give one', () => {
    expect([afterReport(true), afterReport(false)]).toEqual(['verify', 'send']);
  });
});

describe("a student's referral", () => {
  it.each([
    [undefined, undefined, false],
    [null, [], false],
    ['', [1], false],
    ['r1', undefined, true],
    ['r1', [], true],
    ['r1', [1, 2, 4], true],
    ['r1', [1, 128], false],
    ['r1', [128], false],
  ])('%s with the statuses %j is open: %s', (referral_id, referral_statuses, under) => {
    expect(inReferral({ referral_id, referral_statuses })).toBe(under);
  });
});
