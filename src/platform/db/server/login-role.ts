import type { Database } from './database.ts';

/** What is wrong with the role that the server logs in as. */
export interface LoginProblem {
  code: 'superuser' | 'bypasses-rls' | 'owns-tables' | 'not-a-member';
  /** For whoever sets the server up. */
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
 * Reports a login that could leave row-level security. Statements run under `xinyu_app` in any case; a login that is
 * neither superuser, owner nor BYPASSRLS keeps tenants apart even if somebody manages to send SQL of their own. The
 * embedded engine has one user and takes SQL from this program alone: nothing is reported there.
 */
export async function checkLoginRole(db: Database): Promise<LoginProblem[]> {
  if (db.kind === 'embedded') return [];
  const [found] = await db.admin((run) => run(question));
  // A superuser is a member of everything; one word about it is enough.
  const wrong = codes
    .filter((code) => found?.[code] === true)
    .filter((code, _, all) => code === 'superuser' || !all.includes('superuser'));
  return wrong.map((code) => ({ code, message: `数据库登录角色 ${String(found?.login)} ${messages[code]}。` }));
}
