import { describe, expect, it } from 'vitest';
import { INSTITUTION, SCHOOL, callOf, load } from './support/load.ts';

const ROLES = [1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 14];
const ORG_TYPES = [INSTITUTION, SCHOOL];
const EDU_LEVELS = [null, 1, 2, 3];
const FEATURES: readonly string[][] = [
  [],
  ['ai'],
  ['exam', 'archives'],
  ['intervene', 'Intervene_interview', 'Intervene_sandplay', 'Intervene_custom'],
  ['Intervene_referral'],
  ['intervene', 'Intervene_consulting', 'Intervene_referral', 'Intervene_drawing'],
];

interface Expectation {
  roles: number[];
  orgType?: number;
  eduLevels?: number[];
  feature?: string;
  within?: string;
  atInstitution?: number[];
}

/**
 * Typed by hand from the specification's table of menus and the lines below it; `within` is the menu an entry stands
 * in, `atInstitution` who has it at an institution where others do.
 */
const EXPECTED: Record<string, Expectation> = {
  'org-manage': { roles: [1, 2, 3, 4, 5, 8, 9, 10, 12, 14], orgType: 2 },
  'org-manage/student': { roles: [4, 5, 8, 9, 10, 12, 14], within: 'org-manage' },
  'org-manage/class': { roles: [4, 5, 12, 14], within: 'org-manage' },
  'org-manage/guardian': { roles: [4, 5, 8, 9, 10, 12, 14], within: 'org-manage' },
  'org-manage/custom-group': { roles: [4, 5, 8, 9, 12, 14], within: 'org-manage' },
  'org-manage/structure': { roles: [1, 2, 3, 4, 5, 12, 14], within: 'org-manage' },
  'org-manage/faculty': { roles: [4, 5, 12, 14], eduLevels: [2, 3], within: 'org-manage' },
  'teacher-manage': { roles: [1, 2, 4, 5] },
  'batch-modify-password': { roles: [4, 5], orgType: 2 },
  // The same for an institution, whose staff alone need it.
  'teacher-manage/passwords': { roles: [1, 2], orgType: 1 },
  'academic-year-setting': { roles: [4, 5, 12, 14] },
  'security-setting': { roles: [1, 2, 4, 5] },
  'site-setting': { roles: [1, 2, 4, 5] },
  'operation-log': { roles: [4, 5] },
  'student/archive': { roles: [4, 5, 8, 9, 10, 12, 14], orgType: 2 },
  exam: { roles: [4, 5, 8, 12, 14] },
  'own-resource': { roles: [4, 5] },
  'own/equipment': { roles: [4, 5, 8], orgType: 2 },
  'schema-studio': { roles: [1, 4] },
  'authorised-login': { roles: [1, 4] },
  'security-setting/jump': { roles: [4, 5], within: 'security-setting' },
  intervention: { roles: [4, 5, 8, 12, 14], orgType: 2, feature: 'intervene' },
  'intervention/interview': { roles: [4, 5, 8, 12, 14], feature: 'Intervene_interview', within: 'intervention' },
  'intervention/consultation': { roles: [4, 5, 8, 12, 14], feature: 'Intervene_consulting', within: 'intervention' },
  'intervention/referral': { roles: [4, 5, 8, 12, 14], feature: 'Intervene_referral', within: 'intervention' },
  'intervention/follow-up': { roles: [4, 5, 8, 12, 14], within: 'intervention' },
  'intervention/sandplay': { roles: [4, 5, 8, 12, 14], feature: 'Intervene_sandplay', within: 'intervention' },
  'intervention/drawing': { roles: [4, 5, 8, 12, 14], feature: 'Intervene_drawing', within: 'intervention' },
  'intervention/custom': { roles: [4, 5, 8, 12, 14], feature: 'Intervene_custom', within: 'intervention' },
  'crisis-report': { roles: [4, 5, 7, 8, 9, 10, 12, 14], orgType: 2 },
  'crisis-report/next-step': { roles: [4, 5, 8], within: 'crisis-report' },
  // Without the flags of their roles, which nobody in this table has, grade heads and class teachers have none of the warnings.
  'crisis/warn': { roles: [4, 5, 8, 12, 14], orgType: 2 },
  'crisis/warn/verify': { roles: [4, 5, 8, 14], within: 'crisis/warn' },
  'warning/manual': { roles: [4, 5, 8, 12, 14], orgType: 2 },
  'warning/assessment': { roles: [4, 5, 8, 12, 14], orgType: 2 },
  'warning/smart-talk': { roles: [4, 5, 8, 12, 14], orgType: 2 },
  'warning/statistics': { roles: [4, 5, 8, 12, 14], atInstitution: [1, 2, 13] },
  'crisis/acknowledge': { roles: [4, 5, 8, 9, 10, 12, 14], orgType: 2 },
  'crisis/case': { roles: [4, 5, 8, 12, 14], orgType: 2 },
  'crisis/case/write': { roles: [4, 5, 8, 14], within: 'crisis/case' },
  'ai-chat': { roles: [4, 5, 7, 8, 9, 10, 12, 14], orgType: 2, feature: 'ai' },
  // Reached from the archive.
  'student/comment': { roles: [4, 5, 8, 9, 10, 12, 14], orgType: 2 },
  'student/record': { roles: [4], orgType: 2 },
  'student/comment/write': { roles: [10], orgType: 2 },
  // Every member of staff.
  index: { roles: ROLES },
  'saved-views': { roles: [1, 2, 4, 5] },
  // An institution's own.
  'school-manage': { roles: [1, 2, 3, 13], orgType: 1 },
  'school-manage/enter': { roles: [1, 2, 3], orgType: 1, within: 'school-manage' },
  escalation: { roles: [4, 5], orgType: SCHOOL },
  directory: { roles: ROLES },
  media: { roles: ROLES },
};

