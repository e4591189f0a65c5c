import { expect, it } from 'vitest';
import type { Auditor } from '../../../../src/platform/audit/server/queries/audit-logs.ts';
import { verifyAudit } from '../../../../src/platform/audit/server/verify.ts';
import { describeDatabases } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { rowsOf, useClient } from '../../resources/server/support.ts';

const ORG = '2001';
const CHILD = '/v1/portal/students/k2001-0001';
const REFUSED = 'refused-row';

describeDatabases('log entries of concurrent reads', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const auditor = (): Auditor => ({
    services: server().services,
    caller: { userId: 'u-o2001r4' },
    actor: { orgId: ORG, roleId: 4 },
    address: null,
    requestId: null,
  });
  const append = (rowId: string) =>
    server().services.entryLog.append(auditor(), { act: 'read', resource: 'student', rowId });
  const reads = async () =>
    (await rowsOf(server(), "select log_id from audit_logs where org_id = $1 and act = 'read'", ORG)).length;
  const findings = async () => {
    const { db, ledger } = server().services;
    return (await verifyAudit(db, ledger, [], ORG))[0]?.findings;
  };

  it('are all written before the answers', async () => {
    const client = await admin().verified();
    const before = await reads();
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.get(CHILD)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await reads()).toBe(before + 40);
    expect(await findings()).toEqual([]);
  });

  it('share one commit where they arrive during another', async () => {
    const before = await reads();
    let commits = 0;
    const moves = /^(update "audit_heads"|select advance_audit_head)/;
    const stop = server().db.onStatement(({ sql }) => void (commits += Number(moves.test(sql))));
    await Promise.all(Array.from({ length: 40 }, (_, i) => append(`row-${i}`)));
    stop();
    expect(await reads()).toBe(before + 40);
    expect(commits).toBe(2);
    expect(await findings()).toEqual([]);
  });

  it('fail alone where the database refuses one of them', async () => {
    await rowsOf(
      server(),
      `create function refuse_row() returns trigger language plpgsql as $$ begin
         if new.row_id = '${REFUSED}' then raise exception 'refused'; end if; return new; end $$;
       create trigger refuse_row before insert on audit_logs for each row execute function refuse_row()`,
    );
    const before = await reads();
    const ids = ['first', ...Array.from({ length: 9 }, (_, i) => (i === 4 ? REFUSED : `row-${i}`))];
    const outcomes = await Promise.allSettled(ids.map(append));
    await rowsOf(server(), 'drop trigger refuse_row on audit_logs; drop function refuse_row()');

    const refused = outcomes.flatMap((outcome, i) =>
      outcome.status === 'rejected' ? [[ids[i], outcome.reason.code]] : [],
    );
    expect(refused).toEqual([[REFUSED, 'PSY_AUDIT_UNAVAILABLE']]);
    expect(await reads()).toBe(before + 9);
    expect(await findings()).toEqual([]);
  });

  it('are refused inside a transaction, and the entries of others are written', async () => {
    const { db } = server();
    const before = await reads();
    const inside = db.transaction({ orgId: ORG, userId: null }, () => append('inside'));
    const outcomes = await Promise.allSettled([inside, append('outside')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await reads()).toBe(before + 1);
  });
});
