import { beforeAll, expect, it } from 'vitest';
import { dataOf, rowsOf, useClient, type Listed } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const CASES = '/v1/portal/psychology_crisis/cases';

describeApi('the file of a case', (kind) => {
  const server = useServer(kind);
  const signed = {
    psychologist: useClient(server, 2001, 8),
    leader: useClient(server, 2001, 12),
    teacher: useClient(server, 2001, 10),
    stranger: useClient(server, 2002, 8),
  };
  let clients: Record<keyof typeof signed, Client>;
  let path = '';
  let id = '';
  beforeAll(async () => {
    const made = await Promise.all(
      Object.entries(signed).map(async ([name, one]) => [name, await one().verified()] as const),
    );
    clients = Object.fromEntries(made) as typeof clients;
    id = dataOf<Listed<{ case_id: string }>>(await clients.psychologist.get(`${CASES}?size=1`)).items[0]?.case_id ?? '';
    path = `${CASES}/${id}/file`;
  });

  it('is a PDF with a code that is confirmed, and stands in the log', async () => {
    const answer = await clients.psychologist.get(path);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.text.startsWith('%PDF')).toBe(true);
    const logged = await rowsOf(
      server(),
      "select log_id from audit_logs where resource = 'crisis-case' and act = 'export' and row_id = $1",
      id,
    );
    const codes = await rowsOf(server(), "select log_id, digests from file_codes where kind = 'case'");
    expect(codes.map(({ log_id }) => log_id)).toEqual(logged.map(({ log_id }) => log_id));
    expect(codes[0]?.['digests']).toHaveLength(1);
  });

  it('is for who works on cases, with second proof, in the own school', async () => {
    expect((await clients.leader.get(path)).code).toBe('AC_FORBIDDEN');
    expect((await clients.teacher.get(path)).code).toBe('AC_FORBIDDEN');
    expect((await clients.stranger.get(path)).status).toBe(404);
    const unproved = (await server().client.signIn('o2001r14')).withRole(2001, 14);
    expect((await unproved.get(path)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
  });
});
