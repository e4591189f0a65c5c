import { expect, it, describe } from 'vitest';
import { UNSET, securityOf } from '../../../../src/platform/access/security.ts';
import { classesInScope, studentsInScope, type Scope } from '../../../../src/platform/access/server/queries/scope.ts';
import { audit } from '../../../../src/platform/audit/server/queries/audit-logs.ts';
import type { Actor, Caller } from '../../../../src/platform/context/server/context.ts';
import { accountContext, orgContext, requestContext } from '../../../../src/platform/context/server/make-context.ts';
import { newId } from '../../../../src/platform/db/server/ids.ts';
import { qb } from '../../../../src/platform/db/server/query-builder.ts';
import { describeDatabases } from '../../../support/databases.ts';
import { useWorld } from '../../../support/world.ts';

describeDatabases('stores', (kind) => {
  const world = useWorld(kind);
  const S1 = { orgId: 'S1', userId: null };

  describe('a scope', () => {
    const reach = async (scope: Scope) => {
      const [classes, students, aliased] = await world().db.read(S1, [
        qb
          .selectFrom('classes')
          .select('class_id')
          .where('org_id', '=', 'S1')
          .where(classesInScope(scope))
          .orderBy('class_id'),
        qb
          .selectFrom('students')
          .select('child_id')
          .where('org_id', '=', 'S1')
          .where(studentsInScope(scope))
          .orderBy('child_id'),
        qb
          .selectFrom('classes as t')
          .select('t.class_id')
          .where('t.org_id', '=', 'S1')
          .where(classesInScope(scope, 't'))
          .orderBy('t.class_id'),
      ]);
      expect(aliased).toEqual(classes);
      return [classes.map((c) => c.class_id).join(), students.map((s) => s.child_id).join()];
    };
    it.each<[string, Scope, string, string]>([
      ['everything', { kind: 'all' }, 'a1,a2,b1,h1,old', 'chS1-1,chS1-2,chS1-3'],
      ['nothing', { kind: 'none' }, '', ''],
      ['some classes', { kind: 'parts', classIds: ['a1', 'h1', "x') or (1=1"] }, 'a1,h1', 'chS1-1'],
      [
        'some grades',
        {
          kind: 'parts',
          grades: [
            { period: 3, grade: 8 },
            { period: 4, grade: 10 },
          ],
        },
        'b1,h1',
        'chS1-2',
      ],
      ['a grade under another period', { kind: 'parts', grades: [{ period: 4, grade: 7 }] }, '', ''],
      ['a period', { kind: 'parts', periods: [4] }, 'h1', ''],
      [
        'classes beside a grade',
        { kind: 'parts', classIds: ['a1'], grades: [{ period: 3, grade: 8 }] },
        'a1,b1',
        'chS1-1,chS1-2',
      ],
      ['schools, of which no class or student is one', { kind: 'parts', schoolIds: ['S1'] }, '', ''],
    ])('includes %s', async (_, scope, classes, students) => {
      expect(await reach(scope)).toEqual([classes, students]);
    });
  });

  describe('the audit log', () => {
    const caller: Caller = { userId: 'admin', sessionId: 's', chainId: 's', appKind: 'web' };
    const actor: Actor = {
      userId: 'admin',
      orgId: 'S1',
      orgType: 2,
      eduLevel: 1,
      identity: 3,
      roleId: 4,
      roleExtend: {},
      features: new Set<string>(),
      service: { service_type: 2 },
      security: securityOf(UNSET, 4, [], []),
    };
    const ctx = () => {
      const facts = { caller, actor, appKind: 'web', requestId: 'r1', device: '', address: '10.0.0.1' } as const;
      const request = requestContext({ services: world().services, ...facts });
      return orgContext(accountContext(request, caller), actor, async () => undefined);
    };
    const logs = async () =>
      (
        await world().db.read(S1, [
          qb.selectFrom('audit_logs').selectAll().where('org_id', '=', 'S1').orderBy('log_id'),
        ])
      )[0];

    it('records actor, action and the row before and after, in order', async () => {
      const { db, clock } = world();
      await db.transaction(S1, (tx) =>
        audit(tx, ctx(), {
          act: 'create',
          resource: 'class',
          rowId: 'c1',
          rowLabel: '初一（1）班',
          after: { class_name: '初一（1）班' },
        }),
      );
      clock.advance(1);
      await db.transaction(S1, (tx) =>
        audit(tx, ctx(), {
          act: 'delete',
          resource: 'class',
          rowId: 'c1',
          before: { remark: null, ext: { campus: 'east' } },
        }),
      );
      const [first, second] = await logs();
      expect(first).toMatchObject({
        user_id: 'admin',
        role_id: 4,
        act: 'create',
        resource: 'class',
        row_id: 'c1',
        row_label: '初一（1）班',
        before: null,
        after: { class_name: '初一（1）班' },
        address: '10.0.0.1',
        request_id: 'r1',
      });
      expect(second).toMatchObject({
        act: 'delete',
        row_label: null,
        before: { remark: null, ext: { campus: 'east' } },
        after: null,
        at: new Date(clock.now()).toISOString(),
      });
    });

    it('is rolled back with the change it records', async () => {
      const before = (await logs()).length;
      const failing = world().db.transaction(S1, async (tx) => {
        await audit(
          tx,
          ctx(),
          { act: 'create', resource: 'class', rowId: 'c2' },
          { act: 'create', resource: 'class', rowId: 'c3' },
        );
        throw new Error('the change failed');
      });
      await expect(failing).rejects.toThrow('the change failed');
      expect(await logs()).toHaveLength(before);
    });

    it('writes nothing without entries', async () => {
      const before = (await logs()).length;
      await world().db.transaction(S1, (tx) => audit(tx, ctx()));
      expect(await logs()).toHaveLength(before);
    });
  });

  describe('an id', () => {
    it('is unique, valid on the wire, and sorts by time', () => {
      const at = (now: number) => newId({ now: () => now });
      const ids = Array.from({ length: 200 }, () => at(1_800_000_000_000));
      expect(new Set(ids).size).toBe(200);
      for (const id of ids) expect(id).toMatch(/^[0-9a-z]{26}$/);
      const times = [0, 1, 31, 32, 1_800_000_000_000, 1_800_000_000_001, 4_000_000_000_000].map(at);
      expect([...times].sort()).toEqual(times);
    });
  });
});
