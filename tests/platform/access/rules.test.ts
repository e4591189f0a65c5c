import { describe, expect, it } from 'vitest';
import { erasableOn } from '../../../src/platform/access/retention.ts';
import { isProtected } from '../../../src/platform/access/secondary.ts';
import { securityOf, UNSET, type SecuritySettings } from '../../../src/platform/access/security.ts';
import { makeDecisions } from '../../../src/platform/access/server/decisions.ts';
import { readGrants } from '../../../src/platform/access/server/grants.ts';
import {
  falseIfNotFound,
  notFoundInScope,
  notFoundReason,
} from '../../../src/platform/access/server/not-found-in-scope.ts';
import { classInScope, gradeInScope, type Scope } from '../../../src/platform/access/server/queries/scope.ts';
import type { RightsHolder } from '../../../src/platform/access/server/rights.ts';
import { readScopes } from '../../../src/platform/access/server/scope.ts';
import { readService, requireService } from '../../../src/platform/access/server/service-rules.ts';
import { staffRoles } from '../../../src/platform/access/server/staff-roles.ts';
import { productStatus, serviceState, type ServiceTerms } from '../../../src/platform/access/service-stage.ts';
import { AppError } from '../../../src/platform/errors/app-error.ts';
import type { Membership } from '../../../src/platform/identity/server/queries/memberships.ts';

const DAY = 86_400_000;
const END = '2026-12-31T16:00:00.000Z';
const end = Date.parse(END);

describe('the service of an organisation', () => {
  const at = (ms: number, terms: Partial<ServiceTerms> = {}) =>
    serviceState({ service_type: 2, account_expire_at: END, ...terms }, ms);

  it('is in service up to its end, then protected for as many days as were set, then expired', () => {
    expect([end - 1, end, end + 30 * DAY - 1, end + 30 * DAY].map((ms) => at(ms).stage)).toEqual([
      'formal',
      'protection',
      'protection',
      'expired',
    ]);
    expect([7 * DAY - 1, 7 * DAY].map((ms) => at(end + ms, { protection_days: 7 }).stage)).toEqual([
      'protection',
      'expired',
    ]);
  });

  it('reminds of its end thirty days before, and says when the next change is', () => {
    const reminder = end - 30 * DAY;
    expect([at(reminder - 1), at(reminder)].map(({ ending, changesAt }) => [ending, changesAt])).toEqual([
      [false, reminder],
      [true, end],
    ]);
    expect([at(end), at(end + 30 * DAY)].map(({ ending, changesAt }) => [ending, changesAt])).toEqual([
      [false, end + 30 * DAY],
      [false, undefined],
    ]);
  });

  it('counts whole days until the end, and days after it below zero', () => {
    expect([end - DAY, end - DAY + 1, end - 1, end + 1].map((ms) => at(ms).daysLeft)).toEqual([1, 0, 0, -1]);
  });

  it('does not end without a date, and is a trial where it is one', () => {
    expect(at(end, { account_expire_at: undefined })).toEqual({ stage: 'formal', ending: false });
    expect(at(end, { account_expire_at: 'soon', service_type: 1 })).toEqual({ stage: 'trial', ending: false });
    expect(at(end - 1, { service_type: 1 }).stage).toBe('trial');
  });

  it('is 0 in service, 1 near its end and 2 after it on the wire', () => {
    expect([end - 31 * DAY, end - DAY, end, end + 40 * DAY].map((ms) => productStatus(at(ms)))).toEqual([0, 1, 2, 2]);
  });

  const serves = readService(
    'stage, areas, acts, roles\nprotection, student, open|export, 4\nexpired, *, open, 4|5',
    new Set(['student', 'exam']),
  );

  it('keeps open after its end what a row names, for its roles and acts, at its stage', () => {
    expect(serves('protection', 4, 'student', 'export')).toBe(true);
    expect(serves('protection', 4, 'student', 'delete')).toBe(false);
    expect(serves('protection', 5, 'student', 'export')).toBe(false);
    expect(serves('protection', 4, 'exam', 'open')).toBe(false);
    expect(serves('expired', 5, 'exam', 'open')).toBe(true);
    expect(serves('expired', 4, 'student', 'export')).toBe(false);
    for (const stage of ['formal', 'trial'] as const) expect(serves(stage, 10, 'exam', 'delete')).toBe(true);
  });

  it('says which of the two has closed a call', () => {
    const refused = (ms: number) => () =>
      requireService(
        serves,
        { roleId: 10, service: { service_type: 2, account_expire_at: END } },
        'student',
        'open',
        ms,
      );
    expect(refused(end - 1)).not.toThrow();
    expect(refused(end)).toThrow(expect.objectContaining({ code: 'PSY_SERVICE_PROTECTED' }));
    expect(refused(end + 40 * DAY)).toThrow(expect.objectContaining({ code: 'PSY_SERVICE_EXPIRED' }));
  });

  it('has no rows for a stage in which everything is open, for an unknown area or role', () => {
    for (const row of ['formal, *, *, *', 'expired, nowhere, *, *', 'expired, *, *, 99'])
      expect(() => readService(`stage, areas, acts, roles\n${row}`, new Set(['student']))).toThrow();
  });
});

