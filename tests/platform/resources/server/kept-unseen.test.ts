import { appendFileSync, cpSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { root } from '../../../../src/platform/runtime/server/root.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer, type TestServer } from '../../../support/server.ts';
import { book, Importing } from '../../imports/server/support.ts';
import { EQUIPMENT, HIDDEN, publish, ROWS, STUDIO } from './field-rights.ts';
import { dataOf, messageOf, rowsOf, useClient, useVerifiedClient, type Row } from './support.ts';

const V1 = '/v1/portal';
const CHILD = 'k2001-0001';
const text = (title: string, order: number) => ({
  type: 'string',
  title,
  maxLength: 40,
  'x-form': { on: ['create', 'edit'], order },
});
const INTERVIEW = {
  properties: {
    doubt: { ...text('疑虑', 90), ...HIDDEN },
    place: text('地点', 91),
  },
};

const recordOf = async ({ services }: TestServer, client: Client): Promise<Row> => {
  const reason = { reason: '监护人书面申请' };
  const { task_id: id } = dataOf(await client.post(`${V1}/children/${CHILD}/record_export`, reason));
  await services.jobs.idle();
  const files = unzipSync(new Uint8Array((await client.get(`${V1}/files/records/${String(id)}`)).body));
  return JSON.parse(strFromU8(files['record.json'] ?? new Uint8Array())) as Row;
};
const INTERVIEWED = {
  child_id: CHILD,
  happened_at: '2026-11-19T11:00:00+08:00',
  with_whom: 1,
  way: 1,
  content: '谈到了新同学',
};

describeApi('what is kept beside a row of a field that a role does not see', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const psychologist = useVerifiedClient(server, 2001, 8);

  beforeAll(async () => {
    expect((await publish(admin(), 'interview', INTERVIEW)).status).toBe(200);
  });

  it('is missing in the previous versions of a record of a child, with versions of nothing else', async () => {
    const made = await psychologist().post(`${V1}/interviews`, { ...INTERVIEWED, doubt: '疑虑一', place: '一号室' });
    expect(made.status).toBe(201);
    const at = `${V1}/interviews/${String(dataOf(made)['interview_id'])}`;
    expect((await psychologist().put(at, { doubt: '疑虑二', place: '二号室' })).status).toBe(200);
    expect((await psychologist().put(at, { doubt: '疑虑三' })).status).toBe(200);
    const { row_versions: versions } = (await recordOf(server(), admin()))['records'] as Record<string, Row[]>;
    expect(versions?.map(({ former }) => JSON.parse(String(former)) as Row)).toEqual([{ place: '一号室' }]);
    expect(JSON.stringify(await recordOf(server(), admin()))).not.toMatch(/疑虑[一二三]/);
  });
});

/** Policies by which administrators (5) export records and open the studio, but publish nothing. */
function policiesDir(): string {
  const dir = path.join(mkdtempSync(path.join(os.tmpdir(), 'xinyu-policies-')), 'policies');
  cpSync(path.join(root, 'policies'), dir, { recursive: true });
  appendFileSync(
    path.join(dir, 'access.csv'),
    '\np, student/record, *, 3, 5, 2, *, *\np, schema-studio, open, 3, 5, *, *, *\n',
  );
  return dir;
}

describeApi('a value that no declaration covers any more', (kind) => {
  const server = useServer(kind, { policiesDir: policiesDir() });
  const admin = useVerifiedClient(server, 2001, 4);
  const other = useVerifiedClient(server, 2001, 5);
  const psychologist = useVerifiedClient(server, 2001, 8);

  it('is seen only by a role that could declare it again', async () => {
    const made = dataOf(await psychologist().post(`${V1}/interviews`, INTERVIEWED));
    await rowsOf(
      server(),
      'update interviews set ext = ext || $1::jsonb where interview_id = $2',
      JSON.stringify({ gone: '撤回的一层' }),
      made['interview_id'],
    );
    for (const [client, isSeen] of [
      [admin(), true],
      [other(), false],
    ] as const) {
      const { interviews } = (await recordOf(server(), client))['records'] as Record<string, Row[]>;
      const { former } = dataOf<{ former: Row[] }>(await client.get(`${STUDIO}/interview`));
      expect(interviews?.some(({ content }) => content === INTERVIEWED.content)).toBe(true);
      expect([JSON.stringify(interviews).includes('撤回的一层'), former.map(({ field }) => field)]).toEqual([
        isSeen,
        isSeen ? ['gone'] : [],
      ]);
    }
  });
});

