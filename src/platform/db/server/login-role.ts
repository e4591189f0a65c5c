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
