import { expect, it } from 'vitest';
import { isEncryptedText } from '../../../../src/platform/crypto/server/data-keys.ts';
import { rotateDataKey } from '../../../../src/platform/crypto/server/rotate-keys.ts';
import { encryptRows } from '../../../../src/platform/resources/server/encrypt-rows.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { TEST_WRAPPING } from '../../../support/test-keys.ts';
import { dataOf, query, rowsOf, useClient, type Listed, type Row } from '../../resources/server/support.ts';

const STUDENTS = '/v1/portal/students';
const WROTE = '最近晚上睡不好，说想念外婆';

describeApi('free text at rest', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const other = useClient(server, 2002, 4);
  const stored = async (id: unknown) =>
    (await rowsOf(server(), 'select * from students where child_id = $1', id))[0] ?? {};
  let no = 0;
  const create = async (fields: Row = {}, client = admin) =>
    dataOf(
      await client().post(STUDENTS, {
        child_name: '周小满',
        student_no: `X${++no}`,
        remark: WROTE,
        id_card: '110101201305201234',
        address: '青禾市人民路 8 号',
        ...fields,
      }),
    );
  const encrypt = (orgId: string) =>
    encryptRows(server().services, orgId, (schema) => server().services.resources.hooksFor(schema).table);

  it('is encrypted in the database and decrypted in single reads, lists and exports', async () => {
    const made = await create();
    expect(made['remark']).toBe(WROTE);
    const row = await stored(made['child_id']);
    for (const field of ['remark', 'id_card', 'address']) expect(isEncryptedText(row[field]), field).toBe(true);
    expect(JSON.stringify(row)).not.toMatch(/外婆|110101|人民路/);
    expect(dataOf(await admin().get(`${STUDENTS}/${String(made['child_id'])}`))['remark']).toBe(WROTE);
    expect(
      dataOf<Listed>(await admin().get(query(STUDENTS, { student_no: String(made['student_no']) }))).items[0]?.[
        'remark'
      ],
    ).toBe(WROTE);
    const file = await admin().get(
      query(`${STUDENTS}/export`, { student_no: String(made['student_no']), format: 'csv' }),
    );
    expect(file.text).toContain(WROTE);
  });

  it('can be changed and cleared, and an unchanged value is not a change', async () => {
    const made = await create();
    const at = `${STUDENTS}/${String(made['child_id'])}`;
    const before = await stored(made['child_id']);
    expect((await admin().put(at, { remark: WROTE })).status).toBe(200);
    expect((await stored(made['child_id']))['remark']).toBe(before['remark']);
    await admin().put(at, { remark: '已经好转' });
    expect(dataOf(await admin().get(at))).toMatchObject({ remark: '已经好转' });
    await admin().put(at, { remark: null });
    expect((await stored(made['child_id']))['remark']).toBeNull();
  });

  it('is also encrypted in the operation log and in stored responses', async () => {
    const made = dataOf(
      await admin().post(
        STUDENTS,
        { child_name: '周小满', student_no: `X${++no}`, remark: WROTE },
        { headers: { 'idempotency-key': 'once' } },
      ),
    );
    const again = await admin().post(
      STUDENTS,
      { child_name: '周小满', student_no: `X${no}`, remark: WROTE },
      { headers: { 'idempotency-key': 'once' } },
    );
    expect(dataOf(again)['child_id']).toBe(made['child_id']);
    await admin().put(`${STUDENTS}/${String(made['child_id'])}`, { remark: '已经好转' });
    const kept = JSON.stringify([
      await rowsOf(server(), 'select before, after from audit_logs where row_id = $1', made['child_id']),
      await rowsOf(server(), 'select answer from idempotency_keys'),
    ]);
    expect(kept).not.toMatch(/外婆|好转/);
    const entries = dataOf<Listed>(
      await admin().get(query('/v1/portal/audits/logs/list', { act: 'update', sort: '-at' })),
    ).items;
    const entry = entries.find((one) => one['row_id'] === made['child_id']);
    const changes = dataOf<{ items: Row[] }>(
      await admin().get(`/v1/portal/audits/logs/${String(entry?.['log_id'])}/changes`),
    ).items;
    expect(changes).toEqual([{ field: 'remark', title: '备注', before: WROTE, after: '已经好转' }]);
  });

  it('cannot be decrypted in another row', async () => {
    const [one, two] = [await create(), await create({ remark: '另一个孩子的事' })];
    await rowsOf(
      server(),
      'update students set remark = (select remark from students where child_id = $1) where child_id = $2',
      one['child_id'],
      two['child_id'],
    );
    const answer = await admin().get(`${STUDENTS}/${String(two['child_id'])}`);
    expect([answer.status, answer.text.includes('外婆')]).toEqual([500, false]);
    await rowsOf(server(), 'update students set remark = null where child_id = $1', two['child_id']);
  });

  it('never treats user input as an encrypted text', async () => {
    expect(
      (await admin().post(STUDENTS, { child_name: '周小满', student_no: 'M1', remark: '\u00011.AAAA' })).fields,
    ).toEqual(['/remark']);
  });

  it('is encrypted later when it was in clear, and again after a key rotation', async () => {
    const made = await create({}, other);
    await rowsOf(
      server(),
      "update students set remark = '从前写的', updated_at = '2026-01-01' where org_id = '2002' and child_id = 'k2002-0001'",
    );
    const read = async () => dataOf(await other().get(`${STUDENTS}/k2002-0001`));
    expect((await read())['remark']).toBe('从前写的');
    expect(await encrypt('2002')).toBeGreaterThan(0);
    expect(await encrypt('2002')).toBe(0);
    expect(isEncryptedText((await stored('k2002-0001'))['remark'])).toBe(true);
    expect(await read()).toMatchObject({
      remark: '从前写的',
      updated_at: expect.stringMatching(/^2026-01-01|^2025-12-31/),
    });

    await rotateDataKey(server().services, TEST_WRAPPING, '2002');
    expect(await encrypt('2002')).toBeGreaterThan(1);
    const left = await rowsOf(
      server(),
      "select count(*)::int as n from students where org_id = '2002' and remark is not null and not starts_with(remark, E'\\u00012.')",
    );
    expect(left).toEqual([{ n: 0 }]);
    expect((await read())['remark']).toBe('从前写的');
    expect(dataOf(await other().get(`${STUDENTS}/${String(made['child_id'])}`))['remark']).toBe(WROTE);
  });
});