describe('the security settings in force', () => {
  const of = (change: Partial<SecuritySettings> = {}, protectable = ['archive', 'crisis/case']) =>
    securityOf({ ...UNSET, ...change }, 8, protectable, ['risk', 'plain']);
  const on = (change: Partial<SecuritySettings> = {}, protectable?: string[]) => {
    const { verified, masking, watermark } = of(change, protectable);
    return [[...verified], masking, watermark];
  };

  it('protect everything where nothing was set', () => {
    expect(on()).toEqual([['archive', 'crisis/case'], true, true]);
  });

  it('leave out the pages that the tenant excluded; with the last of them the whole layer is off', () => {
    expect(on({ unprotected: ['archive'] })).toEqual([['crisis/case'], true, true]);
    expect(on({ unprotected: ['archive', 'crisis/case'] })).toEqual([[], false, false]);
    expect(on({ unprotected: ['archive'] }, [])).toEqual([[], true, true]);
  });

  it('are all off without permission, and one by one by their switches', () => {
    expect(on({ permit: false })).toEqual([[], false, false]);
    const only = (off: keyof SecuritySettings['modules']) => on({ modules: { ...UNSET.modules, [off]: false } });
    expect(only('authorization_secondary')).toEqual([[], true, true]);
    expect(only('desensitization')).toEqual([['archive', 'crisis/case'], false, true]);
    expect(only('watermark')).toEqual([['archive', 'crisis/case'], true, false]);
  });

  it('are those of the role: its flags and its authenticator app', () => {
    expect(of({ roleFlags: { 8: ['risk'], 10: ['plain'] } }).flags).toEqual({ risk: true, plain: false });
    expect(
      [of({ authenticatorRoles: [8] }), of({ authenticatorRoles: [4] })].map((s) => s.authenticatorRequired),
    ).toEqual([true, false]);
  });

  it('protect a page below a protected one, and none beside it', () => {
    const areas = new Set(['crisis', 'archive/notes']);
    expect(
      ['crisis', 'crisis/case', 'crisis/case/plan', 'archive', 'archive/notes', 'crisis-line', ''].map((area) =>
        isProtected(areas, area),
      ),
    ).toEqual([true, true, true, false, true, false, false]);
  });
});

