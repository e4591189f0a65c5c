import { beforeAll, expect, it } from 'vitest';
import { mask } from '../../../../src/platform/schema/mask.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer, type TestServer } from '../../../support/server.ts';
import { book, Importing } from '../../imports/server/support.ts';
import { textsOf } from './cells.ts';
import { query, useClient } from './support.ts';

const STUDENTS = '/v1/portal/students';
const CHILD = 'k2001-0001';
const GUARDIAN = 'u-o2001p1';
const TEACHER = 'u-o2001r8';

/**
 * The values in which two databases differ, only in the part that a mask hides; one of them is a former field of a
 * school.
 */
const VALUES = [
  { mobile: '13811112222', id_card: '110101201305201234', address: '青禾市人民路一号甲单元', gone: '甲' },
  { mobile: '13899992222', id_card: '110999201812311234', address: '青禾市人民路九号乙单元', gone: '乙' },
] as const;

async function hide({ db }: TestServer, { mobile, id_card, address, gone }: (typeof VALUES)[number]): Promise<void> {
  await db.admin(async (run) => {
    await run(
      "update students set mobile = $2, id_card = $3, address = $4, ext = ext || jsonb_build_object('gone', $5::text) where child_id = $1",
      [CHILD, mobile, id_card, address, gone],
    );
    await run('update guardians set mobile = $2 where guardian_id = $1', [GUARDIAN, mobile]);
    await run("update teachers set mobile = $2 where org_id = '2001' and user_id = $1", [TEACHER, mobile]);
    await run(
      "update classes set class_no = $1, ext = ext || jsonb_build_object('gone', $2::text) where org_id = '2003'",
      [gone === '甲' ? 11 : 77, gone],
    );
  });
}

/** The whole answer, except for the request id and the random code of a file. */
const said = ({ status, body, text, headers }: Answer): unknown => [
  status,
  headers['content-type'],
  headers['content-disposition']?.toString().replace(/_%E6%A0%A1%E9%AA%8C%E7%A0%81[A-Z0-9-]+/, ''),
  String(headers['content-type']).includes('sheet') ? textsOf(body) : text.replace(/"request_id":"[^"]*"/, ''),
];

