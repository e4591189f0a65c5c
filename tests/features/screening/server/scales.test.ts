import { beforeAll, expect, it } from 'vitest';
import { dataOf, rowsOf, useClient, useVerifiedClient } from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { SCALES, withoutReleases } from './exam-support.ts';

interface Releases {
  released: boolean;
  needed: boolean;
  version: string;
  missing?: string;
  items: { user_id: string; role_id: number }[];
}

describeApi('scale packs of a school', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const second = useClient(server, 2001, 5);
  const psychologist = useClient(server, 2001, 8);
  const classTeacher = useClient(server, 2001, 10);
  const teacher = useClient(server, 2001, 7);
  const elsewhere = useVerifiedClient(server, 2002, 4);
  beforeAll(() => withoutReleases(server()));
  const releases = `${SCALES}/phq-9/releases`;

  it('are listed with version, licence and number of items', async () => {
    const { total, items } = dataOf<{ total: number; items: { scale_id: string; item_count: number }[] }>(
      await classTeacher().get(SCALES),
    );
    expect(items.map(({ scale_id, item_count }) => [scale_id, item_count])).toEqual(
      expect.arrayContaining([
        ['ces-d', 20],
        ['gad-7', 7],
        ['phq-9', 9],
        ['who-5', 5],
      ]),
    );
    expect(total).toBe(items.length);
    expect((await teacher().get(SCALES)).status).toBe(403);
  });

  it('show items with options, the critical one marked, dimensions and bands', async () => {
    const { data } = await admin().get(`${SCALES}/phq-9`);
    expect(data.items).toHaveLength(9);
    expect(data.items[8]).toMatchObject({ item_id: '9', critical: true, topic: 'suicide' });
    expect(data.items[0].critical).toBeUndefined();
    expect(data.items[0].options.map(({ value }: { value: number }) => value)).toEqual([0, 1, 2, 3]);
    expect(data.dimensions[0].dimension_id).toBe('total');
    expect(data.dimensions[0].bands.map(({ from }: { from: number }) => from)).toEqual([0, 5, 10, 15, 20]);
    expect(data.wording).toBe('unofficial');
    const { band_titles: titles } = (await admin().get(`${SCALES}/gad-7`)).data;
    expect(titles).toMatchObject({ mild: '轻度', reached: '达到划界分' });
    expect((await admin().get(`${SCALES}/nothing`)).status).toBe(404);
  });

  it('with items about suicide are released by two people, one of them a psychology teacher', async () => {
    expect(dataOf<Releases>(await admin().get(releases))).toMatchObject({ needed: true, released: false, items: [] });
    const first = dataOf<Releases>(await admin().post(releases));
    expect(first).toMatchObject({ released: false, missing: expect.stringContaining('还差 1 人') as string });
    const again = await admin().post(releases);
    expect(again.status).toBe(200);
    expect(dataOf<Releases>(again).items).toHaveLength(1);
    const both = dataOf<Releases>(await second().post(releases));
    expect(both).toMatchObject({ released: false, missing: expect.stringContaining('心理专职教师') as string });
    expect(dataOf<Releases>(await psychologist().post(releases))).toMatchObject({ released: true });
    const log = await rowsOf(server(), "select row_id from audit_logs where org_id = '2001' and act = 'release'");
    expect(log).toHaveLength(3);
  });

  it('are released for one school only', async () => {
    expect(dataOf<Releases>(await elsewhere().get(releases))).toMatchObject({ released: false, items: [] });
  });

  it('refuse a release of another version, of a pack that needs none, and by other roles', async () => {
    expect((await admin().post(`${releases}?version=0.0.1`)).fields).toEqual(['/version']);
    expect((await admin().post(`${SCALES}/who-5/releases`)).fields).toEqual(['/scale_id']);
    expect((await classTeacher().post(releases)).status).toBe(403);
    expect((await classTeacher().get(releases)).status).toBe(403);
  });
});
