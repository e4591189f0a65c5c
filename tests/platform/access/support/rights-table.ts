import { INSTITUTION, SCHOOL } from './load.ts';

/** All roles. */
export const ROLES = [1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 14];

interface Expectation {
  /** Of staff. */
  roles: number[];
  /** People without a role: students (1), guardians (2). */
  identities?: number[];
  orgType?: number;
  eduLevels?: number[];
  /** One of these software features. */
  feature?: string | readonly string[];
  within?: string;
  atInstitution?: number[];
}

/**
 * The table of rights, independent of `policies/`: typed by hand from the specification's table of menus and the lines
 * below it. `within` is the menu of an entry, `atInstitution` the roles at an institution where they differ.
 */
export const EXPECTED: Record<string, Expectation> = {
  // At an institution only its structure: the table gives the structure no org type.
  'org-manage': { roles: [1, 2, 3, 4, 5, 8, 9, 10, 12, 14], atInstitution: [1, 2, 3] },
  'org-manage/student': { roles: [4, 5, 8, 9, 10, 12, 14], within: 'org-manage' },
  'org-manage/class': { roles: [4, 5, 12, 14], within: 'org-manage' },
  'org-manage/guardian': { roles: [4, 5, 8, 9, 10, 12, 14], within: 'org-manage' },
  'org-manage/custom-group': { roles: [4, 5, 8, 9, 12, 14], within: 'org-manage' },
  'org-manage/structure': { roles: [1, 2, 3, 4, 5, 12, 14], within: 'org-manage' },
  // An institution has no grades.
  'org-manage/structure/grades': { roles: [1, 2, 3, 4, 5, 12, 14], orgType: 2, within: 'org-manage/structure' },
  'org-manage/faculty': { roles: [4, 5, 12, 14], eduLevels: [2, 3], within: 'org-manage' },
  // The roster for other systems: administrators.
  'org-manage/roster': { roles: [4, 5], orgType: 2, within: 'org-manage' },
  'org-manage/roster/difference': { roles: [4, 5], orgType: 2, within: 'org-manage/roster' },
  'org-manage/roster/box': { roles: [4, 5], orgType: 2, within: 'org-manage/roster' },
  'teacher-manage': { roles: [1, 2, 4, 5] },
  'batch-modify-password': { roles: [4, 5], orgType: 2 },
  // The same for an institution, whose members are all staff.
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
  'service-account': { roles: [4], atInstitution: [1] },
  // Of operators of the platform, who belong to no school or institution.
  platform: { roles: [] },
  webhook: { roles: [4], atInstitution: [1] },
  // Of systems alone.
  'sign-in-token': { roles: [] },
  'security-setting/jump': { roles: [4, 5], within: 'security-setting' },
  intervention: { roles: [4, 5, 8, 12, 14], orgType: 2, feature: 'intervene' },
  'intervention/interview': { roles: [4, 5, 8, 12, 14], feature: 'Intervene_interview', within: 'intervention' },
  'intervention/consultation': { roles: [4, 5, 8, 12, 14], feature: 'Intervene_consulting', within: 'intervention' },
  'intervention/referral': { roles: [4, 5, 8, 12, 14], feature: 'Intervene_referral', within: 'intervention' },
  'intervention/follow-up': { roles: [4, 5, 8, 12, 14], within: 'intervention' },
  'intervention/sandplay': { roles: [4, 5, 8, 12, 14], feature: 'Intervene_sandplay', within: 'intervention' },
  'intervention/drawing': { roles: [4, 5, 8, 12, 14], feature: 'Intervene_drawing', within: 'intervention' },
  'intervention/custom': { roles: [4, 5, 8, 12, 14], feature: 'Intervene_custom', within: 'intervention' },
  'crisis-report': { roles: [4, 5, 7, 8, 9, 10, 12, 14], orgType: 2, feature: ['warning', 'crisis'] },
  'crisis-report/next-step': { roles: [4, 5, 8], within: 'crisis-report' },
  // No user in this table has the flags of a role; without them grade heads and class teachers have none of the
  // warnings.
  'crisis/warn': { roles: [4, 5, 8, 12, 14], orgType: 2, feature: 'warning' },
  'crisis/warn/verify': { roles: [4, 5, 8, 14], within: 'crisis/warn' },
  'warning/manual': { roles: [4, 5, 8, 12, 14], orgType: 2, feature: 'warning' },
  'warning/assessment': { roles: [4, 5, 8, 12, 14], orgType: 2, feature: 'warning' },
  'warning/smart-talk': { roles: [4, 5, 8, 12, 14], orgType: 2, feature: 'warning' },
  'large-screen': { roles: [4, 5, 8, 12, 14], atInstitution: [1, 2, 13] },
  'large-screen/link': { roles: [4, 5], atInstitution: [1, 2], within: 'large-screen' },
  'warning/statistics': { roles: [4, 5, 8, 12, 14], atInstitution: [1, 2, 13], feature: 'warning' },
  'crisis/acknowledge': { roles: [4, 5, 8, 9, 10, 12, 14], orgType: 2, feature: 'warning' },
  'crisis/case': { roles: [4, 5, 8, 12, 14], orgType: 2, feature: 'crisis' },
  'crisis/case/file': { roles: [4, 5, 8, 14], within: 'crisis/case' },
  'crisis/case/write': { roles: [4, 5, 8, 14], within: 'crisis/case' },
  'case-library': { roles: [4, 5, 8, 12, 14], orgType: 2, feature: 'crisis' },
  'case-library/propose': { roles: [4, 5, 8], within: 'case-library' },
  'case-library/review': { roles: [4, 5, 8], within: 'case-library' },
  'case-library/file': { roles: [4, 5, 8], within: 'case-library' },
  // The specification names no roles for invitations; registrations are reviewed by the roles of the student list.
  invitation: {
    roles: [4, 5, 7, 8, 9, 10, 12, 14],
    orgType: 2,
    feature: ['single_invitation_code', 'group_invitation_code'],
  },
  'invitation/settings': { roles: [4, 5], within: 'invitation' },
  'student-application': { roles: [4, 5, 8, 9, 10, 12, 14], orgType: 2 },
  'ai-chat': { roles: [4, 5, 7, 8, 9, 10, 12, 14], orgType: 2, feature: 'ai' },
  // Opened from the archive.
  'student/archive/concern': { roles: [4, 5, 8, 12, 14], orgType: 2 },
  'student/archive/concern/set': { roles: [4, 5, 8, 14], orgType: 2, within: 'student/archive/concern' },
  'student/comment': { roles: [4, 5, 8, 9, 10, 12, 14], orgType: 2 },
  'student/record': { roles: [4], orgType: 2 },
  // Written for the transfer of students between schools; the specification names no roles.
  'transfer/send': { roles: [4, 8], orgType: 2 },
  'transfer/receive': { roles: [4, 5, 8], orgType: 2 },
  'student/archive/former': { roles: [4, 5, 8, 12, 14], orgType: 2, within: 'student/archive' },
  retention: { roles: [4, 5, 12], orgType: 2 },
  'retention/decide': { roles: [4, 5], orgType: 2, within: 'retention' },
  'retention/hold': { roles: [4, 5], orgType: 2, within: 'retention' },
  'student/comment/write': { roles: [10], orgType: 2 },
  // Screenings: students answer, students and guardians see their own; of results what the plan opens to them. Grade
  // heads and class teachers need their flag.
  'screening/answer': { roles: [], identities: [1], orgType: 2 },
  'screening/result/export': { roles: [4, 8], orgType: 2 },
  'screening/report': { roles: [4, 5, 8, 12, 14], orgType: 2 },
  'report/monthly': { roles: [4, 5, 8, 12, 14], atInstitution: [1, 2, 13] },
  'report/monthly/setting': { roles: [4, 8], atInstitution: [1, 2] },
  'screening/result': { roles: [4, 5, 8, 12, 14], identities: [1, 2], orgType: 2 },
  'screening/result/file': { roles: [4, 5, 8, 12, 14], identities: [1, 2], orgType: 2 },
  'screening/room': { roles: [4, 5, 7, 8, 9, 10, 12, 14], orgType: 2 },
  'screening/rules': { roles: [4, 8], orgType: 2 },
  'screening/rules/confirm': { roles: [8], within: 'screening/rules' },
  // Every member of staff.
  index: { roles: ROLES },
  'service-renewal': { roles: [1, 2, 4, 5] },
  // Everyone reads what is addressed to them; administrators write.
  'platform-announcement': { roles: ROLES, identities: [1, 2] },
  'platform-announcement/manage': { roles: [4, 5], atInstitution: [1, 2], within: 'platform-announcement' },
  'saved-views': { roles: [1, 2, 4, 5] },
  // Only at an institution.
  'school-manage': { roles: [1, 2, 3, 13], orgType: 1 },
  'school-manage/enter': { roles: [1, 2, 3], orgType: 1, within: 'school-manage' },
  escalation: { roles: [4, 5], orgType: SCHOOL, feature: 'warning' },
  // Staff have none of what students and guardians have of their own.
  'own-notice': { roles: [], identities: [1, 2], orgType: SCHOOL },
  appointment: { roles: [], identities: [1, 2], orgType: SCHOOL, feature: 'Intervene_consulting' },
  'appointment/book': { roles: [], identities: [1], within: 'appointment' },
  'screening/own': { roles: [], identities: [1, 2], orgType: SCHOOL },
  // Below the school's whole screening: class teachers see progress, psychology teachers decide alone.
  'screening/scale': { roles: [4, 5, 8, 9, 10, 12, 14], atInstitution: [1, 2, 13] },
  // An institution's plans for its schools; schools answer them under `exam`.
  'screening/bureau': { roles: [1, 2, 13], orgType: INSTITUTION },
  // What an institution sends to the schemas of its schools.
  'schema-layer': { roles: [1], orgType: INSTITUTION },
  'screening/area-report': { roles: [1, 2, 13], orgType: INSTITUTION },
  'screening/school-report': { roles: [1, 2, 13], orgType: INSTITUTION },
  'screening/pack': { roles: [4, 8], orgType: SCHOOL },
  'screening/totals': { roles: [4, 5, 8, 14], orgType: SCHOOL },
  'screening/questionnaire': { roles: [4, 5, 8, 12, 14], orgType: SCHOOL },
  'screening/release': { roles: [4, 5, 8], orgType: SCHOOL },
  'screening/expert': { roles: [8], orgType: SCHOOL },
  'screening/progress': { roles: [4, 5, 8, 9, 10, 12, 14], orgType: SCHOOL },
  today: { roles: [4, 5, 8, 14], orgType: SCHOOL },
  'screening/talk': { roles: [4, 5, 8, 14], orgType: SCHOOL },
  directory: { roles: ROLES },
  'own-rights': { roles: ROLES },
  media: { roles: ROLES },
};

