import type { Database } from './database.ts';

/** A problem with the role that the server logs in as. */
export interface LoginProblem {
  code: 'superuser' | 'bypasses-rls' | 'owns-tables' | 'not-a-member';
  /** Text for the operator. */
  message: string;
}

const question = `
  select r.rolname as login, r.rolsuper as superuser, r.rolbypassrls as "bypasses-rls",
    exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and pg_has_role(r.oid, c.relowner, 'member')) as "owns-tables",
    not exists (select from pg_roles a where a.rolname = 'xinyu_app' and pg_has_role(r.oid, a.oid, 'member')) as "not-a-member"
  from pg_roles r where r.rolname = session_user`;

const messages: Record<LoginProblem['code'], string> = {
  superuser: '是超级用户，行级安全对它无效',
  'bypasses-rls': '带有 BYPASSRLS，行级安全对它无效',
  'owns-tables': '是数据表的所有者（或属于所有者角色），可以关闭行级安全',
  'not-a-member': '不是 xinyu_app 的成员，无法执行任何语句，请执行 grant xinyu_app to …',
};

const codes = Object.keys(messages) as LoginProblem['code'][];

/**
 * Reports a login role that could bypass row-level security. Statements run as `xinyu_app` in any case; a restricted
 * login keeps tenants apart even after an SQL injection. The embedded engine has only one user, so it reports nothing.
 */
export async function checkLoginRole(db: Database): Promise<LoginProblem[]> {
  if (db.kind === 'embedded') return [];
  const [found] = await db.admin((run) => run(question));
  const login = String(found?.login);
  const problem = (code: LoginProblem['code']) => ({ code, message: `数据库登录角色 ${login} ${messages[code]}。` });
  // A superuser is a member of every role, so the other problems follow from it.
  if (found?.superuser === true) return [problem('superuser')];
  return codes.filter((code) => found?.[code] === true).map(problem);
}

/** What the login that migrates and seeds lacks, and how it is granted. */
export interface MissingRight {
  code: 'no-app-role' | 'not-a-member' | 'no-create' | 'foreign-tables';
  /** What is missing, for the operator. */
  message: string;
  /** What to do about it. */
  remedy: string;
}

const ownerQuestion = `
  with me as (select * from pg_roles where rolname = session_user),
    app as (select oid from pg_roles where rolname = 'xinyu_app')
  select quote_ident(session_user) as login, quote_ident(current_database()) as database,
    not exists (select from app) and not (me.rolsuper or me.rolcreaterole) as "no-app-role",
    exists (select from app where not pg_has_role(session_user, oid, 'member')
      and not pg_has_role(session_user, oid, 'member with admin option')
      and not (me.rolcreaterole and current_setting('server_version_num')::int < 160000)) as "not-a-member",
    not has_schema_privilege(session_user, 'public', 'create') as "no-create",
    (select quote_ident(pg_get_userbyid(min(c.relowner))) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not pg_has_role(session_user, c.relowner, 'usage')) as owner
  from me`;

/**
 * Reports what the login lacks that migrates a database and seeds demo data (`DATABASE_ADMIN_URL`): it owns the tables
 * or creates them, and is a member of `xinyu_app` or creates it. Changes nothing.
 */
export async function missingOwnerRights(db: Database): Promise<MissingRight[]> {
  if (db.kind === 'embedded') return [];
  const [found] = await db.admin((run) => run(ownerQuestion));
  if (!found) return [];
  const login = String(found.login);
  const rights: MissingRight[] = [];
  if (typeof found.owner === 'string')
    rights.push({
      code: 'foreign-tables',
      message: `库里的数据表属于 ${found.owner}`,
      remedy: `把 DATABASE_ADMIN_URL 设为 ${found.owner} 的登录，或换一个空数据库`,
    });
  else if (found['no-create'] === true)
    rights.push({
      code: 'no-create',
      message: '不能在 public 模式里建表',
      remedy: `alter database ${String(found.database)} owner to ${login};`,
    });
  if (found['no-app-role'] === true)
    rights.push({
      code: 'no-app-role',
      message: '角色 xinyu_app 还不存在，这个登录又不能创建角色',
      remedy: `create role xinyu_app nologin nobypassrls; grant xinyu_app to ${login};`,
    });
  if (found['not-a-member'] === true)
    rights.push({
      code: 'not-a-member',
      message: '不是 xinyu_app 的成员',
      remedy: `grant xinyu_app to ${login};`,
    });
  return rights.map((right) => ({ ...right, message: `数据库登录角色 ${login}：${right.message}` }));
}
