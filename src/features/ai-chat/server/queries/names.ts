import { sql } from 'kysely';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { ENROLLED } from '../../../../platform/identity/identity.ts';

/** What the names of an organisation are looked for in. */
export interface Wanted {
  /** Substrings of Chinese characters. */
  han: readonly string[];
  /** Pinyin without spaces. */
  letters: readonly string[];
  /** Numbers and login names in small letters. */
  words: readonly string[];
  /** The whole text without spaces and dots, in small letters. */
  tight: string;
}

export interface FoundName {
  kind: 'student' | 'guardian' | 'staff' | 'class' | 'org' | 'number' | 'login';
  name: string;
  pinyin: string;
}

/** A name as the text has it: without spaces and dots, in small letters. */
const tightName = (column: string) => sql`lower(regexp_replace(${sql.ref(column)}, '[\\s·•・‧∙･.]', '', 'g'))`;

const isNamed = (column: string, { han, tight }: Wanted, doubles: readonly string[]) => sql<boolean>`(
  ${sql.ref(column)} = any(${han}::text[])
  or char_length(${sql.ref(column)}) = 3 and substr(${sql.ref(column)}, 2) = any(${han}::text[])
  or char_length(${sql.ref(column)}) = 4 and left(${sql.ref(column)}, 2) = any(${doubles}::text[]) and substr(${sql.ref(column)}, 3) = any(${han}::text[])
  or ${sql.ref(column)} !~ '^[一-鿿]+$' and char_length(${tightName(column)}) > 1 and strpos(${tight}, ${tightName(column)}) > 0)`;
const isSpelled = (column: string, { letters }: Wanted) =>
  sql<boolean>`replace(${sql.ref(column)}, ' ', '') = any(${letters}::text[])`;

/** Names, numbers and logins of an organisation that may stand in a text. @param doubles Surnames of two characters */
export const namesIn = (orgId: string, wanted: Wanted, doubles: readonly string[]) =>
  sql<FoundName>`
    select distinct 'student' as kind, child_name as name, name_pinyin as pinyin from students
      where org_id = ${orgId} and (${isNamed('child_name', wanted, doubles)} or ${isSpelled('name_pinyin', wanted)})
    union select 'guardian', guardian_name, name_pinyin from guardians
      where org_id = ${orgId} and (${isNamed('guardian_name', wanted, doubles)} or ${isSpelled('name_pinyin', wanted)})
    union select 'staff', teacher_name, '' from teachers where org_id = ${orgId} and ${isNamed('teacher_name', wanted, doubles)}
    union select 'class', class_name, '' from classes where org_id = ${orgId} and strpos(${wanted.tight}, ${tightName('class_name')}) > 0
    union select 'org', org_name, '' from orgs where org_id = ${orgId}
    union select 'number', student_no, '' from students where org_id = ${orgId} and lower(student_no) = any(${wanted.words}::text[])
    union select 'number', teacher_no, '' from teachers where org_id = ${orgId} and lower(teacher_no) = any(${wanted.words}::text[])
    union select 'login', a.login_key, '' from accounts a join memberships m on m.user_id = a.user_id
      where m.org_id = ${orgId} and a.login_key = any(${wanted.words}::text[])`.compile(qb);

/** Names of all members of staff, for those that are spelled in letters: they have no stored pinyin. */
export const staffNames = (orgId: string) =>
  qb.selectFrom('teachers').select('teacher_name').where('org_id', '=', orgId).distinct();

/** Current students of a scope with one of these names; two are enough to know that a name is not unique. */
export const studentsNamed = (orgId: string, scope: Scope, names: readonly string[]) =>
  qb
    .selectFrom('students')
    .select(['child_id', 'child_name'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`child_name = any(${names}::text[])`)
    .where('study_status', '=', ENROLLED)
    .where(studentsInScope(scope))
    .limit(2);
