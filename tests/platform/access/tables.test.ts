import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { securityOf, UNSET } from '../../../src/platform/access/security.ts';
import {
  readPolicyRows,
  readPolicyTable,
  readPolicyText,
  valuesOf,
} from '../../../src/platform/access/server/policy-file.ts';
import {
  readFlags,
  readProtected,
  readReveal,
  readRoleGroups,
} from '../../../src/platform/access/server/policy-tables.ts';
import {
  classesInScope,
  schoolsInScope,
  studentsInScope,
  type Scope,
} from '../../../src/platform/access/server/queries/scope.ts';
import type { RightsHolder } from '../../../src/platform/access/server/rights.ts';
import { readScopes } from '../../../src/platform/access/server/scope.ts';
import { FORMAL, TRIAL } from '../../../src/platform/access/service-stage.ts';
import { qb } from '../../../src/platform/db/server/query-builder.ts';
import { codesOf } from '../../../src/platform/schema/labels.ts';
import { callOf, holder, load, loadWith } from './support/load.ts';

const AREAS = new Set(['exam', 'crisis/warn', 'archive']);

describe('what a role sees of masked values', () => {
  const reveal = readReveal('kind, roles, when\nphone, 4|8, always\nphone, 10, asked\nid-card, *, asked');

  it('is read for each kind, role and moment', () => {
    const [always, asked] = [reveal('always'), reveal('asked')];
    expect([always(4, 'phone'), always(10, 'phone'), always(4, 'id-card')]).toEqual([true, false, false]);
    expect([asked(10, 'phone'), asked(4, 'phone'), asked(9, 'id-card')]).toEqual([true, false, true]);
  });
});

describe('the areas that can be protected', () => {
  it('are those of the type of organisation', () => {
    const areas = readProtected('org_type, area\n1, exam\n2, archive\n*, crisis/warn', AREAS);
    expect([areas(1), areas(2)]).toEqual([
      ['exam', 'crisis/warn'],
      ['archive', 'crisis/warn'],
    ]);
  });
});

describe('the flags of a role', () => {
  const [one, two, three] = [...codesOf('role_flag')];
  const head = 'org_types, roles, flag, opens\n';
  const flags = readFlags(`${head}2, 9|10, ${one}, exam|archive\n1|2, 9, ${two}, exam\n2, 10, ${three}, -`, AREAS);
  const teacher = (roleId: number, on: string[], orgType = 2): RightsHolder =>
    holder(roleId, {
      orgType,
      security: { ...securityOf(UNSET, roleId, [], []), flags: Object.fromEntries(on.map((flag) => [flag, true])) },
    });

  it('are listed in the order of the file, for the type of organisation', () => {
    expect([...flags.of(2)]).toEqual([
      [9, [one, two]],
      [10, [one, three]],
    ]);
    expect([...flags.of(1)]).toEqual([[9, [two]]]);
  });

  it('close an area until one of them is on, and open nothing where the file has a dash', () => {
    expect(flags.off(teacher(9, []), 'exam')).toEqual([one, two]);
    expect(flags.off(teacher(9, [String(two)]), 'exam')).toEqual([]);
    expect(flags.off(teacher(9, [String(two)]), 'archive')).toEqual([one]);
    expect(flags.off(teacher(10, [String(three)]), 'exam')).toEqual([one]);
    expect(flags.off(teacher(4, []), 'exam')).toEqual([]);
    expect(flags.off(teacher(10, [], 1), 'exam')).toEqual([]);
    expect(flags.off(holder(9), 'exam')).toEqual([one, two]);
  });

  it('are refused with an unknown role, flag, area or type', () => {
    expect(() => readProtected('org_type, area\n7, exam', AREAS)).toThrow('policies/protected.csv:2');
    for (const row of [`3, 9, ${one}, exam`, `2, 99, ${one}, exam`, '2, 9, nothing, exam', `2, 9, ${one}, nowhere`])
      expect(() => readFlags(head + row, AREAS)).toThrow('policies/flags.csv:2');
  });
});

describe('the groups of roles', () => {
  const [group, other] = [...codesOf('role_group')];
  const read = (rows: string) => readRoleGroups(`group, roles\n${rows}`);

  it('hold each role once', () => {
    expect([...read(`${group}, 8|9\n${other}, 10`)]).toEqual([
      [8, group],
      [9, group],
      [10, other],
    ]);
    expect(() => read(`${group}, 8\n${other}, 9|8`)).toThrow('角色 8 在两个组里');
    for (const row of [`${group}, 99`, 'nobody, 8']) expect(() => read(row)).toThrow('policies/role-groups.csv:2');
  });
});