describe('the rows that a role reaches', () => {
  const HEAD = 'identities, roles, entities, by\n';
  const scopes = readScopes(
    `${HEAD}3, 10, class|student, class_ids\n3, 9, student, grade_combos|periods?\n3, 12, student, *\n1, *, sheet, self\n2, *, sheet, own_children`,
    new Set(['8', '9', '10', '12']),
  );
  const staff = (roleId: number, roleExtend: Record<string, unknown> = {}) => ({ roleId, roleExtend });

  it('are those that it is limited to, and none of an entity that is not listed', () => {
    expect(scopes(staff(10, { class_ids: ['a'] }), 'student')).toEqual({ kind: 'parts', classIds: ['a'] });
    expect(scopes(staff(10, { class_ids: ['a'] }), 'guardian')).toEqual({ kind: 'none' });
  });

  it('are none where the limit is missing, empty or malformed', () => {
    for (const class_ids of [undefined, [], 'a', [7], null])
      expect(scopes(staff(10, { class_ids }), 'student')).toEqual({ kind: 'none' });
  });

  it('are all without a row for the role, and with an optional limit that the person does not have', () => {
    expect(scopes(staff(8), 'student')).toEqual({ kind: 'all' });
    expect(scopes(staff(9), 'student')).toEqual({ kind: 'all' });
    expect(scopes(staff(9), 'guardian')).toEqual({ kind: 'all' });
    expect(scopes(staff(12), 'student')).toEqual({ kind: 'all' });
    expect(scopes(staff(12), 'guardian')).toEqual({ kind: 'all' });
  });

  it('are limited by each of several keys, for a person who has one of them', () => {
    const grade_combos = [{ period: 3, grade: 7 }, { period: 3 }, 'x'];
    expect(scopes(staff(9, { grade_combos }), 'student')).toEqual({ kind: 'parts', grades: [{ period: 3, grade: 7 }] });
    expect(scopes(staff(9, { periods: [3] }), 'guardian')).toEqual({ kind: 'none' });
  });

  it('of students and guardians are their own, and only of what is listed', () => {
    const own = (identity: number, more: object = {}) => ({
      identity,
      userId: 'u',
      roleId: 0,
      roleExtend: {},
      ...more,
    });
    expect(scopes(own(1), 'sheet')).toEqual({ kind: 'parts', studentAccount: 'u' });
    expect(scopes(own(1, { childId: 'c' }), 'sheet')).toEqual({ kind: 'parts', childIds: ['c'] });
    expect(scopes(own(2), 'sheet')).toEqual({ kind: 'parts', guardianAccount: 'u' });
    expect(scopes(own(1), 'student')).toEqual({ kind: 'none' });
    expect(scopes(own(1, { userId: undefined }), 'sheet')).toEqual({ kind: 'none' });
  });

  it('are never those of a file with a mistake', () => {
    const read = (row: string) => () => readScopes(HEAD + row, new Set(['9', '10']));
    expect(read('3, 10, student, nothing')).toThrow('不能用来限定范围');
    expect(read('3, 10, student, self')).toThrow('不能用来限定范围');
    expect(read('1, *, student, class_ids')).toThrow('不能用于身份');
    expect(read('*, *, student, self')).toThrow('不能用于身份');
    expect(read('3, 10, student, class_ids\n3, 9|10, student, periods')).toThrow('出现了两次');
  });

  it('name a class by any of its parts, and an unknown class only where everything is reached', () => {
    const place = { class_id: 'a', period: 3, grade: 7, college_id: 'c', major_id: null };
    const reached = (parts: object) => classInScope({ kind: 'parts', ...parts }, place);
    expect([
      reached({ classIds: ['a'] }),
      reached({ periods: [3] }),
      reached({ grades: [{ period: 3, grade: 7 }] }),
      reached({ collegeIds: ['c'] }),
    ]).toEqual([true, true, true, true]);
    expect([
      reached({ classIds: ['b'] }),
      reached({ periods: [4] }),
      reached({
        grades: [
          { period: 3, grade: 8 },
          { period: 4, grade: 7 },
        ],
      }),
      reached({ collegeIds: ['d'] }),
      reached({ majorIds: ['m'] }),
    ]).toEqual([false, false, false, false, false]);
    expect(classInScope({ kind: 'parts', majorIds: ['m'] }, { ...place, major_id: 'm' })).toBe(true);
    const all: Scope[] = [{ kind: 'all' }, { kind: 'none' }, { kind: 'parts', classIds: ['a'] }];
    expect(all.map((scope) => classInScope(scope, undefined))).toEqual([true, false, false]);
  });

  it('hold a grade only where every class of it is reached', () => {
    const grade = { period: 3, grade: 7 };
    const scope = (parts: object): Scope => ({ kind: 'parts', ...parts });
    expect(
      [
        { kind: 'all' } as const,
        { kind: 'none' } as const,
        scope({ periods: [3] }),
        scope({ periods: [4] }),
        scope({ grades: [grade] }),
        scope({
          grades: [
            { period: 4, grade: 7 },
            { period: 3, grade: 8 },
          ],
        }),
        scope({ classIds: ['a'] }),
      ].map((one) => gradeInScope(one, grade)),
    ).toEqual([true, false, true, false, true, false, false]);
  });
});