describeApi('a masked field that a role does not fill in', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2003, 4);
  const other = useClient(server, 2003, 5);
  const psychologist = useClient(server, 2003, 8);
  const masked = { type: 'string', maxLength: 20, 'x-mask': 'phone', 'x-form': { on: ['create', 'edit'], order: 90 } };
  const overlay = {
    properties: {
      phone: { ...masked, title: '电话', ...HIDDEN },
      line: { ...masked, title: '热线', 'x-written-by': [8] },
    },
  };

  it('answers a guess alike, right or wrong, and takes back only a mask that is shown', async () => {
    expect((await publish(admin(), 'equipment', overlay)).status).toBe(200);
    const at = `${ROWS}/e2003-1`;
    expect((await psychologist().put(at, { phone: '13811112222', line: '13833334444' })).status).toBe(200);
    const shown = dataOf(await other().get(at));
    expect([shown['phone'], shown['line']]).toEqual([undefined, '138****4444']);
    for (const body of [
      { phone: '138****2222' },
      { phone: '138****2223' },
      { phone: '13811112222' },
      { line: '13833334444' },
      { line: '13833334445' },
      { line: '138****4445' },
    ]) {
      const answer = await other().put(at, { ...body, remark: '猜' });
      const [field] = Object.keys(body);
      expect([body, answer.status, messageOf(answer, `/${field}`)]).toEqual([
        body,
        400,
        `您的角色不能填写“${field === 'phone' ? '电话' : '热线'}”`,
      ]);
    }
    expect((await other().put(at, { line: '138****4444', remark: '改过' })).status).toBe(200);
    expect(dataOf(await other().get(at))).toMatchObject({ line: '138****4444', remark: '改过' });
  });
});

describeApi('an import with a column that another role does not see', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2003, 4);
  const psychologist = useVerifiedClient(server, 2003, 8);
  beforeAll(async () => {
    expect((await publish(admin(), 'equipment', EQUIPMENT)).status).toBe(200);
  });

  const sheet = (header: string, value: string) =>
    book([
      ['器材名称', '类别', '数量', header],
      ['测试器材', '沙盘', 'x', value],
    ]);

  it('gives its file and what it says about the column to its owner only', async () => {
    const importing = new Importing(server(), psychologist(), ROWS);
    expect((await importing.preview(await sheet('风险', '极高'))).rows.wrong).toBe(1);
    const [mine] = await importing.rows('wrong');
    expect(JSON.stringify(mine?.messages)).toContain('极高');
    expect((await importing.file()).status).toBe(200);
    importing.client = admin();
    const [theirs] = await importing.rows('wrong');
    expect(theirs?.messages).toEqual([expect.stringMatching(/^数量：/), '其余说明涉及您的角色无权查看的列']);
    expect(JSON.stringify(theirs)).not.toMatch(/极高|风险/);
    const file = await importing.file();
    expect([file.status, file.code, file.text]).toEqual([403, 'AC_FORBIDDEN', expect.stringContaining('无权查看的列')]);
  });

  it('gives both to a role that sees all of its columns', async () => {
    const importing = new Importing(server(), psychologist(), ROWS);
    await importing.preview(await sheet('备注', '无'));
    importing.client = admin();
    expect((await importing.file()).status).toBe(200);
    expect((await importing.rows('wrong')).flatMap(({ messages }) => messages)).toHaveLength(1);
  });

  it('is undone by another role except for lines that wrote what this role does not fill in', async () => {
    const made = await Promise.all(
      ['甲器材', '乙器材'].map((name) =>
        psychologist().post(ROWS, { equipment_name: name, kind: 'test', risk: 'low', price: 10, amount: 1 }),
      ),
    );
    const ids = made.map((answer) => String(dataOf(answer)['equipment_id']));
    const importing = new Importing(server(), psychologist(), ROWS);
    const { written } = await importing.all(
      await book([
        ['器材名称', '类别', '数量', '风险'],
        ['甲器材', '测评', 7, '高'],
        ['乙器材', '测评', 8, null],
      ]),
    );
    expect(written).toMatchObject({ updated: 2, refused: 0 });
    importing.client = admin();
    expect((await importing.undo()).undone).toEqual({ rows: 1, kept: 1 });
    const now = async (id = '') => dataOf(await psychologist().get(`${ROWS}/${id}`));
    expect(await now(ids[0])).toMatchObject({ risk: 'high', amount: 7, worth: 70 });
    expect(await now(ids[1])).toMatchObject({ risk: 'low', amount: 1, worth: 10 });
  });
});
