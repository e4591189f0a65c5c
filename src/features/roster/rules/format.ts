/** Versions of the manifest and of the tables (1EdTech OneRoster 1.2, CSV Binding). */
export const MANIFEST_VERSION = '1.0';
export const ONEROSTER_VERSION = '1.2';
export const MANIFEST = 'manifest.csv';
export const MANIFEST_COLUMNS = ['propertyName', 'value'] as const;

/** In a file with all rows, these two stay empty. */
const HEAD = ['sourcedId', 'status', 'dateLastModified'] as const;

/** The columns of each exchanged table, in the order of the format. */
export const TABLES = {
  academicSessions: [...HEAD, 'title', 'type', 'startDate', 'endDate', 'parentSourcedId', 'schoolYear'],
  orgs: [...HEAD, 'name', 'type', 'identifier', 'parentSourcedId'],
  courses: [
    ...HEAD,
    'schoolYearSourcedId',
    'title',
    'courseCode',
    'grades',
    'orgSourcedId',
    'subjects',
    'subjectCodes',
  ],
  classes: [
    ...HEAD,
    'title',
    'grades',
    'courseSourcedId',
    'classCode',
    'classType',
    'location',
    'schoolSourcedId',
    'termSourcedIds',
    'subjects',
    'subjectCodes',
    'periods',
  ],
  users: [
    ...HEAD,
    'enabledUser',
    'username',
    'userIds',
    'givenName',
    'familyName',
    'middleName',
    'identifier',
    'email',
    'sms',
    'phone',
    'agentSourcedIds',
    'grades',
    'password',
    'userMasterIdentifier',
    'resourceSourcedIds',
    'preferredGivenName',
    'preferredMiddleName',
    'preferredFamilyName',
    'primaryOrgSourcedId',
    'pronouns',
  ],
  roles: [...HEAD, 'userSourcedId', 'roleType', 'role', 'beginDate', 'endDate', 'orgSourcedId', 'userProfileSourcedId'],
  enrollments: [
    ...HEAD,
    'classSourcedId',
    'schoolSourcedId',
    'userSourcedId',
    'role',
    'primary',
    'beginDate',
    'endDate',
  ],
} as const;
export type TableName = keyof typeof TABLES;
export type ColumnOf<T extends TableName> = (typeof TABLES)[T][number];

/** Tables of the format that are not exchanged here: results, resources and demographic data. */
export const ABSENT_TABLES = [
  'categories',
  'classResources',
  'courseResources',
  'demographics',
  'lineItemLearningObjectiveIds',
  'lineItems',
  'lineItemScoreScales',
  'resources',
  'resultLearningObjectiveIds',
  'results',
  'resultScoreScales',
  'scoreScales',
  'userProfiles',
  'userResources',
] as const;

export const isTable = (name: string): name is TableName => Object.hasOwn(TABLES, name);
