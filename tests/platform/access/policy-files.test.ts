import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageGroupName } from '../../../src/platform/access/security.ts';
import { POLICIES, callOf, holder, load, loadWith } from './support/load.ts';

const ACCESS = readFileSync(path.join(POLICIES, 'access.csv'), 'utf8');
const rowsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('p,'));
const lineOf = (text: string, start: string) => text.split('\n').findIndex((line) => line.startsWith(start)) + 1;
const with_ = (row: string) => `${ACCESS}${row}\n`;
const last = ACCESS.split('\n').length;

it('names every protected page group in words', () => {
  const areas = readFileSync(path.join(POLICIES, 'protected.csv'), 'utf8')
    .split('\n')
    .flatMap((line) => /^\d, (.+)$/.exec(line)?.[1] ?? []);
  expect(areas.length).toBeGreaterThan(20);
  expect(areas.filter((area) => !/^\p{Script=Han}+$/u.test(pageGroupName(area)))).toEqual([]);
});

describe('an invalid policy file', () => {
  it.each([
    ['a missing column', 'p, exam, open, 3, 4, *, *', '有 7 列，应为 8 列'],
    ['a column too many', 'p, exam, open, 3, 4, *, *, *, *', '有 9 列，应为 8 列'],
    ['a comment behind a row', 'p, exam, open, 3, 4, *, *, * # heads', '行内有注释'],
    ['a quoted value', 'p, exam, open, 3, "4", *, *, *', '行内有引号'],
    ['an empty cell', 'p, exam, open, 3, , *, *, *', 'roles 列为空'],
    ['an unknown identity', 'p, exam, open, 6, *, *, *, *', 'identities 列的 6 不是已知的身份'],
    ['an unknown role', 'p, exam, open, 3, 4|6, *, *, *', 'roles 列的 6 不是已知的角色'],
    ['a role list that ends in a bar', 'p, exam, open, 3, 4|, *, *, *', 'roles 列的 空值 不是已知的角色'],
    ['an unknown org type', 'p, exam, open, 3, 4, 3, *, *', 'org_types 列的 3'],
    ['an unknown edu level', 'p, exam, open, 3, 4, *, 9, *', 'edu_levels 列的 9'],
    ['an unknown area', 'p, exams, open, 3, 4, *, *, *', 'area 列的 exams 不是已知的区域'],
    ['an unknown act', 'p, exam, opne, 3, 4, *, *, *', 'act 列的 opne'],
    ['a features expression that ends early', 'p, exam, open, 3, 4, *, *, ai ||', '缺少功能名'],
    ['another kind of row', 'g, exam, open, 3, 4, *, *, *', '第一列是 g'],
    ['a repeated row', rowsOf(ACCESS)[0]!, '重复'],
  ])('fails the start for %s, with file and line', async (_, row, reason) => {
    const start = loadWith({ 'access.csv': with_(row) });
    await expect(start).rejects.toThrow(`policies/access.csv:${last} `);
    await expect(start).rejects.toThrow(reason);
  });

  it('names the fix', async () => {
    await expect(loadWith({ 'access.csv': with_('p, exam, open, 3, 4, *, *') })).rejects.toThrow(
      '各列依次是 ptype, area, act, identities, roles, org_types, edu_levels, features',
    );
  });

  it('fails the start where Casbin silently drops a row', async () => {
    const start = load({
      loadedRows: async (enforcer) => (await enforcer.getPolicy()).filter(([area]) => area !== 'operation-log'),
    });
    await expect(start).rejects.toThrow(
      `policies/access.csv:${lineOf(ACCESS, 'p, operation-log')} Casbin 没有载入这一行`,
    );
  });

  it('fails the start where Casbin reads a row differently from the file', async () => {
    const start = load({
      loadedRows: async (enforcer) =>
        (await enforcer.getPolicy()).map((row) => (row[0] === 'exam' ? row.with(3, '*') : row)),
    });
    await expect(start).rejects.toThrow(`policies/access.csv:${lineOf(ACCESS, 'p, exam')} Casbin 没有载入这一行`);
  });

  it('fails the start where Casbin holds a row that the file does not have', async () => {
    const start = load({
      loadedRows: async (enforcer) => [...(await enforcer.getPolicy()), ['exam', 'open', '*', '*', '*', '*', '*']],
    });
    await expect(start).rejects.toThrow('Casbin 载入了');
  });

  it('fails the start where a call is in an area without a row', async () => {
    await expect(load({ endpoints: [callOf('moon', 'open')] })).rejects.toThrow('policies/access.csv 没有 moon 的行');
  });

  it.each([
    ['reveal.csv', 'kind, roles, when\nphone, 4|99, asked\n', 'policies/reveal.csv:2 '],
    ['reveal.csv', 'kind, roles, when\nphone, 4, never\n', 'policies/reveal.csv:2 '],
    ['reveal.csv', 'kind, roles, when\nfax, 4, asked\n', 'policies/reveal.csv:2 '],
    ['reveal.csv', 'phone, 4, asked\n', 'policies/reveal.csv:1 缺少表头'],
    ['protected.csv', 'org_type, area\n2, nowhere\n', 'policies/protected.csv:2 '],
    ['scope.csv', 'identities, roles, entities, by\n3, 9, class, shoe_size\n', 'policies/scope.csv:2 '],
    ['scope.csv', 'identities, roles, entities, by\n1, *, student, class_ids\n', 'policies/scope.csv:2 '],
    ['scope.csv', 'identities, roles, entities, by\n*, *, student, self\n', 'policies/scope.csv:2 '],
    ['scope.csv', 'identities, roles, entities, by\n3, 4, student, self\n', 'policies/scope.csv:2 '],
    ['scope.csv', 'identities, roles, entities, by\n3, 99, class, class_ids\n', 'policies/scope.csv:2 '],
    [
      'scope.csv',
      'identities, roles, entities, by\n3, 9, class, grade_combos\n3, 9, class|student, class_ids\n',
      'policies/scope.csv:3 ',
    ],
    [
      'grants.csv',
      'roles, org_types, granted_by, scopes, must_remain, temporary\n4, 2, 99, none, no, no\n',
      'policies/grants.csv:2 ',
    ],
    [
      'grants.csv',
      'roles, org_types, granted_by, scopes, must_remain, temporary\n4, 7, 4, none, no, no\n',
      'policies/grants.csv:2 ',
    ],
    [
      'grants.csv',
      'roles, org_types, granted_by, scopes, must_remain, temporary\n4, 2, *, none, no, no\n',
      'policies/grants.csv:2 ',
    ],
    [
      'grants.csv',
      'roles, org_types, granted_by, scopes, must_remain, temporary\n4, 2, 4, shoes, no, no\n',
      'policies/grants.csv:2 ',
    ],
    [
      'grants.csv',
      'roles, org_types, granted_by, scopes, must_remain, temporary\n4, 2, 4, none, maybe, no\n',
      'policies/grants.csv:2 ',
    ],
    [
      'grants.csv',
      'roles, org_types, granted_by, scopes, must_remain, temporary\n4, 2, 4, none, no, no\n4, 1, 4, none, no, no\n',
      'policies/grants.csv:3 ',
    ],
  ])('checks %s as strictly', async (file, text, where) => {
    await expect(loadWith({ [file]: text })).rejects.toThrow(where);
  });

  it('accepts a resource of its own area, with the acts of its calls', async () => {
    const policies = await loadWith(
      { 'access.csv': with_('p, clubs, open|create, 3, 4, 2, *, *') },
      { endpoints: [callOf('clubs', 'create'), callOf('clubs', 'delete')] },
    );
    expect(policies.abilities(holder(4)).permissions).toMatchObject({ create: ['clubs'] });
    expect(policies.decide(holder(4), 'clubs', 'delete')).toBe(false);
  });
});

