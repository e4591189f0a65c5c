import { gradeOfCode } from '../rules/grades.ts';
import { joinName } from '../rules/person-name.ts';
import { refusal, type Problems, type ReadRow, type ReadTables } from './read-tables.ts';

/** The school as the roster is read for it. */
export interface School {
  orgId: string;
  /** First and last day of its current year. */
  year: { start_on: string; end_on: string };
  grades: ReadonlySet<number>;
  /** The day on which roles and memberships are looked at. */
  today: string;
}

export interface GivenClass {
  name: string;
  grade: number;
}
export interface GivenStudent {
  name: string;
  number: string;
  in: GivenClass | undefined;
}
export interface GivenTeacher {
  name: string;
  login: string;
  number: string;
}
/** What a roster says about one school. */
export interface GivenRoster {
  /** Its name in the file. */
  school: string;
  classes: GivenClass[];
  students: GivenStudent[];
  teachers: GivenTeacher[];
  /** Who is in the roster with a disabled account: not imported, and not missing. */
  disabled: { students: Set<string>; logins: Set<string> };
  /**
   * Rows about nothing that is exchanged: guardians, people who are disabled or not here today, other years and
   * schools.
   */
  leftOut: number;
}

const STAFF = new Set([
  'teacher',
  'aide',
  'proctor',
  'counselor',
  'principal',
  'siteAdministrator',
  'systemAdministrator',
  'districtAdministrator',
]);
const SCHEDULED = 'scheduled';

/**
 * The row of this school: by its number, or the only school of the file if that has no number.
 *
 * @throws AppError PSY_INVALID_INPUT
 */
function ownOrg(orgs: readonly ReadRow<'orgs'>[], orgId: string): ReadRow<'orgs'> {
  const schools = orgs.filter(({ type }) => type === 'school');
  const [only] = schools.length === 1 ? schools : [];
  const own =
    orgs.find(({ identifier }) => identifier === orgId) ??
    orgs.find(({ sourcedId, identifier }) => sourcedId === orgId && identifier === '') ??
    only;
  if (own?.identifier === orgId || own?.identifier === '') return own;
  throw refusal({
    file: 'orgs.csv',
    row: own?.no ?? 0,
    column: 'identifier',
    message: own
      ? `${own.name}的编号是 ${own.identifier}，不是本校的 ${orgId}`
      : `有 ${schools.length} 所学校，没有一所的编号是本校的 ${orgId}`,
  });
}

/** Classes of this school in its current year, by their ids in the file. */
function readClasses(tables: ReadTables, own: string, school: School, problems: Problems): Map<string, GivenClass> {
  const file = 'classes.csv';
  const current = new Map(
    tables.academicSessions.map(({ sourcedId, startDate, endDate }) => [
      sourcedId,
      startDate <= school.year.end_on && endDate >= school.year.start_on,
    ]),
  );
  const classes = new Map<string, GivenClass>();
  for (const row of tables.classes) {
    if (row.schoolSourcedId !== own || row.classType === SCHEDULED) continue;
    const terms = row.termSourcedIds.split(',').map((term) => term.trim());
    const unknown = terms.find((term) => !current.has(term));
    if (unknown !== undefined)
      problems.add({
        file,
        row: row.no,
        column: 'termSourcedIds',
        message: `academicSessions.csv 里没有 ${unknown}`,
      });
    if (!terms.some((term) => current.get(term) === true)) continue;
    const grade = gradeOfCode(row.grades.split(',')[0] ?? '');
    if (grade === undefined || !school.grades.has(grade))
      problems.add({ file, row: row.no, column: 'grades', message: `本校没有年级 ${row.grades || '（空）'}` });
    else classes.set(row.sourcedId, { name: row.title, grade });
  }
  return classes;
}

/** Whether a role or membership is in force: from its first day on, until its last day begins (OneRoster). */
const isInForce = ({ beginDate, endDate }: { beginDate: string; endDate: string }, today: string) =>
  beginDate <= today && (endDate === '' || today < endDate);