/** Identities without a role: students and guardians. */
export const IDENTITIES = [1, 2];

/** The entry of an area. @throws Error where the table does not have it */
function entryOf(area: string): Expectation {
  const row = EXPECTED[area];
  if (!row) throw new Error(`${area} is not in the table of the specification's rights`);
  return row;
}

/** Whether the table opens an area of a school to a person without a role. */
export function expectedWithoutRole(area: string, identity: number, features: readonly string[]): boolean {
  const { identities = [], feature, within } = entryOf(area);
  return (
    identities.includes(identity) &&
    (feature === undefined || [feature].flat().some((one) => features.includes(one))) &&
    (within === undefined || expectedWithoutRole(within, identity, features))
  );
}

/** Whether the table opens an area to a role at an organisation. @throws Error where the table does not have the area */
export function expected(
  area: string,
  role: number,
  orgType: number,
  eduLevel: number | null,
  features: readonly string[],
): boolean {
  const row = entryOf(area);
  return (
    (orgType === INSTITUTION && row.atInstitution ? row.atInstitution : row.roles).includes(role) &&
    (row.orgType === undefined || row.orgType === orgType) &&
    (row.eduLevels === undefined || (eduLevel !== null && row.eduLevels.includes(eduLevel))) &&
    (row.feature === undefined ||
      // Features are those of schools.
      orgType === INSTITUTION ||
      [row.feature].flat().some((feature) => features.includes(feature))) &&
    (row.within === undefined || expected(row.within, role, orgType, eduLevel, features))
  );
}
