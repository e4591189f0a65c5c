import { CompiledQuery } from 'kysely';
import { describe, expect, it } from 'vitest';
import { isForbidden } from '../../../../src/platform/db/server/errors.ts';
import { describeDatabases } from '../../../support/databases.ts';
import { sendsAttacks } from '../../../support/statements.ts';
import { useWorld } from '../../../support/world.ts';

sendsAttacks();

/** Tables without a tenant; all others must have row-level security. */
const PLATFORM = [
  'accounts',
  'sessions',
  'preferences',
  'installation',
  'installation_checks',
  'server_processes',
  'authenticators',
  'passkeys',
  'outside_identities',
  'schema_migrations',
  'jobs',
  'exam_code_tenants',
  'file_code_tenants',
  'invitation_tenants',
  'wwork_suite_tickets',
  'wwork_corp_tenants',
];
const TENANT = [
  'orgs',
  'org_features',
  'org_settings',
  'sites',
  'memberships',
  'years',
  'edu_structures',
  'classes',
  'students',
  'guardians',
  'guardian_children',
  'custom_groups',
  'custom_group_members',
  'colleges',
  'majors',
  'enrolments',
  'grams',
  'audit_logs',
  'audit_links',
  'audit_heads',
  'idempotency_keys',
  'schema_overlays',
  'school_visits',
  'tenant_rows',
  'schema_versions',
  'schema_tenants',
  'job_requests',
];
const raw = <R>(text: string) => CompiledQuery.raw(text) as CompiledQuery<R>;

describeDatabases('row-level security', (kind) => {
  const world = useWorld(kind);
  const ask = (sql: string) => world().db.admin((run) => run(sql));

  it('is enabled and forced on every table except those without a tenant', async () => {
    const tables = await ask(
      "select relname as name, relrowsecurity and relforcerowsecurity as fenced from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
    );
    expect(tables.filter((t) => !t.fenced && !PLATFORM.includes(String(t.name))).map((t) => t.name)).toEqual([]);
    expect(tables.filter((t) => t.fenced).map((t) => t.name)).toEqual(expect.arrayContaining(TENANT));
  });

  it('has org_id leading the primary key of every table with an org_id', async () => {
    const wrong =
      await ask(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'memberships' and (i.indrelid is null or i.indkey[0] <> a.attnum)`);
    expect(wrong).toEqual([]);
  });

  it('applies to a role that can neither bypass it nor own a table', async () => {
    const [role] = await ask(
      "select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = 'xinyu_app'",
    );
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false });
    expect(await ask("select relname from pg_class where relowner = 'xinyu_app'::regrole")).toEqual([]);
  });

  it('has no view, and functions with the rights of their owner only for erasure and quarantine of students who have left', async () => {
    expect(
      await ask("select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')"),
    ).toEqual([]);
    const found = await ask(
      "select proname, proconfig::text as set from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by proname",
    );
    expect(found).toEqual(
      ['erase_child', 'erase_quarantined', 'quarantine_child', 'restore_child'].map((proname) => ({
        proname,
        set: expect.stringContaining('search_path=pg_catalog'),
      })),
    );
    const [child] = await ask("select child_id from students where org_id = 'S2' limit 1");
    expect(child).toBeDefined();
    for (const orgId of ['S1', null])
      await expect(
        world().db.read({ orgId, userId: null }, [raw(`select * from erase_child('${String(child?.['child_id'])}')`)]),
      ).rejects.toThrow('no student of this organisation who has left');
    for (const orgId of ['S1', null])
      await expect(
        world().db.read({ orgId, userId: null }, [
          raw(`select quarantine_child('r', '${String(child?.['child_id'])}', null, false)`),
        ]),
      ).rejects.toThrow('no student of this organisation who has left');
  });

  describe.each([
    'orgs',
    'memberships',
    'classes',
    'students',
    'guardians',
    'guardian_children',
    'org_features',
    'org_settings',
    'years',
    'edu_structures',
  ])('on %s', (table) => {
    const count = async (orgId: string | null, userId: string | null = null) =>
      (await world().db.read({ orgId, userId }, [raw<{ org_id: string }>(`select org_id from ${table}`)]))[0].map(
        (row) => row.org_id,
      );

    it('shows a tenant its own rows, and nothing without a tenant', async () => {
      expect(new Set(await count('S1'))).toEqual(new Set(['S1']));
      expect(await count(null)).toEqual([]);
      expect(await count('')).toEqual([]);
      expect(await count("S1' or true --")).toEqual([]);
    });
  });

  it('shows a person the own memberships and schools in any tenant, nothing else, and changes none', async () => {
    const own = async (userId: string, sql: string) =>
      (await world().db.read({ orgId: null, userId }, [raw<{ x: string }>(sql)]))[0].map((row) => row.x);
    expect(await own('multi', 'select distinct org_id as x from memberships order by 1')).toEqual(['S1', 'S2']);
    expect(await own('multi', 'select org_id as x from orgs order by 1')).toEqual(['S1', 'S2']);
    for (const table of ['students', 'guardian_children'])
      expect(await own('parent', `select child_id as x from ${table}`)).toEqual([]);
    expect(await own('nobody', 'select org_id as x from orgs')).toEqual([]);
    const [changed] = await world().db.write({ orgId: null, userId: 'multi' }, [
      raw<never>("update memberships set role_id = 4 where user_id = 'multi'"),
    ]);
    expect(changed).toBe(0);
  });

  it('shows the branding of a site to everyone, and lets only its own tenant change it', async () => {
    const [seen] = await world().db.read({ orgId: null, userId: null }, [
      raw<{ host: string }>('select host from sites'),
    ]);
    expect(seen).toEqual([{ host: 'psy.first.example' }]);
    const [changed] = await world().db.write({ orgId: 'S2', userId: null }, [
      raw<never>("update sites set site_name = 'x' where org_id = 'S1'"),
    ]);
    expect(changed).toBe(0);
  });

  it('refuses to write a row of another tenant', async () => {
    const forged = world().db.write({ orgId: 'S1', userId: null }, [
      raw<never>("insert into years values ('S2', 'y', 'y', '2026-01-01', '2026-12-31', false)"),
    ]);
    await expect(forged).rejects.toSatisfy(isForbidden);
  });

  it('lets no one change or remove log entries', async () => {
    for (const sql of ["update audit_logs set act = 'x'", 'delete from audit_logs']) {
      await expect(world().db.write({ orgId: 'S1', userId: null }, [raw<never>(sql)])).rejects.toSatisfy(isForbidden);
    }
    expect(await ask("select has_table_privilege('xinyu_app', 'audit_logs', 'truncate') as may")).toEqual([
      { may: false },
    ]);
  });
});
