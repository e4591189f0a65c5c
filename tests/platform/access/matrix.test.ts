import { describe, expect, it } from 'vitest';
import { INSTITUTION, SCHOOL, callOf, load } from './support/load.ts';
import { EXPECTED, expected, expectedWithoutRole, IDENTITIES, ROLES } from './support/rights-table.ts';

const ORG_TYPES = [INSTITUTION, SCHOOL];
const EDU_LEVELS = [null, 1, 2, 3];
const FEATURES: readonly string[][] = [
  [],
  ['ai'],
  ['exam', 'archives'],
  ['warning'],
  ['crisis'],
  ['warning', 'crisis'],
  ['intervene', 'Intervene_interview', 'Intervene_sandplay', 'Intervene_custom'],
  ['Intervene_referral'],
  ['intervene', 'Intervene_consulting', 'Intervene_referral', 'Intervene_drawing'],
];

describe('the permission matrix', async () => {
  const policies = await load({ endpoints: [callOf('org-manage/class', 'create')] });

  it.each(Object.keys(EXPECTED))('opens %s exactly to the roles that the specification names', (area) => {
    for (const roleId of ROLES)
      for (const orgType of ORG_TYPES)
        for (const eduLevel of EDU_LEVELS)
          for (const features of FEATURES) {
            const actor = { roleId, orgType, eduLevel, features: new Set(orgType === SCHOOL ? features : []) };
            const of = { roleId, orgType, eduLevel, features };
            expect({ ...of, open: policies.decide(actor, area, 'open') }).toEqual({
              ...of,
              open: expected(area, roleId, orgType, eduLevel, orgType === SCHOOL ? features : []),
            });
          }
  });

  it('lists as abilities exactly what it decides, for every combination', () => {
    for (const roleId of ROLES)
      for (const orgType of ORG_TYPES)
        for (const eduLevel of EDU_LEVELS)
          for (const features of FEATURES) {
            const actor = { roleId, orgType, eduLevel, features: new Set(orgType === SCHOOL ? features : []) };
            const open = Object.keys(EXPECTED).filter((area) =>
              expected(area, roleId, orgType, eduLevel, orgType === SCHOOL ? features : []),
            );
            expect([...(policies.abilities(actor).permissions.open ?? [])].sort()).toEqual(open.sort());
          }
  });

  it('opens the area of a flag to its roles while any of the flags that open it is on', () => {
    const flagged = (roleId: number, flags: Record<string, boolean>) => ({
      roleId,
      orgType: SCHOOL,
      eduLevel: 1,
      features: new Set(['warning']),
      security: { verified: new Set<string>(), masking: true, watermark: true, authenticatorRequired: false, flags },
    });
    const has = (roleId: number, flags: Record<string, boolean>) =>
      ['crisis/warn', 'crisis/warn/verify', 'warning/manual'].map((area) =>
        policies.decide(flagged(roleId, flags), area, 'open'),
      );
    expect(has(10, {})).toEqual([false, false, false]);
    expect(has(10, { student_report_view: true })).toEqual([false, false, false]);
    expect(has(10, { student_risk_view: true })).toEqual([true, false, true]);
    expect(has(9, { head_class_teacher_check_wraning: true, student_risk_view: false })).toEqual([true, true, true]);
    expect(has(7, { student_risk_view: true })).toEqual([false, false, false]);
    expect([4, 8, 9, 10, 12, 14, 5, 7].map((roleId) => policies.groupOf(roleId))).toEqual([
      'administration',
      'psychology',
      'homeroom',
      'homeroom',
      'leadership',
      'leadership',
      'administration',
      undefined,
    ]);
  });

  it.each(IDENTITIES)('gives a person of identity %i without a role their own areas and nothing else', (identity) => {
    for (const features of FEATURES) {
      const person = { identity, roleId: 0, orgType: SCHOOL, eduLevel: 1, features: new Set(features) };
      const own = Object.keys(EXPECTED).filter((area) => expectedWithoutRole(area, identity, features));
      expect(Object.keys(EXPECTED).filter((area) => policies.decide(person, area, 'open'))).toEqual(own);
      expect([...(policies.abilities(person).permissions.open ?? [])].sort()).toEqual(own.sort());
      expect(policies.abilities(person)).toMatchObject({ protected: [], flags: {} });
    }
  });

  it('gives a member of staff without a role, and a person without a role at an institution, nothing', () => {
    const features = new Set(['ai']);
    for (const [identity, orgType] of [[3, SCHOOL] as const, ...IDENTITIES.map((one) => [one, INSTITUTION] as const)]) {
      const person = { identity, roleId: 0, orgType, eduLevel: 1, features };
      expect(policies.abilities(person)).toEqual({ permissions: {}, protected: [], flags: {} });
    }
  });

  it('allows every act of an area where the table has `*`, and only open where it says so', () => {
    const administrator = { roleId: 4, orgType: SCHOOL, eduLevel: 1, features: new Set<string>() };
    expect(policies.decide(administrator, 'org-manage/class', 'create')).toBe(true);
    expect(policies.decide({ ...administrator, roleId: 8 }, 'org-manage/class', 'create')).toBe(false);
    expect(policies.decide(administrator, 'index', 'update')).toBe(false);
    expect(policies.abilities(administrator).permissions.create).toEqual(['org-manage/class']);
  });

  it('knows no area that the table does not have', () => {
    expect(policies.decide({ roleId: 4, orgType: SCHOOL, eduLevel: 1, features: new Set() }, 'nowhere', 'open')).toBe(
      false,
    );
  });

  it('shows masked values in clear to `always` roles of reveal.csv, on request to `asked` ones, to no other', () => {
    expect(ROLES.filter((roleId) => policies.mayReveal({ roleId }, 'phone'))).toEqual([]);
    expect(ROLES.filter((roleId) => policies.mayReveal({ roleId }, 'name'))).toEqual(ROLES);
    expect(ROLES.filter((roleId) => policies.mayAsk({ roleId }, 'phone'))).toEqual([1, 4]);
    expect(ROLES.filter((roleId) => policies.mayAsk({ roleId }, 'id-card'))).toEqual([4]);
    expect(ROLES.filter((roleId) => policies.mayAsk({ roleId }, 'text'))).toEqual([4, 8]);
    for (const asked of [policies.mayReveal, policies.mayAsk])
      expect(ROLES.filter((roleId) => asked({ roleId }, 'something'))).toEqual([]);
  });
});
