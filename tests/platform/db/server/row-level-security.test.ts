import { CompiledQuery } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Tenant } from '../../../../src/platform/db/server/database.ts';
import { isForbidden } from '../../../../src/platform/db/server/errors.ts';
import { checkLoginRole } from '../../../../src/platform/db/server/login-role.ts';
import { openDatabase } from '../../../../src/platform/db/server/open.ts';
import { describeDatabases, freshDatabase, useDatabase } from '../../../support/databases.ts';

const raw = <R>(text: string, parameters: unknown[] = []) => CompiledQuery.raw(text, parameters) as CompiledQuery<R>;
const names = raw<{ name: string }>('select name from owned order by name');
const as = (orgId: string | null, userId: string | null = null): Tenant => ({ orgId, userId });
const makeOwned = `
  create table owned (org_id text, name text, keeper text, primary key (org_id, name));
  alter table owned enable row level security;
  alter table owned force row level security;
  create policy tenant on owned using (org_id = nullif(current_setting('app.org_id', true), ''));
  create policy keeper on owned for select using (keeper = nullif(current_setting('app.user_id', true), ''));
  insert into owned values ('2001', 'a', 'u1'), ('2001', 'b', 'u2'), ('2002', 'c', 'u1');
  create table closed (id int);
  grant select, insert, update, delete on owned to xinyu_app`;

describeDatabases('row-level security', (kind) => {
  const db = useDatabase(kind);
  beforeAll(() => db().admin((run) => run(makeOwned)));
  const seen = async (tenant: Tenant) => (await db().read(tenant, [names]))[0].map((row) => row.name);

  it('shows nothing without a tenant', async () => {
    expect(await seen(as(null))).toEqual([]);
    expect(await seen(as(''))).toEqual([]);
    expect(await db().transaction(as(null), (tx) => tx.run(names))).toEqual([]);
  });

  it('shows a tenant its own rows and a person theirs', async () => {
    expect(await seen(as('2001'))).toEqual(['a', 'b']);
    expect(await seen(as('2002'))).toEqual(['c']);
    expect(await seen(as(null, 'u1'))).toEqual(['a', 'c']);
    expect(await db().transaction(as('2001'), (tx) => tx.run(names))).toHaveLength(2);
  });

  it('clears the tenant after each message, also after an error', async () => {
    await seen(as('2001', 'u1'));
    await db()
      .write(as('2001'), [raw('select 1/0')])
      .catch(() => undefined);
    await db()
      .transaction(as('2001'), (tx) => tx.run(raw('select 1/0')))
      .catch(() => undefined);
    expect(
      await db().admin((run) =>
        run("select current_setting('app.org_id', true) as org, current_user = session_user as same"),
      ),
    ).toEqual([{ org: '', same: true }]);
    expect(await seen(as(null))).toEqual([]);
  });

  it('refuses to write rows of another tenant', async () => {
    await expect(db().write(as('2001'), [raw("insert into owned values ('2002', 'x')")])).rejects.toSatisfy(
      isForbidden,
    );
    await expect(
      db().transaction(as('2001'), (tx) => tx.run(raw("update owned set org_id = '2002'"))),
    ).rejects.toSatisfy(isForbidden);
    expect(await db().write(as('2001'), [raw("delete from owned where org_id = '2002'")])).toEqual([0]);
    // A user's own rows are read only.
    expect(await db().write(as(null, 'u1'), [raw("update owned set name = 'z'")])).toEqual([0]);
  });

  it('passes tenant ids as parameters, never as SQL text', async () => {
    expect(await seen(as("2001' or '1'='1"))).toEqual([]);
    expect(await seen(as('2001\\'))).toEqual([]);
  });

  it('runs every statement under the role that cannot bypass it', async () => {
    const who = raw(
      'select current_user as role, (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as free',
    );
    expect(await db().read(as('2001'), [who])).toEqual([[{ role: 'xinyu_app', free: false }]]);
    expect(await db().transaction(as('2001'), (tx) => tx.run(who))).toEqual([{ role: 'xinyu_app', free: false }]);
    await expect(db().read(as('2001'), [raw('select * from closed')])).rejects.toSatisfy(isForbidden);
    await expect(db().write(as('2001'), [raw('update pg_authid set rolsuper = true')])).rejects.toSatisfy(isForbidden);
  });

  it('cannot be bypassed through the interface', async () => {
    for (const text of [
      'reset role',
      'set role none',
      'set session authorization default',
      "select set_config('role', 'none', true)",
      "SELECT SET_CONFIG('app.org_id', '2002', true)",
    ]) {
      await expect(db().write(as('2001'), [raw(text), names])).rejects.toThrow('not a statement');
    }
  });
});

describeDatabases('the login of the server', (kind) => {
  const db = useDatabase(kind);

  it.runIf(kind === 'embedded')('has no problem in the embedded database', async () => {
    expect(await checkLoginRole(db())).toEqual([]);
  });

  it.runIf(kind === 'server')('is reported when it could bypass row-level security', async () => {
    const fresh = await freshDatabase(kind);
    const admin = await openDatabase(fresh.options);
    const logins = {
      owner: `t_owner_${process.pid}`,
      bypass: `t_bypass_${process.pid}`,
      stranger: `t_stranger_${process.pid}`,
      fit: `t_fit_${process.pid}`,
    };
    await admin.admin((run) =>
      run(`
      ${makeOwned};
      create role ${logins.owner} login; alter table owned owner to ${logins.owner}; grant xinyu_app to ${logins.owner};
      create role ${logins.bypass} login bypassrls; grant xinyu_app to ${logins.bypass};
      create role ${logins.stranger} login;
      create role ${logins.fit} login; grant xinyu_app to ${logins.fit}`),
    );
    const problems = async (user?: string) => {
      const url = new URL(fresh.options.url ?? '');
      if (user) url.username = user;
      const asUser = await openDatabase({ url: url.href });
      const found = await checkLoginRole(asUser);
      await asUser.close();
      return found.map(({ code }) => code);
    };
    const canServe = async (user: string) => {
      const url = new URL(fresh.options.url ?? '');
      url.username = user;
      const asUser = await openDatabase({ url: url.href });
      const rows = await asUser.read(as('2001'), [names]).finally(() => asUser.close());
      return rows[0].length === 2;
    };
    expect(await problems()).toContain('superuser');
    expect(await problems(logins.owner)).toEqual(['owns-tables']);
    expect(await problems(logins.bypass)).toEqual(['bypasses-rls']);
    expect(await problems(logins.stranger)).toEqual(['not-a-member']);
    expect(await problems(logins.fit)).toEqual([]);
    expect(await canServe(logins.fit)).toBe(true);
    await expect(canServe(logins.stranger)).rejects.toSatisfy(isForbidden);
    await admin.admin((run) => run(`drop table owned; drop role ${Object.values(logins).join(', ')}`));
    await admin.close();
    await fresh.remove();
  });
});