describe('decisions', () => {
  it('follow the features expression of the row, which institutions ignore', async () => {
    const row = 'p, exam, export, 3, 7, *, *, (exam && !trial) || all_open';
    const { decide } = await loadWith({ 'access.csv': with_(row) }, { endpoints: [callOf('exam', 'export')] });
    const may = (...features: string[]) => decide(holder(7, { features: new Set(features) }), 'exam', 'export');
    expect([may(), may('exam'), may('exam', 'trial'), may('all_open', 'trial')]).toEqual([false, true, false, true]);
    expect(decide(holder(7, { orgType: 1, eduLevel: null }), 'exam', 'export')).toBe(true);
  });

  it('close a nested area with its parent area', async () => {
    const { decide } = await loadWith({
      'access.csv': ACCESS.replace(/^p, org-manage, \*, .*$/m, 'p, org-manage, *, 3, 5, 2, *, *'),
    });
    expect(decide(holder(4), 'org-manage/class', 'open')).toBe(false);
    expect(decide(holder(5), 'org-manage/class', 'open')).toBe(true);
  });

  it('name the protected areas of a role that may open them', async () => {
    const policies = await loadWith({ 'protected.csv': 'org_type, area\n2, student/archive\n1, exam\n' });
    expect(policies.abilities(holder(4)).protected).toEqual(['student/archive']);
    expect(policies.abilities(holder(7)).protected).toEqual([]);
  });

  it('answer a hundred thousand questions in well under a second', async () => {
    const { decide } = await load();
    const actor = holder(4);
    decide(actor, 'org-manage/class', 'open');
    // CPU time: other work of the machine does not count.
    const before = process.cpuUsage();
    for (let i = 0; i < 100_000; i++) decide(actor, 'org-manage/class', 'open');
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});

describe('scope', () => {
  const scopeOf = async (roleId: number, roleExtend: Record<string, unknown>, entity: string) =>
    (await load()).scope({ roleId, roleExtend }, entity);

  it('limits a class teacher to the classes of the role', async () => {
    expect(await scopeOf(10, { class_ids: ['c1', 'c2'] }, 'student')).toEqual({
      kind: 'parts',
      classIds: ['c1', 'c2'],
    });
  });
  it('limits a grade head to the grades of the role', async () => {
    expect(await scopeOf(9, { grade_combos: [{ period: 3, grade: 7 }] }, 'class')).toEqual({
      kind: 'parts',
      grades: [{ period: 3, grade: 7 }],
    });
  });
  it('is empty when the role names nothing, or something unexpected', async () => {
    for (const extend of [
      {},
      { class_ids: [] },
      { class_ids: 'c1' },
      { class_ids: [1] },
      { grade_combos: [{ period: 3, grade: 7 }] },
    ]) {
      expect(await scopeOf(10, extend, 'class')).toEqual({ kind: 'none' });
    }
    expect(await scopeOf(9, { grade_combos: [{ grade: 7 }] }, 'class')).toEqual({ kind: 'none' });
  });
  it('limits students to themselves and guardians to their own children, of the listed entities only', async () => {
    const { scope } = await load();
    const own = (identity: number, entity: string) =>
      scope({ identity, userId: 'u1', roleId: 0, roleExtend: {} }, entity);
    expect(own(1, 'student')).toEqual({ kind: 'parts', studentAccount: 'u1' });
    expect(own(2, 'student')).toEqual({ kind: 'parts', guardianAccount: 'u1' });
    for (const identity of [1, 2]) {
      expect(own(identity, 'warn')).toEqual({ kind: 'none' });
      expect(scope({ identity, roleId: 0, roleExtend: {} }, 'student')).toEqual({ kind: 'none' });
    }
  });

  it('puts all rows of an entity out of scope that is not listed for the limited role', async () => {
    expect(await scopeOf(10, { class_ids: ['c1'] }, 'something')).toEqual({ kind: 'none' });
  });
  it('includes everything for every other role', async () => {
    for (const roleId of [4, 5, 7, 8, 12, 14])
      expect(await scopeOf(roleId, { class_ids: ['c1'] }, 'class')).toEqual({ kind: 'all' });
  });
  it('limits leaders and specialists to the periods of their role, and then excludes unlisted entities', async () => {
    for (const roleId of [8, 12, 14]) {
      expect(await scopeOf(roleId, { periods: [3] }, 'student')).toEqual({ kind: 'parts', periods: [3] });
      expect(await scopeOf(roleId, { periods: ['3'] }, 'student')).toEqual({ kind: 'none' });
      expect(await scopeOf(roleId, { periods: [3] }, 'year')).toEqual({ kind: 'none' });
      expect(await scopeOf(roleId, {}, 'year')).toEqual({ kind: 'all' });
    }
  });
  it('unites several keys, and does not limit an entity that the file marks whole', async () => {
    const { scope } = await loadWith({
      'scope.csv': 'identities, roles, entities, by\n3, 9, class, grade_combos|class_ids\n3, 9, year, *\n',
    });
    const head = (roleExtend: Record<string, unknown>, entity: string) => scope({ roleId: 9, roleExtend }, entity);
    expect(head({ grade_combos: [{ period: 3, grade: 7 }], class_ids: ['c1'] }, 'class')).toEqual({
      kind: 'parts',
      grades: [{ period: 3, grade: 7 }],
      classIds: ['c1'],
    });
    expect(head({ class_ids: ['c1'] }, 'class')).toEqual({ kind: 'parts', classIds: ['c1'] });
    expect([head({}, 'class'), head({}, 'year'), head({}, 'student')].map(({ kind }) => kind)).toEqual([
      'none',
      'all',
      'none',
    ]);
  });
});

describe('grants', () => {
  it('does not let a role grant higher roles, or roles that do not exist in this type of organisation', async () => {
    const { grants } = await load();
    const given = (roleId: number, orgType: number) => [...grants.grantable({ roleId, orgType })].sort((a, b) => a - b);
    expect([given(4, 2), given(5, 2), given(12, 2), given(9, 2), given(7, 2)]).toEqual([
      [4, 5, 7, 8, 9, 10, 12, 14],
      [5, 7, 8, 9, 10, 12, 14],
      [9, 10],
      [],
      [],
    ]);
    expect([given(1, 1), given(2, 1), given(3, 1), given(13, 1)]).toEqual([[1, 2, 3, 13], [2, 3, 13], [], []]);
    expect([given(1, 2), given(2, 2), given(3, 2)]).toEqual([
      [4, 5, 7, 8, 9, 10, 12, 14],
      [5, 7, 8, 9, 10, 12, 14],
      [],
    ]);
    expect([grants.temporaryRole(1), grants.temporaryRole(2)]).toEqual([2, 5]);
    expect([grants.roleLimitedBy('class_ids'), grants.roleLimitedBy('grade_combos')]).toEqual([10, 9]);
  });
});