function expected(
  area: string,
  role: number,
  orgType: number,
  eduLevel: number | null,
  features: readonly string[],
): boolean {
  const row = EXPECTED[area]!;
  return (
    (orgType === INSTITUTION && row.atInstitution ? row.atInstitution : row.roles).includes(role) &&
    (row.orgType === undefined || row.orgType === orgType) &&
    (row.eduLevels === undefined || (eduLevel !== null && row.eduLevels.includes(eduLevel))) &&
    (row.feature === undefined || features.includes(row.feature)) &&
    (row.within === undefined || expected(row.within, role, orgType, eduLevel, features))
  );
}

describe('the permission matrix', async () => {
  const policies = await load({ endpoints: [callOf('org-manage/class', 'create')] });

  it.each(Object.keys(EXPECTED))('opens %s to exactly whom the specification names', (area) => {
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

  it('opens what a flag is for to its roles while any of the flags that open it is on', () => {
    const flagged = (roleId: number, flags: Record<string, boolean>) => ({
      roleId,
      orgType: SCHOOL,
      eduLevel: 1,
      features: new Set<string>(),
      security: { verified: new Set<string>(), masking: true, watermark: true, flags },
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

  it('gives whoever holds no role nothing at all', () => {
    const student = { roleId: 0, orgType: SCHOOL, eduLevel: 1, features: new Set(['ai']) };
    expect(Object.keys(EXPECTED).filter((area) => policies.decide(student, area, 'open'))).toEqual([]);
    expect(policies.abilities(student)).toEqual({ permissions: {}, protected: [], flags: {} });
  });

  it('allows every act of an area where the table says any, and only to open where it says so', () => {
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

  it('shows masked values in clear to whom reveal.csv says always, and lets those ask whom it names for it; nobody a kind that it does not name', () => {
    expect(ROLES.filter((roleId) => policies.mayReveal({ roleId }, 'phone'))).toEqual([]);
    expect(ROLES.filter((roleId) => policies.mayReveal({ roleId }, 'name'))).toEqual(ROLES);
    expect(ROLES.filter((roleId) => policies.mayAsk({ roleId }, 'phone'))).toEqual([1, 4]);
    expect(ROLES.filter((roleId) => policies.mayAsk({ roleId }, 'id-card'))).toEqual([4]);
    expect(ROLES.filter((roleId) => policies.mayAsk({ roleId }, 'text'))).toEqual([4, 8]);
    for (const asked of [policies.mayReveal, policies.mayAsk])
      expect(ROLES.filter((roleId) => asked({ roleId }, 'something'))).toEqual([]);
  });
});