describe('who may give which role', () => {
  const HEAD = 'roles, org_types, granted_by, scopes, must_remain, temporary\n';
  const read = (rows: string) => readGrants(HEAD + rows, new Set(['1', '4', '8', '10', '12']));
  const grants = read(
    '4, 2, 4, none, yes, yes\n8|12, 2, 4|8, none, no, no\n10, *, 4, class_ids|grade_combos, no, no\n1, 1, 1, school_ids, yes, no',
  );

  it('is read from the row of the role, for the kind of organisation', () => {
    expect(grants.grantable({ roleId: 4, orgType: 2 })).toEqual([4, 8, 12, 10]);
    expect(grants.grantable({ roleId: 8, orgType: 2 })).toEqual([8, 12]);
    expect(grants.grantable({ roleId: 4, orgType: 1 })).toEqual([10]);
    expect(grants.grantable({ roleId: 10, orgType: 2 })).toEqual([]);
    expect([grants.rolesIn(1), grants.rolesIn(2)]).toEqual([
      [10, 1],
      [4, 8, 12, 10],
    ]);
  });

  it('names the roles of which one must remain, and no other', () => {
    expect(grants.mustRemain).toEqual([4, 1]);
  });

  it('names what limits a role, and the role that is limited so', () => {
    expect([grants.scopesOf(10), grants.scopesOf(4), grants.scopesOf(99)]).toEqual([
      ['class_ids', 'grade_combos'],
      [],
      [],
    ]);
    expect([grants.roleLimitedBy('class_ids'), grants.roleLimitedBy('periods')]).toEqual([10, undefined]);
  });

  it('names the role of an authorised login, in its kind of organisation only', () => {
    expect([grants.temporaryRole(2), grants.temporaryRole(1)]).toEqual([4, undefined]);
  });

  it('is refused with a mistake', () => {
    for (const row of [
      '*, 2, 4, none, no, no',
      '4, 2, *, none, no, no',
      '4, 9, 4, none, no, no',
      '4, 2, 4, nothing, no, no',
      '4, 2, 4, none, perhaps, no',
      '4, 2, 4, none, no, perhaps',
      '4, 2, 4, none, no, no\n8|4, 2, 4, none, no, no',
    ])
      expect(() => read(row)).toThrow();
  });
});

