import { beforeAll } from 'vitest';
import type { CaseDetail } from '../../../../src/features/crisis/contract/cases.ts';
import type { WarnDetail } from '../../../../src/features/crisis/contract/warnings.ts';
import { dataOf, rowsOf, useClient, withoutCrises, type Listed } from '../../../platform/resources/server/support.ts';
import type { Answer, Client } from '../../../support/client.ts';
import type { DatabaseKind } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

export const WARNS = '/v1/portal/psychology_warns';
export const CASES = '/v1/portal/psychology_crisis/cases';
export const FLAGS = '/v1/portal/rbac/roles/10/auths';

/** One server for all tests about warnings and cases, the people of its schools, and what they do. */
export function useCrises(kind: DatabaseKind) {
  const server = useServer(kind);
  const signed = {
    admin: useClient(server, 2001, 4),
    teacher: useClient(server, 2001, 10),
    psychologist: useClient(server, 2001, 8),
    leader: useClient(server, 2001, 12),
    moral: useClient(server, 2001, 14),
  };
  const elsewhere = useClient(server, 2002, 4);
  /** With a proof; filled before the tests. */
  const clients = {} as Record<keyof typeof signed | 'stranger', Client>;
  const own: string[] = [];
  let other = '';
  beforeAll(async () => {
    const [admin, teacher, psychologist, leader, moral, stranger] = await Promise.all(
      [...Object.values(signed), elsewhere].map((one) => one().verified()),
    );
    if (!admin || !teacher || !psychologist || !leader || !moral || !stranger) throw new Error('nobody');
    Object.assign(clients, { admin, teacher, psychologist, leader, moral, stranger });
    const studentsOf = async (client: Client) =>
      dataOf<Listed<{ child_id: string }>>(await client.get('/v1/portal/students?size=200')).items.map(
        ({ child_id }) => child_id,
      );
    own.push(...(await studentsOf(teacher)));
    other = (await studentsOf(admin)).find((id) => !own.includes(id)) ?? '';
    await withoutCrises(server());
  });
  /** A student of the school who is not in the class teacher's class. */
  const foreign = () => other;

  let next = 0;
  /** A student of the class teacher whom no test has reported yet. */
  const child = () => own[next++] ?? '';
  const worry = (child_id: string, more: object = {}) => ({
    child_id,
    category_ids: ['emotion'],
    warn_content: '经常无故哭泣；长期失眠',
    source_type: 1,
    student_consulting_id: null,
    ...more,
  });
  const report = (client: Client, child_id: string, more: object = {}, headers: Record<string, string> = {}) =>
    client.post(`${WARNS}/artificials`, worry(child_id, more), { headers });
  const reported = async (child_id: string, more: object = {}): Promise<string> =>
    dataOf<{ warn_id: string }>(await report(clients.teacher, child_id, more)).warn_id;
  const verify = (client: Client, id: string, body: object) =>
    client.put(`${WARNS}/${id}/verify`, { file_ids: [], reason: '', ...body });
  const verified = async (child_id: string, level = 2): Promise<WarnDetail> =>
    dataOf<WarnDetail>(
      await verify(clients.psychologist, await reported(child_id), { valid_status: 1, crisis_level: level }),
    );
  const detail = async (id: string, client = clients.psychologist): Promise<CaseDetail> =>
    dataOf<CaseDetail>(await client.get(`${CASES}/${id}?size=200`));
  const refusal = ({ status, code, fields }: Answer) => [status, code, fields];
  const kinds = ({ steps }: CaseDetail) =>
    steps.items.map(({ kind: one, level }) => (level === undefined ? one : `${one} ${level}`)).reverse();
  const logOf = (resource: string, id: string | undefined) =>
    rowsOf(
      server(),
      'select l.act, l.after from audit_logs l join audit_links k using (org_id, log_id) where l.resource = $1 and l.row_id = $2 order by k.seq',
      resource,
      id,
    );
  return {
    server,
    signed,
    clients,
    own,
    foreign,
    child,
    worry,
    report,
    reported,
    verify,
    verified,
    detail,
    refusal,
    kinds,
    logOf,
  };
}
export type CrisisFixture = ReturnType<typeof useCrises>;
