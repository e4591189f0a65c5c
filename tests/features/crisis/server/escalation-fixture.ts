import { beforeAll, expect } from 'vitest';
import { startEscalation, type EscalationStart } from '../../../../src/features/crisis/server/escalation/escalate.ts';
import { systemIn } from '../../../../src/platform/audit/server/operator.ts';
import type { Client, Json } from '../../../support/client.ts';
import type { DatabaseKind } from '../../../support/databases.ts';
import { startServer, useServer, type TestServer } from '../../../support/server.ts';

export const MINUTE = 60_000;
export const NAME = '演练学生甲';
export const tenant = { orgId: '2001', userId: null };

/** Two processes over one database for all tests about escalations, the people of a school, and a clock. */
export function useEscalations(kind: DatabaseKind) {
  // Days pass between two steps; no user signs in again.
  const session = { accessMs: 90 * 86_400_000 };
  const server = useServer(kind, { session });
  let other: TestServer;
  let verifiedAdmin: Client;
  let ownClass = '';
  const people = new Map<number, Client>();
  beforeAll(async () => {
    // A Friday morning in working time.
    server().clock.time = Date.parse('2026-11-20T10:00:00+08:00');
    // Both processes share one outbox, because either may send a message.
    const { state, sms } = server().services;
    other = await startServer(server().db, { session, services: { state, sms } }, server().clock);
    for (const role of [4, 5, 7, 8, 10, 12, 14])
      people.set(role, (await server().client.signIn(`o2001r${role}`)).withRole(2001, role));
    const [row] = await server().db.admin((run) =>
      run(
        "select role_extend -> 'class_ids' ->> 0 as id from memberships where org_id = '2001' and user_id = 'u-o2001r10'",
      ),
    );
    ownClass = String(row?.id);
    verifiedAdmin = await as(4).verified();
    await mayRead(true);
    return () => other.close();
  });
  const as = (role: number): Client => people.get(role) ?? expect.fail(`nobody is ${role}`);
  const admin = () => verifiedAdmin;
  /** The class of the class teacher. */
  const classId = () => ownClass;
  /** Lets class teachers read the warnings of their students. */
  const mayRead = async (on: boolean) =>
    expect((await admin().put('/v1/portal/rbac/roles/10/auths', { student_risk_view: on })).status).toBe(200);
  const idOf = (role: number) => as(role).session.user_id;
  const run = async (id: string): Promise<Json> =>
    (await admin().get('/v1/portal/escalation/runs?size=50')).data.items.find((one: Json) => one.run_id === id);
  const notified = async (id: string) => [
    ...new Set((await run(id)).tellings.map(({ step, step_name }: Json) => `${step} ${step_name}`)),
  ];
  const due = () => Promise.all([server(), other, server()].map(({ services }) => services.jobs.runDue()));
  const later = async (minutes: number) => {
    server().clock.advance(minutes * MINUTE);
    await due();
  };
  const drill = async (level = 1) =>
    (await admin().post('/v1/portal/escalation/drills', { student_name: NAME, class_id: classId(), level })).data
      .run_id as string;
  const noticesOf = async (role: number, id: string) =>
    (await as(role).get('/v1/portal/notices?size=200')).data.items
      .filter((one: Json) => one.subject_id === id)
      .map((one: Json) => one.kind);
  const begin = (warnId: string, reporterId: string | null, level?: number, more: Partial<EscalationStart> = {}) =>
    server().db.transaction(tenant, async (tx) => {
      const ctx = { ...systemIn(server().services, '2001'), services: server().services };
      await startEscalation(tx, ctx, { warnId, classId: classId(), level, reporterId, ...more });
    });
  /** Begins an interview that has until a moment, without people on duty. */
  const interview = (warnId: string, until: string) =>
    begin(warnId, null, 2, { verdict: { due: new Date(until).toISOString(), isPatient: true } });
  const logOf = (id: string) =>
    server().db.admin((found) =>
      found("select row_label, after from audit_logs where act = 'escalate' and row_id = $1 order by log_id", [id]),
    );
  return {
    server,
    admin,
    as,
    classId,
    mayRead,
    idOf,
    run,
    notified,
    due,
    later,
    drill,
    noticesOf,
    begin,
    interview,
    logOf,
  };
}
export type EscalationFixture = ReturnType<typeof useEscalations>;
