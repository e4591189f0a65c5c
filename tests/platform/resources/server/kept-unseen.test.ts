import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { HIDDEN, publish } from './field-rights.ts';
import { dataOf, useVerifiedClient, type Row } from './support.ts';

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

describeApi('what is kept beside a row of a field that a role does not see', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const psychologist = useVerifiedClient(server, 2001, 8);

  const recordOf = async (client: Client): Promise<Row> => {
    const reason = { reason: '监护人书面申请' };
    const { task_id: id } = dataOf(await client.post(`${V1}/children/${CHILD}/record_export`, reason));
    await server().services.jobs.idle();
    const files = unzipSync(new Uint8Array((await client.get(`${V1}/files/records/${String(id)}`)).body));
    return JSON.parse(strFromU8(files['record.json'] ?? new Uint8Array())) as Row;
  };

  beforeAll(async () => {
    expect((await publish(admin(), 'interview', INTERVIEW)).status).toBe(200);
  });

  it('is missing in the previous versions of a record of a child, with versions of nothing else', async () => {
    const made = await psychologist().post(`${V1}/interviews`, {
      child_id: CHILD,
      happened_at: '2026-11-19T11:00:00+08:00',
      with_whom: 1,
      way: 1,
      content: '谈到了新同学',
      doubt: '疑虑一',
      place: '一号室',
    });
    expect(made.status).toBe(201);
    const at = `${V1}/interviews/${String(dataOf(made)['interview_id'])}`;
    expect((await psychologist().put(at, { doubt: '疑虑二', place: '二号室' })).status).toBe(200);
    expect((await psychologist().put(at, { doubt: '疑虑三' })).status).toBe(200);
    const { row_versions: versions } = (await recordOf(admin()))['records'] as Record<string, Row[]>;
    expect(versions?.map(({ former }) => JSON.parse(String(former)) as Row)).toEqual([{ place: '一号室' }]);
    expect(JSON.stringify(await recordOf(admin()))).not.toMatch(/疑虑[一二三]/);
  });
});
