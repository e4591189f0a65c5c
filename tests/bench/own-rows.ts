import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { AdminRun } from '../../src/platform/db/server/database.ts';
import { userId } from '../../src/platform/demo/server/people.ts';
import { BENCH_ORG, LARGE, type Actor } from './bench-tenant.ts';

export const OWN_ROWS = 100_000;
export const WIDE = 'bench-wide';
export const NARROW = 'bench-narrow';
/** The administrator who publishes. */
export const PUBLISHER: Actor = { ...LARGE, roleId: '4' };

const listed = (title: string, order: number, more: object = {}) => ({
  type: 'string',
  title,
  'x-list': { order, sorter: true },
  'x-form': { on: ['create', 'edit'], order },
  'x-sheet': { import: true, export: true },
  ...more,
});
const OPTIONS = Array.from({ length: 10 }, (_, i) => `o${i}`);
const labels = Object.fromEntries(OPTIONS.map((option, i) => [option, `选项${'甲乙丙丁戊己庚辛壬癸'[i]}`]));
const options = { enum: OPTIONS, 'x-labels': labels, 'x-filter': { match: 'in', order: 1 } };
const ranged = (order: number) => ({ 'x-filter': { match: 'range', order } });
const many = (title: string, from: number, count: number, name: (i: number) => string, more: object) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [name(i + 1), listed(`${title}${i + 1}`, from + i, more)] as const),
  );

/** Twenty own fields beside the name, with two relations and a computed one. */
const wide = {
  title: '宽表',
  required: ['name'],
  properties: {
    name: listed('名称', 1, { maxLength: 40 }),
    student: listed('学生', 2, { 'x-kind': 'row', 'x-of': 'student', maxLength: 64 }),
    class_id: listed('班级', 3, { 'x-kind': 'class', maxLength: 64 }),
    kind: listed('类别', 4, options),
    amount: listed('数量', 5, { type: 'integer', minimum: 0, maximum: 1_000_000, ...ranged(2) }),
    price: listed('单价', 6, { type: 'number', minimum: 0, maximum: 1000 }),
    worth: {
      type: 'number',
      title: '总价',
      readOnly: true,
      'x-computed': { '*': [{ var: 'amount' }, { var: 'price' }] },
      'x-list': { order: 7, sorter: true },
    },
    due: listed('期限', 8, { format: 'date', ...ranged(3) }),
    lent: listed('借出', 9, { type: 'boolean', 'x-filter': { match: 'equals', order: 4 } }),
    tools: listed('用品', 10, {
      type: 'array',
      'x-kind': 'choices',
      enum: OPTIONS,
      'x-labels': labels,
      'x-filter': { match: 'in', order: 5 },
      'x-list': { order: 10 },
    }),
    ...many('说明', 11, 11, (i) => `note_${i}`, { maxLength: 60 }),
  },
  'x-resource': { label: 'name', help: '测量用', sort: '-created_at' },
};
const narrow = {
  title: '窄表',
  required: ['name'],
  properties: { name: listed('名称', 1, { maxLength: 40 }) },
  'x-resource': { label: 'name', help: '测量用', sort: '-created_at' },
};

/** A folder of tenants (`TENANTS_DIR`) in which the bench school has both resources. */
export function ownResourceFiles(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-bench-own-'));
  const of = path.join(folder, 'schemas/tenants', BENCH_ORG);
  mkdirSync(of, { recursive: true });
  writeFileSync(path.join(of, `${WIDE}.json`), JSON.stringify(wide));
  writeFileSync(path.join(of, `${NARROW}.json`), JSON.stringify(narrow));
  return folder;
}

const at = "timestamptz '2024-01-01' + make_interval(mins => i)";
const id = "'b' || lpad(to_hex((i::bigint * 7919) % 1000003), 25, '0')";
const notes = Array.from({ length: 11 }, (_, n) => `'note_${n + 1}', '第 ' || i % 997 || ' 条说明，一句话的长度'`);

/** Rows of both resources, as the owner of the tables, and the role that publishes. */
export async function fillOwnRows(run: AdminRun): Promise<void> {
  await run('begin');
  await run("select set_config('app.org_id', $1, true)", [BENCH_ORG]);
  await run(
    "insert into memberships (org_id, user_id, identity, role_id, role_extend) values ($1, $2, 3, 4, '{}') on conflict do nothing",
    [BENCH_ORG, userId(PUBLISHER.login)],
  );
  const insert = (entity: string, ext: string) =>
    run(
      `insert into tenant_rows (org_id, entity, row_id, ext, created_at, updated_at)
       select '${BENCH_ORG}', '${entity}', ${id}, ${ext}, ${at}, ${at} from generate_series(1, ${OWN_ROWS}) i`,
    );
  await insert(NARROW, "jsonb_build_object('name', '第 ' || i || ' 项')");
  await insert(
    WIDE,
    `jsonb_build_object('name', '第 ' || i || ' 项', 'student', (select child_id from students where org_id = '${BENCH_ORG}' order by child_id limit 1),
      'class_id', (select class_id from classes where org_id = '${BENCH_ORG}' order by class_id limit 1), 'kind', 'o' || i % 10, 'amount', (i::bigint * 31) % 1000,
      'price', i % 90, 'worth', ((i::bigint * 31) % 1000) * (i % 90), 'due', to_char(date '2024-01-01' + i % 1000, 'YYYY-MM-DD'), 'lent', i % 2 = 0,
      'tools', jsonb_build_array('o' || i % 10, 'o' || (i + 1) % 10), 'code', (i % 5000)::text, ${notes.join(', ')})`,
  );
  await run('commit');
  await run('vacuum analyze tenant_rows');
}

/** Removes what `fillOwnRows` and the measurement left. */
export async function removeOwnRows(run: AdminRun): Promise<void> {
  await run('begin');
  await run("select set_config('app.org_id', $1, true)", [BENCH_ORG]);
  for (const table of ['row_values', 'row_fields', 'tenant_rows', 'schema_versions', 'schema_tenants'])
    await run(`delete from ${table} where org_id = $1`, [BENCH_ORG]);
  await run('delete from memberships where org_id = $1 and user_id = $2 and role_id = 4', [
    BENCH_ORG,
    userId(PUBLISHER.login),
  ]);
  await run('commit');
}