/** Who studies and who works at this school today, by their ids in the file. */
function readRoles(
  tables: ReadTables,
  own: string,
  today: string,
  problems: Problems,
): Map<string, 'student' | 'staff'> {
  const users = new Set(tables.users.map(({ sourcedId }) => sourcedId));
  const kinds = new Map<string, 'student' | 'staff'>();
  for (const row of tables.roles) {
    const { no, userSourcedId, role, orgSourcedId } = row;
    if (!users.has(userSourcedId))
      problems.add({
        file: 'roles.csv',
        row: no,
        column: 'userSourcedId',
        message: `users.csv 里没有 ${userSourcedId}`,
      });
    if (orgSourcedId !== own || !isInForce(row, today)) continue;
    if (role === 'student') kinds.set(userSourcedId, 'student');
    else if (STAFF.has(role) && !kinds.has(userSourcedId)) kinds.set(userSourcedId, 'staff');
  }
  return kinds;
}

/** The class of each student today. */
function readEnrollments(
  tables: ReadTables,
  classes: ReadonlyMap<string, GivenClass>,
  today: string,
  problems: Problems,
): Map<string, GivenClass> {
  const file = 'enrollments.csv';
  const [known, users] = [tables.classes, tables.users].map(
    (rows: readonly { sourcedId: string }[]) => new Set(rows.map(({ sourcedId }) => sourcedId)),
  ) as [Set<string>, Set<string>];
  const placed = new Map<string, GivenClass>();
  for (const row of tables.enrollments) {
    const { no, classSourcedId, userSourcedId, role } = row;
    if (!known.has(classSourcedId))
      problems.add({ file, row: no, column: 'classSourcedId', message: `classes.csv 里没有 ${classSourcedId}` });
    if (!users.has(userSourcedId))
      problems.add({ file, row: no, column: 'userSourcedId', message: `users.csv 里没有 ${userSourcedId}` });
    const one = classes.get(classSourcedId);
    if (role !== 'student' || one === undefined || !isInForce(row, today)) continue;
    if (placed.has(userSourcedId))
      problems.add({ file, row: no, column: 'userSourcedId', message: '这名学生已经在另一个班级' });
    else placed.set(userSourcedId, one);
  }
  return placed;
}

/**
 * What the tables say about one school, with all references followed.
 *
 * @throws AppError PSY_INVALID_INPUT naming file, row and column of what is wrong
 */
export function readRoster(tables: ReadTables, school: School, problems: Problems): GivenRoster {
  const { sourcedId: own, name } = ownOrg(tables.orgs, school.orgId);
  const classes = readClasses(tables, own, school, problems);
  const kinds = readRoles(tables, own, school.today, problems);
  const placed = readEnrollments(tables, classes, school.today, problems);
  const roster: GivenRoster = {
    school: name,
    classes: [...classes.values()],
    students: [],
    teachers: [],
    disabled: { students: new Set(), logins: new Set() },
    leftOut: 0,
  };
  const numbers = new Map<string, number>();
  for (const row of tables.users) {
    const kind = kinds.get(row.sourcedId);
    if (kind === undefined) continue;
    const number = row.identifier || (kind === 'student' ? row.username : '');
    const key = kind === 'student' ? number : row.username;
    if (row.enabledUser !== 'true') {
      roster.disabled[kind === 'student' ? 'students' : 'logins'].add(key);
      continue;
    }
    const twin = numbers.get(`${kind} ${key}`);
    if (twin !== undefined)
      problems.add({
        file: 'users.csv',
        row: row.no,
        column: kind === 'student' && row.identifier ? 'identifier' : 'username',
        message: `与第 ${twin} 行重复`,
      });
    numbers.set(`${kind} ${key}`, row.no);
    if (kind === 'student') roster.students.push({ name: joinName(row), number, in: placed.get(row.sourcedId) });
    else roster.teachers.push({ name: joinName(row), login: row.username, number });
  }
  problems.refuse();
  roster.leftOut =
    tables.users.length -
    roster.students.length -
    roster.teachers.length +
    tables.classes.length -
    roster.classes.length;
  return roster;
}