describe('a file of policies', () => {
  const rows = (text: string) => readPolicyRows('a.csv', text, ['x', 'y']).map(({ line, cells }) => [line, cells]);

  it('has rows, blank lines and lines of comment, whatever ends a line', () => {
    expect(rows('# about, it\r\n\r\n 1 , a|b \r\n  \n2, *')).toEqual([
      [3, { x: '1', y: 'a|b' }],
      [5, { x: '2', y: '*' }],
    ]);
  });

  it('has no mark of its encoding, and no row twice, however it is spaced', () => {
    expect(() => rows('\uFEFF1, 2')).toThrow('policies/a.csv:1 文件带有 BOM 标记');
    expect(() => rows('1, 2\n3, 4\n1 ,2')).toThrow('policies/a.csv:3 与第 1 行重复');
    expect(() => rows('1, 2, 3')).toThrow('policies/a.csv:1 有 3 列，应为 2 列');
    expect(() => rows('1,')).toThrow('y 列为空');
    expect(valuesOf('a | b|c')).toEqual(['a', 'b', 'c']);
    expect(() => readPolicyTable('a.csv', 'x, z\n1, 2', ['x', 'y'])).toThrow('policies/a.csv:1 缺少表头');
    expect(() => readPolicyTable('a.csv', '', ['x', 'y'])).toThrow('policies/a.csv:1 缺少表头');
  });

  it("of the installation takes the place of the product's, up to a size", async () => {
    const [dir, own] = [1, 2].map(() => mkdtempSync(path.join(os.tmpdir(), 'policies-'))) as [string, string];
    writeFileSync(path.join(dir, 'a.csv'), 'the product');
    expect(await readPolicyText({ dir }, 'a.csv')).toBe('the product');
    expect(await readPolicyText({ dir, own }, 'a.csv')).toBe('the product');
    const MOST = 1024 * 1024;
    writeFileSync(path.join(own, 'a.csv'), 'x'.repeat(MOST));
    expect(await readPolicyText({ dir, own }, 'a.csv')).toHaveLength(MOST);
    writeFileSync(path.join(own, 'a.csv'), 'x'.repeat(MOST + 1));
    await expect(readPolicyText({ dir, own }, 'a.csv')).rejects.toThrow('policies/a.csv:1 文件超过 1 MiB');
  });
});

describe('the condition of a scope', () => {
  const conditionOf = (condition: ReturnType<typeof classesInScope>) =>
    qb.selectFrom('students').select(sql.lit(1).as('one')).where(condition).compile();
  const text = (condition: ReturnType<typeof classesInScope>) =>
    conditionOf(condition)
      .sql.replace(/^.* where /, '')
      .replaceAll(/\s+/g, ' ');
  const parts = (of: object): Scope => ({ kind: 'parts', ...of });

  it('is everything, nothing, or one of the parts', () => {
    for (const of of [classesInScope, studentsInScope, schoolsInScope]) {
      expect(text(of({ kind: 'all' }))).toBe('true');
      for (const scope of [{ kind: 'none' } as const, parts({}), parts({ periods: undefined })])
        expect(text(of(scope))).toBe('false');
    }
    expect(text(schoolsInScope(parts({ classIds: ['a'] })))).toBe('false');
    expect(text(classesInScope(parts({ schoolIds: ['a'], childIds: ['b'] })))).toBe('false');
    expect(text(classesInScope(parts({ classIds: ['a'], periods: [3] })))).toBe(
      '("classes"."class_id" = any($1::text[]) or "classes"."period" = any($2::int[]))',
    );
  });

  it('of students names their class, the account, or the children, each where the scope has it', () => {
    expect(text(studentsInScope(parts({ classIds: ['a'], periods: undefined })))).toBe(
      '"students"."class_id" = any($1::text[])',
    );
    const byClass = (inner: string) =>
      `("students"."org_id", "students"."class_id") in ( select reached.org_id, reached.class_id from classes as reached where ${inner})`;
    expect(text(studentsInScope(parts({ periods: [3] })))).toBe(byClass('"reached"."period" = any($1::int[])'));
    expect(text(studentsInScope(parts({ periods: [3], collegeIds: undefined, majorIds: ['m'] })))).toBe(
      byClass('("reached"."period" = any($1::int[]) or "reached"."major_id" = any($2::text[]))'),
    );
    const own = conditionOf(studentsInScope(parts({ studentAccount: 'u', childIds: ['c'] })));
    expect(own.parameters).toEqual(['u', ['c']]);
    expect(own.sql).toContain('("students"."user_id" = $1 or "students"."child_id" = any($2::text[]))');
    expect(text(studentsInScope(parts({ guardianAccount: 'g' }), 's'))).toContain('where g.user_id = $1)');
  });

  it('of grades holds pairs of period and grade, and no malformed one', () => {
    const scopes = readScopes('identities, roles, entities, by\n3, 9, class, grade_combos', new Set(['9']));
    const combos = [
      { period: 3, grade: 7 },
      { period: '3', grade: 7 },
      { period: 3, grade: '7' },
      null,
      7,
      { grade: 7 },
    ];
    const scope = scopes({ roleId: 9, roleExtend: { grade_combos: combos } }, 'class');
    expect(scope).toEqual({ kind: 'parts', grades: [{ period: 3, grade: 7 }] });
    expect(
      conditionOf(
        classesInScope(
          parts({
            grades: [
              { period: 3, grade: 7 },
              { period: 4, grade: 10 },
            ],
          }),
        ),
      ).parameters,
    ).toEqual([
      [3, 4],
      [7, 10],
    ]);
  });
});

