import { CompiledQuery } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { ConsentStanding } from '../../../../src/features/guardians/contract/consents.ts';
import { currentConsentText } from '../../../../src/features/guardians/rules.ts';
import { png } from '../../../platform/media/server/samples.ts';
import { sent } from '../../../platform/media/server/support.ts';
import { dataOf, refusalOf, rowsOf, useClient, type Listed } from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const PATH = '/v1/portal/students/consents';

describeApi('consents of guardians', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const teacher = useClient(server, 2001, 10);
  const stranger = useClient(server, 2002, 4);
  let children: ConsentStanding[] = [];
  const standings = async (ids: readonly string[], client = admin()) =>
    dataOf<Listed<ConsentStanding>>(await client.get(`${PATH}?student_ids=${ids.join(',')}`)).items;
  const body = (of: readonly ConsentStanding[], more = {}) => ({
    items: of.map(({ child_id, guardians }) => ({ child_id, guardian_id: guardians[0]?.guardian_id ?? '' })),
    how: 2,
    text_version: currentConsentText().version,
    consented_on: '2026-11-20',
    ...more,
  });
  const stateOf = async (id: string) => (await standings([id]))[0]?.state;
  const child = (i: number) => {
    const found = children[i];
    if (!found) throw new Error('no such child');
    return found;
  };
  beforeAll(async () => {
    const { items } = dataOf<Listed<{ child_id: string }>>(
      await teacher().get('/v1/portal/students?size=50&guardian_consent=missing'),
    );
    children = (await standings(items.map(({ child_id }) => child_id))).filter(({ guardians }) => guardians.length > 0);
    expect(children.length).toBeGreaterThan(5);
  });

  it('are missing for children under 14 or of unknown age', async () => {
    const [{ child_id: id }] = [child(0)];
    await rowsOf(server(), "update students set born_on = '2012-11-21' where org_id = '2001' and child_id = $1", id);
    expect(await stateOf(id)).toBe('missing');
    await rowsOf(server(), "update students set born_on = '2012-11-20' where org_id = '2001' and child_id = $1", id);
    expect(await stateOf(id)).toBe('free');
    await rowsOf(server(), "update students set born_on = null where org_id = '2001' and child_id = $1", id);
    expect(await stateOf(id)).toBe('missing');
    await admin().post(PATH, body([child(0)]));
    expect(await stateOf(id)).toBe('given');
    expect(dataOf(await admin().get(`/v1/portal/students/${id}`))).toMatchObject({ guardian_consent: 'given' });
  });

  it('are recorded for a whole class at once, each once, and the list filters by missing ones', async () => {
    const some = children.slice(1, 4);
    const ids = some.map(({ child_id }) => child_id);
    expect(dataOf(await teacher().post(PATH, body(some)))).toEqual({ total: 3 });
    expect(dataOf(await teacher().post(PATH, body(some)))).toEqual({ total: 0 });
    const { items } = dataOf<Listed<{ child_id: string }>>(
      await teacher().get('/v1/portal/students?size=50&guardian_consent=given'),
    );
    expect(items.map(({ child_id }) => child_id)).toEqual(expect.arrayContaining(ids));
    expect(
      await rowsOf(
        server(),
        "select act, after ->> 'consent_text' as version from audit_logs where resource = 'consent' and row_id = any($1)",
        ids,
      ),
    ).toEqual(ids.map(() => ({ act: 'consent', version: currentConsentText().version })));
    const [stored] = await rowsOf(server(), 'select guardian_name from guardian_consents where child_id = $1', ids[0]);
    expect(String(stored?.['guardian_name'])).not.toContain(some[0]?.guardians[0]?.guardian_name);
  });

  it('are known beside the student after each change, also of two transactions at once', async () => {
    const [first, second] = [child(5), child(6)];
    const wrong = () =>
      rowsOf(
        server(),
        `select s.child_id from students s where s.consented <> exists (
          select from guardian_consents g where g.org_id = s.org_id and g.child_id = s.child_id and g.withdrawn_at is null)`,
      );
    const missing = async () =>
      dataOf<Listed>(await admin().get('/v1/portal/students?guardian_consent=missing&size=10')).total;
    expect(await wrong()).toEqual([]);
    const before = await missing();
    await admin().post(PATH, body([first, second]));
    expect([await missing(), await wrong()]).toEqual([before - 2, []]);
    // The same consent a second time, as of another guardian.
    await rowsOf(
      server(),
      `insert into guardian_consents select (jsonb_populate_record(g, '{"consent_id": "second", "guardian_id": "another"}')).*
       from guardian_consents g where g.child_id = $1 and g.withdrawn_at is null`,
      first.child_id,
    );
    expect([await missing(), await wrong()]).toEqual([before - 2, []]);
    const withdrawn = (condition: string) =>
      server().db.transaction({ orgId: '2001', userId: null }, async (tx) => {
        await tx.run(
          CompiledQuery.raw(
            `update guardian_consents set withdrawn_at = now(), withdrawn_by = 'u' where org_id = '2001' and child_id = $1 and ${condition}`,
            [first.child_id],
          ),
        );
      });
    await Promise.all([withdrawn("consent_id = 'second'"), withdrawn("consent_id <> 'second'")]);
    expect([await missing(), await wrong()]).toEqual([before - 1, []]);
    await rowsOf(
      server(),
      'update guardian_consents set withdrawn_at = null, withdrawn_by = null where child_id = $1',
      first.child_id,
    );
    expect([await missing(), await wrong()]).toEqual([before - 2, []]);
  });

  it('record who, when, which text and how, keep the signed paper, and end when they are withdrawn', async () => {
    const one = child(4);
    const path = `/v1/portal/children/${one.child_id}/consents`;
    const file = await sent(server(), teacher(), 'signed.png', png());
    expect(dataOf(await teacher().post(PATH, body([one], { how: 1, file_ids: [file.file_id] })))).toEqual({ total: 1 });
    const [consent] = dataOf<Listed<{ attachments: { file_id: string }[] }>>(await admin().get(path)).items;
    expect(consent).toMatchObject({
      guardian_name: one.guardians[0]?.guardian_name,
      relation: one.guardians[0]?.relation,
      how: 1,
      consented_on: '2026-11-20',
      text_version: currentConsentText().version,
    });
    expect(consent?.attachments[0]?.file_id).toBe(file.file_id);
    expect((await admin().get(`/v1/portal/media/${file.file_id}/actions/get_play_url`)).status).toBe(200);
    expect((await stranger().get(`/v1/portal/media/${file.file_id}/actions/get_play_url`)).status).toBe(404);
    expect(await stateOf(one.child_id)).toBe('given');
    expect(dataOf(await teacher().post(`${path}/withdraw`))).toEqual({ total: 1 });
    expect((await teacher().post(`${path}/withdraw`)).status).toBe(409);
    expect(await stateOf(one.child_id)).toBe('missing');
    expect(dataOf<Listed>(await admin().get(path)).items).toMatchObject([
      { withdrawn_at: new Date(server().clock.now()).toISOString() },
    ]);
    expect(dataOf(await admin().post(PATH, body([one])))).toEqual({ total: 1 });
  });

  it('require a guardian of the child, no future day, an existing text, and a child in scope', async () => {
    const [one, other] = [child(5), child(0)];
    const wrong = async (more: object) => refusalOf(await admin().post(PATH, body([one], more))).details[0]?.field;
    expect(await wrong({ items: [{ child_id: one.child_id, guardian_id: other.guardians[0]?.guardian_id }] })).toBe(
      '/items/0/guardian_id',
    );
    expect(await wrong({ consented_on: '2026-11-21' })).toBe('/consented_on');
    expect(await wrong({ text_version: '1999' })).toBe('/text_version');
    expect(await wrong({ file_ids: ['nobodys'] })).toBe('/file_ids');
    expect(await wrong({ how: 3 })).toBe('/how');
    const elsewhere =
      dataOf<Listed<{ child_id: string }>>(await admin().get('/v1/portal/students?size=1&class_id=c2001-2026-12-06'))
        .items[0]?.child_id ?? '';
    for (const [client, id, code] of [
      [teacher(), elsewhere, 'PSY_OUT_OF_REACH'],
      [stranger(), one.child_id, 'PSY_NOT_FOUND'],
    ] as const) {
      expect((await client.get(`${PATH}?student_ids=${id}`)).code).toBe(code);
      expect((await client.get(`/v1/portal/children/${id}/consents`)).code).toBe(code);
      expect((await client.post(`/v1/portal/children/${id}/consents/withdraw`)).code).toBe(code);
      expect((await client.post(PATH, { ...body([one]), items: [{ child_id: id, guardian_id: 'x' }] })).code).toBe(
        code,
      );
    }
  });
});