describeApi('two databases that differ only in values that a role may not see', (kind) => {
  const servers = [useServer(kind), useServer(kind)] as const;
  beforeAll(() => Promise.all(servers.map((server, i) => hide(server(), VALUES[i]!))));
  const clientsOf = (orgId: number, roleId: number) => servers.map((server) => useClient(server, orgId, roleId));
  const administrators = clientsOf(2001, 5);
  const elsewhere = clientsOf(2003, 4);
  const both = async (clients: readonly (() => Client)[], ask: (client: Client, i: number) => Promise<unknown>) =>
    Promise.all(clients.map((client, i) => ask(client(), i)));
  const pair = (clients: readonly (() => Client)[], ask: (client: Client) => Promise<Answer>) =>
    both(clients, async (client) => said(await ask(client)));

  it('show the same masked value', () => {
    const [one, other] = VALUES;
    for (const [field, of] of [
      ['mobile', 'phone'],
      ['id_card', 'id-card'],
      ['address', 'address'],
    ] as const)
      expect(mask(of, one[field])).toBe(mask(of, other[field]));
  });

  it('list, sort, find and count alike', async () => {
    const asked: Record<string, string | number>[] = [
      {},
      { size: 200 },
      { child_name: '李' },
      { sort: 'mobile' },
      { sort: '-id_card' },
      { sort: 'address' },
      { id_card: '110101201305201234' },
      { address: '一号' },
      { gone: '甲' },
      { sort: 'gone' },
      ...VALUES.flatMap(({ mobile, id_card }): Record<string, string>[] => [
        { child_name: mobile },
        { student_no: id_card },
        { mobile },
        { mobile_from: mobile },
      ]),
    ];
    for (const parameters of asked) {
      const [one, other] = await pair(administrators, (client) => client.get(query(STUDENTS, parameters)));
      expect(one).toEqual(other);
    }
    const ofClasses: Record<string, string | number>[] = [
      {},
      { size: 200, sort: 'class_name' },
      { sort: 'class_no' },
      { class_no_from: 50 },
      { class_no: 11 },
      { gone: '甲' },
    ];
    for (const parameters of ofClasses) {
      const [one, other] = await pair(elsewhere, (client) => client.get(query('/v1/portal/classes', parameters)));
      expect(one).toEqual(other);
    }
  });

  it('answer alike for one row, its history and what belongs to it', async () => {
    for (const path of [
      `/v1/portal/children/${CHILD}`,
      `${STUDENTS}/${CHILD}`,
      `/v1/portal/children/${CHILD}/relation`,
      `${STUDENTS}/st2001-0001/semesters/history`,
    ]) {
      const [one, other] = await pair(administrators, (client) => client.get(path));
      expect(one).toEqual(other);
    }
  });

  it('export alike', async () => {
    const ways: Record<string, string>[] = [{}, { child_name: '李' }, { format: 'csv' }];
    for (const parameters of ways) {
      const [one, other] = await pair(administrators, (client) => client.get(query(`${STUDENTS}/export`, parameters)));
      expect(one).toEqual(other);
    }
    const [one, other] = await pair(elsewhere, (client) => client.get('/v1/portal/classes/export'));
    expect(one).toEqual(other);
  });

  it('give equal answers for guardians and teachers: lists, details, exports, guesses and searches', async () => {
    for (const [path, id, name] of [
      ['/v1/portal/guardians', GUARDIAN, 'guardian_name'],
      ['/v1/portal/teachers', TEACHER, 'teacher_name'],
    ] as const) {
      const paths = [
        `${path}?size=200`,
        `${path}?sort=mobile`,
        `${path}?size=200&sort=-${name}`,
        ...VALUES.flatMap(({ mobile }) => [`${path}?mobile=${mobile}`, `${path}?${name}=${mobile}`]),
        `${path}/${id}`,
        `${path}/export`,
        `${path}/export?format=csv`,
      ];
      for (const asked of paths) {
        const [one, other] = await pair(administrators, (client) => client.get(asked));
        expect([asked, one]).toEqual([asked, other]);
      }
      for (const body of [{ mobile: '138****2222' }, { mobile: VALUES[0].mobile }, { mobile: '138' }]) {
        const [one, other] = await pair(administrators, (client) => client.put(`${path}/${id}`, body));
        expect([path, one]).toEqual([path, other]);
      }
    }
  });

  it('preview an import of a guess alike, right or wrong', async () => {
    const { student_no, child_name } = (await administrators[0]!().get(`/v1/portal/children/${CHILD}`)).data as Record<
      string,
      string
    >;
    const sheet = await book([
      ['姓名', '学号', '手机号码'],
      [child_name!, student_no!, VALUES[0].mobile],
    ]);
    const [one, other] = await both(administrators, async (client, i) => {
      const importing = new Importing(servers[i]!(), client);
      const { rows } = await importing.preview(sheet);
      return [rows, await Promise.all(['new', 'changed', 'same', 'wrong'].map((outcome) => importing.rows(outcome)))];
    });
    expect(one).toEqual(other);
    expect(one).toMatchObject([{ total: 1, changed: 1 }, expect.anything()]);
  });

  it('treat a guessed value in an edit alike, in the answer and in the log, for a user who may not see it', async () => {
    for (const body of [
      { mobile: '138****2222' },
      { mobile: '138' },
      { mobile: VALUES[0].mobile },
      { mobile: VALUES[1].mobile, updated_at: '2020-01-01T00:00:00.000Z' },
    ]) {
      const [one, other] = await pair(administrators, (client) => client.put(`/v1/portal/children/${CHILD}`, body));
      expect(one).toEqual(other);
    }
    const [row, same] = await pair(administrators, (client) => client.get(`/v1/portal/children/${CHILD}`));
    expect(row).toEqual(same);
    expect(row).toContain(200);
    const [one, other] = await both(administrators, async (client) => {
      const { items } = (await client.get('/v1/portal/audits/logs/list?size=200&resource=student&act=update')).data as {
        items: { log_id: string; row_id: string }[];
      };
      return Promise.all(
        items
          .filter(({ row_id }) => row_id === CHILD)
          .map(async ({ log_id }) => (await client.get(`/v1/portal/audits/logs/${log_id}/changes`)).data as unknown),
      );
    });
    expect(one).toEqual(other);
    expect(JSON.stringify(one)).toContain('138****2222');
  });
});
