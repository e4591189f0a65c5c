import http from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EndpointSpec } from '../../../../src/platform/contract/endpoint.ts';
import { readTables } from '../../../../src/platform/db/server/read-tables.ts';
import { filterFields } from '../../../../src/platform/schema/filters.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { OPERATOR_PASSWORD, operatorOf } from '../../../support/operator.ts';
import { useServer } from '../../../support/server.ts';
import { badRequests, NASTY, type BadRequest, type Known } from './bad-input.ts';

const AT_ONCE = 16;
const AT_LEAST = 2000;
/** Tables that sign-in and signed requests change. */
const PASSING = ['sessions', 'schema_migrations'];

describeApi('bad input', (kind) => {
  const server = useServer(kind);
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  afterAll(() => agent.destroy());
  let admin: Client;
  /**
   * The callers, staff and an operator with a second proof. Each endpoint is called by the first of them to whom it is
   * not forbidden.
   */
  let callers: Client[];
  let known: Known;
  beforeAll(async () => {
    const as = async (account: string, orgId: number, role: number) =>
      (await (await server().client.signIn(account)).withRole(orgId, role).verified()).as({ agent });
    const own = async (account: string) => (await server().client.signIn(account)).withoutRole(2001).as({ agent });
    const operator = async () =>
      (await (await operatorOf(server(), 'operator-1')).verified(OPERATOR_PASSWORD)).as({ agent });
    callers = await Promise.all([
      as('o2001r4', 2001, 4),
      as('o2001r8', 2001, 8),
      as('o2001r10', 2001, 10),
      as('o2003r4', 2003, 4),
      own('o2001s1'),
      operator(),
      as('o1001r1', 1001, 1),
    ]);
    [admin] = callers as [Client];
    const primary = (await server().client.signIn('o2002r4')).withRole(2002, 4);
    const foreignId = (await primary.get('/v1/portal/classes?size=1')).data.items[0].class_id as string;
    const { schemas } = server().services;
    const schemaOf = (entity: string) =>
      (entity === 'own-resource' ? schemas.entity('2003', 'equipment') : schemas.entity('2001', entity)).schema;
    known = {
      foreignId,
      fieldsOf: (entity) => Object.keys(schemaOf(entity).properties),
      filtersOf: (entity) =>
        filterFields(schemaOf(entity)).flatMap(({ field, match }) =>
          match === 'range' ? [`${field}_from`, `${field}_to`] : [field],
        ),
    };
  });

  /** What every table holds. */
  const checksum = () =>
    server().db.admin(async (run) => {
      const tables = Object.entries(await readTables(run));
      return Object.fromEntries(tables.filter(([name]) => !PASSING.includes(name)));
    });

  const send = (
    { access, method }: EndpointSpec,
    { path, body, headers = {} }: BadRequest,
    caller: Client,
  ): Promise<Answer> =>
    access.auth === 'public'
      ? caller.publicly(method, path, body, headers)
      : caller.send(method, path, { body, headers });

  /** Without the log, and without the codes of files, which an export stores with its log entry. */
  const withoutLog = (sums: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(sums).filter(([table]) => !/^(audit|file_code)/.test(table)));
  const newEntries = (known: readonly unknown[]) =>
    server().db.admin((run) =>
      run('select log_id, act, resource, row_id, after from audit_logs where not (log_id = any($1::text[]))', [known]),
    );

  /** The first caller whose call is not forbidden. */
  async function callerOf(endpoint: EndpointSpec): Promise<Client> {
    const [probe] = badRequests(endpoint, known);
    if (probe)
      for (const caller of callers) if ((await send(endpoint, probe, caller)).code !== 'AC_FORBIDDEN') return caller;
    return admin;
  }

  it(`fails with a complete error and changes nothing, in at least ${AT_LEAST} variants`, async () => {
    const before = await checksum();
    const loggedBefore = (await newEntries([])).map(({ log_id }) => log_id);
    expect(Object.keys(before).length).toBeGreaterThan(12);
    const callersOf = new Map(
      await Promise.all(
        server().product.declared.map(async (endpoint) => [endpoint, await callerOf(endpoint)] as const),
      ),
    );
    const waiting = server().product.declared.flatMap((endpoint) =>
      [...badRequests(endpoint, known)].map((bad) => ({ endpoint, bad })),
    );
    const sentTo = new Map<string, number>();
    const validated = new Set<string>();
    const faults: string[] = [];
    const work = waiting[Symbol.iterator]();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const { endpoint, bad } of work) {
          const caller = callersOf.get(endpoint) ?? admin;
          // For an institution the schools below it are not foreign.
          if (caller === callers.at(-1) && bad.what.endsWith('other tenant')) continue;
          const { status, code, json, text } = await send(endpoint, bad, caller);
          if (status !== 401 && status !== 403) validated.add(endpoint.name);
          sentTo.set(endpoint.name, (sentTo.get(endpoint.name) ?? 0) + 1);
          const isFailure = status >= 400 && status < 500;
          const fits = isFailure
            ? code !== undefined && typeof json.message === 'string' && typeof json.request_id === 'string'
            : status < 400 && !bad.refused;
          if (!fits) faults.push(`${endpoint.name}, ${bad.what}: ${status} ${text.slice(0, 200)}`);
        }
      }),
    );
    expect(faults).toEqual([]);
    expect(waiting.length).toBeGreaterThanOrEqual(AT_LEAST);
    expect([...sentTo.keys()].sort()).toEqual(
      server()
        .product.declared.map(({ name }) => name)
        .sort(),
    );
    // Every endpoint was called by a permitted role, so its content was validated.
    expect(
      server()
        .product.declared.map(({ name }) => name)
        .filter((name) => !validated.has(name)),
    ).toEqual([]);
    expect(withoutLog(await checksum())).toEqual(withoutLog(before));
    // Unusual searches may succeed; their log entries only record that something was read.
    expect((await newEntries(loggedBefore)).filter(({ act }) => act !== 'read' && act !== 'export')).toEqual([]);
    expect((await admin.get('/v1/users/info')).status).toBe(200);
    expect(Object.prototype).not.toHaveProperty('admin');
  }, 240_000);

  it('with unusual text is stored unchanged, or refused', async () => {
    const before = withoutLog(await checksum());
    let stored = 0;
    for (const class_name of Object.values(NASTY)) {
      const created = await admin.post('/v1/portal/classes', {
        class_name,
        period: 3,
        grade: 7,
        remark: class_name.slice(0, 200),
      });
      if (created.status === 400) continue;
      expect([created.status, created.data?.class_name]).toEqual([201, class_name]);
      const found = await admin.get(`/v1/portal/classes?class_name=${encodeURIComponent(class_name)}`);
      expect(found.data.items.map((row: { class_id: string }) => row.class_id)).toContain(created.data.class_id);
      expect((await admin.delete(`/v1/portal/classes/${created.data.class_id}`)).status).toBe(200);
      stored++;
    }
    expect(stored).toBeGreaterThan(8);
    expect(withoutLog(await checksum())).toEqual(before);
  });
});
