/**
 * The areas of the portal, named by the paths of their pages (`api.md`, what may I). `policies/access.csv` says who may enter which;
 * a name that stands there and neither here nor in a resource's schema is taken for a slip of the pen and fails the start.
 */
export const AREAS = [
  'directory', 'index', 'ai-chat', 'media',
  'org-manage', 'org-manage/student', 'org-manage/class', 'org-manage/guardian', 'org-manage/custom-group', 'org-manage/structure', 'org-manage/faculty',
  'teacher-manage', 'teacher-manage/passwords', 'batch-modify-password', 'academic-year-setting', 'security-setting', 'site-setting', 'operation-log',
  'school-manage', 'school-manage/enter', 'student/archive', 'student/comment', 'student/comment/write', 'student/record', 'exam',
  'intervention', 'intervention/interview', 'intervention/consultation', 'intervention/referral', 'intervention/follow-up', 'intervention/sandplay', 'intervention/drawing', 'intervention/custom',
  'own-resource', 'schema-studio', 'escalation',
  'authorised-login', 'saved-views', 'security-setting/jump', 'crisis-report', 'crisis-report/next-step',
  'crisis/warn', 'crisis/warn/verify', 'crisis/acknowledge', 'crisis/case', 'crisis/case/write', 'warning/statistics', 'warning/manual', 'warning/assessment', 'warning/smart-talk',
] as const;
export type Area = (typeof AREAS)[number];
