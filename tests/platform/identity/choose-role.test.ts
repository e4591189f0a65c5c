import { describe, expect, it } from 'vitest';
import { chooseRole, confirmRole, type RequestedRole } from '../../../src/platform/identity/choose-role.ts';
import type { UserInfo } from '../../../src/platform/identity/contract.ts';
import { role, school, staff, student } from '../../support/msw-data.ts';

const choose = (user: UserInfo | null, requested: RequestedRole = {}) => chooseRole(user, requested, '普通教师');

/** Roles 8 and 10 at one school, 7 and 4 at another. */
const multi = staff({
  orgs: [
    school('2001', '一中', [role(8, '心理专职教师'), role(10, '班主任')]),
    school('2002', '小学', [role(7, '普通教师'), role(4, '超级管理员')]),
  ],
});

describe('the choice after sign-in', () => {
  it('is automatic with one identity, one organisation and one role', () => {
    expect(choose(staff())).toMatchObject({
      step: 'chosen',
      identity: 3,
      org: { org_id: '2001' },
      role: { role_id: 4 },
    });
  });

  it('asks for identity, then organisation, then role', () => {
    const user = { ...multi, roles: [{ role_id: 3 }, { role_id: 2 }] };
    expect([
      choose(user).step,
      choose(user, { identity: 3 }).step,
      choose(user, { identity: 3, org_id: '2001' }).step,
    ]).toEqual(['identity', 'org', 'role']);
    expect(choose(user, { identity: 3, org_id: '2001', role_id: 10 })).toMatchObject({
      step: 'chosen',
      role: { role_id: 10, role_name: '班主任' },
    });
  });

  it('skips a step with only one option', () => {
    const user = staff({
      orgs: [school('2001', '一中', [role(4, '超级管理员')]), school('2002', '小学', [role(8, '心理专职教师')])],
    });
    expect(choose(user, { org_id: '2002' })).toMatchObject({ step: 'chosen', role: { role_id: 8 } });
  });

  it('gives staff without role entries the role of ordinary teachers', () => {
    expect(choose(staff({ orgs: [school('2001', '一中', [])] }))).toMatchObject({
      step: 'chosen',
      role: { role_id: 7, role_name: '普通教师' },
    });
  });

  it('lists only the current student under identity 1', () => {
    expect(choose(student())).toEqual({
      step: 'chosen',
      identity: 1,
      org: { org_id: '2001', org_name: '青禾市第一中学', org_type: 2, edu_level: undefined },
      role: null,
    });
  });

  it('offers a parent the schools of the children', () => {
    const parent = student({
      roles: [{ role_id: 2 }],
      students: student().students.concat({
        school_id: '2001',
        school_name: '青禾市第一中学',
        student_id: 's2',
        child_id: 'c2',
        real_name: '王小红',
        is_current: true,
      }),
    });
    expect(choose(parent)).toMatchObject({ step: 'org', orgs: [{ org_id: '2002' }, { org_id: '2001' }] });
  });

  it('ignores a stored choice that the user no longer holds', () => {
    expect(choose(multi, { identity: 3, org_id: '2001', role_id: 4 }).step).toBe('role');
    expect(choose(multi, { identity: 3, org_id: '9999', role_id: 4 }).step).toBe('org');
    expect(choose(multi, { identity: 1 }).step).toBe('org');
  });
});

describe('a login is rejected', () => {
  it.each<[string, UserInfo | null]>([
    ['NO_USER', null],
    ['NO_USER', {} as UserInfo],
    ['ACCESS_DENIED', { ...staff(), user_id: '' }],
    ['NO_IDENTITY', staff({ roles: [] })],
    ['NO_IDENTITY', staff({ roles: [{ role_id: 9 }] })],
    ['NO_ORG', staff({ orgs: [] })],
    ['NO_ORG', student({ students: [] })],
    ['NO_ROLE', staff({ orgs: [school('2001', '一中', [role(0, '')])] })],
  ])('with %s', (reason, user) => {
    expect(choose(user)).toEqual({ step: 'rejected', reason });
  });

  it('with NO_CURRENT_ROLE when the chosen role was withdrawn meanwhile', () => {
    expect(confirmRole(staff(), { identity: 3, org_id: '2001', role_id: 8 }, '普通教师')).toEqual({
      step: 'rejected',
      reason: 'NO_CURRENT_ROLE',
    });
    expect(confirmRole(multi, { identity: 3, org_id: '2001', role_id: 8 }, '普通教师')).toMatchObject({
      step: 'chosen',
    });
  });
});
