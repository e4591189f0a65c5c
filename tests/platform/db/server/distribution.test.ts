import { describe, expect, inject, it } from 'vitest';
import type { AdminRun } from '../../../../src/platform/db/server/database.ts';
import { useDatabase } from '../../../support/databases.ts';

/** Tables that a cluster keeps on every node, because rows of every organisation refer to them or their keys are global. */
const REFERENCE = ['orgs', 'sites', 'accounts', 'jobs'];

/** What kind of table each one would be: a table with `org_id` is distributed by it, any other is local to the router. */
const KINDS = `
  with kinds as (
    select c.oid, c.relname, case when c.relname = any ('{${REFERENCE.join()}}') then 'reference'
      when a.attname is null then 'local' else 'distributed' end as kind, a.attnum as org
    from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p'))`;

/** A key must hold the column itself. An exclusion must also compare it for equality. */
const KEYS = `${KINDS}
  select i.indexrelid::regclass::text as name from pg_index i join kinds k on k.oid = i.indrelid and k.kind = 'distributed'
    left join pg_constraint x on x.conindid = i.indexrelid and x.contype = 'x'
  where (i.indisunique or x.oid is not null) and not exists (
    select from generate_series(1, i.indnkeyatts) n
    where i.indkey[n - 1] = k.org and (x.oid is null or (select oprname from pg_operator where oid = x.conexclop[n]) = '='))`;

const REFERENCES = `${KINDS}, refs as (
    select f.*, one.kind as from_kind, other.kind as to_kind, one.org as from_org, other.org as to_org
    from pg_constraint f join kinds one on one.oid = f.conrelid join kinds other on other.oid = f.confrelid where f.contype = 'f')
  select conrelid::regclass || ' ' || conname as name from refs
  where case when from_kind = 'distributed' and to_kind = 'distributed' then
      not exists (select from generate_subscripts(conkey, 1) n where conkey[n] = from_org and confkey[n] = to_org)
      or (confdeltype in ('n', 'd') and from_org = any (coalesce(confdelsetcols, conkey))) or confupdtype in ('n', 'd', 'c')
    when from_kind = 'distributed' then to_kind = 'local'
      or (confdeltype in ('n', 'd') and from_org = any (coalesce(confdelsetcols, conkey)))
    when from_kind = 'reference' then to_kind <> 'reference'
    else to_kind = 'distributed' end`;

const COLUMNS = `${KINDS}
  select relname || '.' || attname as name from kinds join pg_attribute a on a.attrelid = oid and a.attnum > 0
  where kind = 'distributed' and (
    (attname = 'org_id' and (not attnotnull or atttypid <> 'text'::regtype))
    or (attidentity <> '' and atttypid <> 'bigint'::regtype)
    or (attgenerated = '' and exists (select from pg_attrdef d
      where d.adrelid = oid and d.adnum = attnum and pg_get_expr(adbin, adrelid) like 'nextval(%' and atttypid <> 'bigint'::regtype)))`;

const HIERARCHIES = `${KINDS}
  select relname as name from kinds join pg_inherits on inhrelid = oid where kind = 'distributed'
    and not exists (select from pg_class c where c.oid = inhparent and c.relkind = 'p')`;

/** A move of a major to another college moves its classes too. A distribution would have to do that in the statement. */
const KNOWN = ['classes classes_major'];

/** What keeps the tables from being distributed by organisation under the rules of Citus 12. */
async function faults(run: AdminRun): Promise<string[]> {
  const found: string[] = [];
  for (const rule of [KEYS, REFERENCES, COLUMNS, HIERARCHIES])
    found.push(...(await run(rule)).map(({ name }) => String(name)));
  return found;
}

const BAD = `
  create table far_rows (org_id text not null, id text primary key);
  create table near_rows (org_id text not null, id text, far text references far_rows, span int8range, primary key (org_id, id));
  create unique index near_far on near_rows (far) where far is not null;
  create table span_rows (org_id text not null, span int8range,
    constraint spans_apart exclude using gist (int8range(hashtext(org_id), hashtext(org_id), '[]') with &&, span with &&));
  create table tail_rows (org_id text, no int generated always as identity, id text, owner text references installation_checks,
    primary key (org_id, id), foreign key (org_id, owner) references near_rows on delete set null);
  create table child_rows () inherits (span_rows)`;

describe.skipIf(!inject('databases').postgres)('tables of a cluster that distributes by organisation', () => {
  const db = useDatabase('server');

  it('have keys, references and exclusions that hold the organisation', async () => {
    expect(await db().admin(faults)).toEqual(KNOWN);
  });

  it('are named where they break a rule', async () => {
    const found = await db().admin(async (run) => {
      await run('begin');
      try {
        const [key] = await run(
          "select attname as name from pg_attribute where attrelid = 'installation_checks'::regclass and attnum = 1",
        );
        await run(
          BAD.replace('references installation_checks', `references installation_checks (${String(key?.['name'])})`),
        );
        return await faults(run);
      } finally {
        await run('rollback');
      }
    });
    expect(found.toSorted()).toEqual(
      [
        ...KNOWN,
        'child_rows',
        'far_rows_pkey',
        'near_far',
        'near_rows near_rows_far_fkey',
        'spans_apart',
        'tail_rows tail_rows_org_id_owner_fkey',
        'tail_rows tail_rows_owner_fkey',
        'tail_rows.no',
      ].toSorted(),
    );
  });
});