it('a refusal is explained by the row that lacks least', async () => {
  const rows = ['p, clubs, open, 3, 5, 1, *, *', 'p, clubs, open, 3, 5|8, 2, *, *', 'p, clubs, open, 3, 4, *, 3, ai'];
  const { explain } = await loadWith(
    {
      'access.csv': `p, exam, open, 3, 4, 2, *, *\n${rows.join('\n')}\np, index, arrange, 3, 4, *, *, *\np, media, upload, 3, 4, *, *, *\n`,
    },
    { endpoints: [callOf('clubs', 'open')] },
  );
  expect(explain(holder(7), 'clubs')).toEqual([{ condition: 'role', needs: ['5', '8'] }]);
  expect(explain(holder(4, { eduLevel: 3 }), 'clubs')).toEqual([{ condition: 'role', needs: ['5', '8'] }]);
  expect(explain(holder(8), 'clubs')).toEqual([]);
});

describe('the policies of the product', () => {
  it('show masked values to the roles that the file names, and to everyone where masking is off', async () => {
    const { mayReveal, mayAsk } = await loadWith({
      'reveal.csv': 'kind, roles, when\nphone, 4, always\nphone, 8, asked\n',
    });
    const security = (masking: boolean) => ({ ...securityOf(UNSET, 8, [], []), masking });
    expect([
      mayReveal({ roleId: 4 }, 'phone'),
      mayReveal({ roleId: 8 }, 'phone'),
      mayReveal({ roleId: 8, security: security(true) }, 'phone'),
      mayReveal({ roleId: 8, security: security(false) }, 'phone'),
      mayAsk({ roleId: 8 }, 'phone'),
      mayAsk({ roleId: 4 }, 'phone'),
    ]).toEqual([true, false, false, true, true, false]);
  });

  it('ask no second proof of people without a role', async () => {
    const { security, protectable } = await load();
    expect([...security(UNSET, { orgType: 2, roleId: 8 }).verified].sort()).toEqual([...protectable(2)].sort());
    expect([...security(UNSET, { orgType: 2, roleId: 0 }).verified]).toEqual([]);
  });

  it('have the tables of features, read at the start and never another one', async () => {
    const asked: string[] = [];
    const table = { file: 'role-groups.csv', read: (text: string) => void asked.push(text) };
    const policies = await load({ tables: [table] });
    expect(asked).toHaveLength(1);
    policies.table(table);
    expect(asked[1]).toBe(asked[0]);
    expect(() => policies.table({ ...table, file: 'unknown.csv' })).toThrow('no feature defines policies/unknown.csv');
  });
});

it('the kinds of service are those of the organisations', () => {
  expect([TRIAL, FORMAL].map(String)).toEqual([...codesOf('service_type')]);
});