describe('a decision', () => {
  const decisions = () =>
    makeDecisions({
      areas: new Set(['crisis', 'crisis/case']),
      acts: new Map([
        ['crisis', new Set(['open'])],
        ['crisis/case', new Set(['open', 'update'])],
      ]),
      flagsOff: ({ security }, area) => (area === 'crisis/case' && security?.flags['risk'] !== true ? ['risk'] : []),
      ask: () => true,
    });
  const teacher = (risk: boolean, more: Partial<RightsHolder> = {}): RightsHolder => ({
    orgType: 2,
    eduLevel: 1,
    roleId: 10,
    features: new Set(),
    security: { ...securityOf(UNSET, 10, [], []), flags: { risk } },
    ...more,
  });

  it('is remembered for holders with the same flags only, whoever asked first', () => {
    for (const order of [
      [true, false],
      [false, true],
    ]) {
      const { decide } = decisions();
      expect(order.map((risk) => decide(teacher(risk), 'crisis/case', 'open'))).toEqual(order);
    }
  });

  it('lists for a system only what its account was given, and for a person everything', () => {
    const { permissions } = decisions();
    const whole = { open: ['crisis', 'crisis/case'], update: ['crisis/case'] };
    expect(permissions(teacher(true))).toEqual(whole);
    expect(permissions(teacher(true, { within: new Set(['crisis/case open']) }))).toEqual({ open: ['crisis/case'] });
    expect(permissions(teacher(true, { within: new Set(['crisis/case update']) }))).toEqual({
      update: ['crisis/case'],
    });
    expect(permissions(teacher(true))).toEqual(whole);
  });
});

describe('a row that was not found', () => {
  it('is said to be missing only to those who reach everything', () => {
    expect(notFoundInScope({ kind: 'all' }).code).toBe('PSY_NOT_FOUND');
    for (const scope of [{ kind: 'none' }, { kind: 'parts', classIds: ['a'] }] as const) {
      expect(notFoundInScope(scope).code).toBe('PSY_OUT_OF_REACH');
      expect(notFoundReason(scope)).toBe('不存在，或不在您的管理范围内');
    }
    expect(notFoundReason({ kind: 'all' })).toBe('不存在或已被删除');
  });

  it('is an absence, and no other error is', () => {
    for (const code of ['PSY_NOT_FOUND', 'PSY_OUT_OF_REACH'] as const)
      expect(falseIfNotFound(new AppError(code))).toBe(false);
    expect(() => falseIfNotFound(new AppError('AC_FORBIDDEN'))).toThrow(AppError);
    expect(() => falseIfNotFound(new Error('broken'))).toThrow('broken');
  });
});

describe('the roles of a person in an organisation', () => {
  const member = (
    identity: number,
    role_id: number | null,
    role_extend = {},
    claimed_until: string | null = null,
  ): Membership => ({ identity, role_id, role_extend, claimed_until });

  it('are those of the memberships as staff, each with its limits', () => {
    expect(staffRoles([member(3, 8), member(3, 10, { class_ids: ['a'] }), member(2, null)])).toEqual([
      { roleId: 8, roleExtend: {} },
      { roleId: 10, roleExtend: { class_ids: ['a'] } },
    ]);
  });

  it('are that of an ordinary teacher for staff without one, and none for students and guardians', () => {
    expect(staffRoles([member(3, null)])).toEqual([{ roleId: 7, roleExtend: {} }]);
    expect(staffRoles([member(1, null), member(2, null)])).toEqual([]);
    expect(staffRoles([member(3, null), member(3, 8)])).toEqual([{ roleId: 8, roleExtend: {} }]);
  });

  it('from claims stand beside those given by hand, and beside that of an ordinary teacher', () => {
    const claimed = (role_id: number) => member(3, role_id, {}, END);
    expect(staffRoles([member(3, null), claimed(8), claimed(7)])).toEqual([
      { roleId: 7, roleExtend: {} },
      { roleId: 8, roleExtend: {}, byClaim: true },
    ]);
    expect(staffRoles([member(3, 12), claimed(8)])).toEqual([
      { roleId: 12, roleExtend: {} },
      { roleId: 8, roleExtend: {}, byClaim: true },
    ]);
  });
});

it('a record may be erased so many years after the day on which the student left', () => {
  expect(erasableOn('2026-06-30', 3)).toBe('2029-06-30');
});
