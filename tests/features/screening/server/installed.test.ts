import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canonicalJson, checksummedText } from '../../../../src/features/screening/rules/scales/canonical.ts';
import type { ScalePack } from '../../../../src/features/screening/rules/scales/pack-schema.ts';
import { root } from '../../../../src/platform/runtime/server/root.ts';
import { messageOf, rowsOf, useClient, useVerifiedClient } from '../../../platform/resources/server/support.ts';
import type { Client, Json } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { scale } from '../support/packs.ts';
import { changeRows, insertExam } from '../support/rows.ts';
import { aPlan, createPlan, EXAMS, publishPlan, SCALES } from './exam-support.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const PUBLISHER = '某某出版社';
/** The product's definitions with one publisher that is trusted. */
const schemasDir = mkdtempSync(path.join(os.tmpdir(), 'xinyu-packs-'));
cpSync(path.join(root, 'schemas'), schemasDir, { recursive: true });
writeFileSync(
  path.join(schemasDir, 'publishers.json'),
  JSON.stringify({
    publishers: [
      {
        name: PUBLISHER,
        key: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64'),
      },
    ],
  }),
);
afterAll(() => rmSync(schemasDir, { recursive: true, force: true }));

type File = Record<string, unknown>;
/** A licensed wording of a scale of the product. */
const authorised = (id: string, version: string, change: File = {}): File => {
  const { checksum: _, ...pack } = scale(id);
  return {
    ...pack,
    version,
    licence: { ...pack.licence, wording: 'authorised' },
    items: pack.items.map((item) => ({ ...item, text: `授权题目 ${item.id}` })),
    ...change,
  };
};
/** A scale of the school's own, with one item less than the GAD-7. */
const ownScale = (id: string, version = '1.0.0'): File => authorised('gad-7', version, { id, title: '本校焦虑量表' });
const signed = (file: File, by = PUBLISHER): File => ({
  ...file,
  signature: {
    by,
    algorithm: 'ed25519',
    value: sign(null, Buffer.from(checksummedText(file)), privateKey).toString('base64'),
  },
});

const declared = { declared_by: '王校长', statement: '已与权利人签订使用协议，原件存档案室' };
const bodyOf = (file: unknown, change: File = {}) => ({
  file: typeof file === 'string' ? file : JSON.stringify(file),
  ...declared,
  ...change,
});

describeApi('packs that a school installs', (kind) => {
  const server = useServer(kind, { schemasDir });
  const admin = useVerifiedClient(server, 2001, 4);
  const leader = useVerifiedClient(server, 2001, 12);
  const teacher = useClient(server, 2001, 10);
  const unproved = useClient(server, 2001, 8);
  let proved: Client | undefined;
  beforeAll(async () => {
    proved = await unproved().verified();
  });
  const psychologist = () => proved ?? unproved();
  const elsewhere = useVerifiedClient(server, 2002, 4);
  const check = async (file: unknown) =>
    (await admin().post(`${SCALES}/check`, { file: typeof file === 'string' ? file : JSON.stringify(file) })).data;
  const versionOf = async (id: string, client = admin()) => (await client.get(`${SCALES}/${id}`)).data.version;
  const pointers = async (file: unknown) => (await check(file)).findings.map(({ pointer }: Json) => pointer);

  it('are checked first: every finding at its place, or both views of the pack', async () => {
    const { findings } = await check({ ...authorised('phq-9', '1.0.0-school.1'), ages: undefined, title: '' });
    expect(findings).toEqual([
      { pointer: '', reason: '缺少 ages', fix: expect.any(String) as string },
      { pointer: '/title', reason: expect.any(String) as string, fix: expect.any(String) as string },
    ]);
    const { pack } = await check(authorised('phq-9', '1.0.0-school.1'));
    expect(pack.detail).toMatchObject({ scale_id: 'phq-9', wording: 'authorised', sensitive: true });
    expect(pack.detail.items[8]).toMatchObject({ text: '授权题目 9', critical: true });
    expect(pack.sheet.items[8]).not.toHaveProperty('critical');
    expect(pack).toMatchObject({
      signature: 'unsigned',
      replaces: { version: '1.0.0', wording: 'unofficial', own: false },
    });
    expect(await versionOf('phq-9')).toBe('1.0.0');
  });

  it('are installed by an authorised person with a second proof, and the declaration stands in the log', async () => {
    const file = authorised('phq-9', '1.0.0-school.1');
    expect((await leader().post(SCALES, bodyOf(file))).status).toBe(403);
    expect((await teacher().post(`${SCALES}/check`, { file: '{}' })).status).toBe(403);
    expect((await unproved().post(SCALES, bodyOf(file))).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    expect((await admin().post(SCALES, bodyOf(file, { statement: '有授权' }))).fields).toEqual(['/statement']);
    const answer = await admin().post(SCALES, bodyOf(file));
    expect(answer.status, answer.text).toBe(201);
    expect(answer.data).toEqual({ scale_id: 'phq-9', version: '1.0.0-school.1', signature: 'unsigned' });
    const [log] = await rowsOf(server(), "select * from audit_logs where org_id = '2001' and act = 'install'");
    expect(JSON.stringify(log)).toContain(declared.statement);
    expect(JSON.stringify(log)).toContain(createHash('sha256').update(checksummedText(file)).digest('hex'));
  });

  it('take the place of the unofficial wording for this school alone, without touching rules or results', async () => {
    const { data } = await admin().get(`${SCALES}/phq-9`);
    expect(data).toMatchObject({
      version: '1.0.0-school.1',
      wording: 'authorised',
      declaration: { by: '王校长', statement: declared.statement },
    });
    expect(await versionOf('phq-9', elsewhere())).toBe('1.0.0');
    const { items } = (await psychologist().get('/v1/portal/screening/rules')).data;
    expect(items.find((rule: Json) => rule.rule_id === 'default-phq-9-red')).toMatchObject({
      needs_confirmation: false,
    });
    expect((await admin().get(`${SCALES}/phq-9/releases`)).data.released).toBe(false);
    const [old] = await insertExam(server(), { examId: 'before', users: ['u2001s1'] }).catch(() => ['']);
    expect(old).toBeDefined();
    expect(server().services.packs.packOf('2001', 'phq-9', '1.0.0').version).toBe('1.0.0');
  });

  it('refuse other scoring under the id of a scale of the product', async () => {
    const [first, ...rest] = scale('phq-9').normSets;
    const shifted = JSON.parse(
      JSON.stringify(first).replace('"to":4', '"to":5').replace('"from":5', '"from":6'),
    ) as Json;
    const altered: [File, string[]][] = [
      [{ critical: scale('phq-9').critical.slice(0, 1) }, ['/critical']],
      [{ normSets: [shifted, ...rest] }, ['/normSets/0', '/golden']],
      [{ validity: [] }, ['/validity']],
      [
        { options: scale('phq-9').options?.map(({ value, label }) => ({ value: value * 2, label })) },
        ['/items', '/golden', '/dimensions'],
      ],
      [{ version: '1.0.0' }, ['/version']],
    ];
    for (const [change, places] of altered) {
      const found = await pointers(authorised('phq-9', '1.0.0-school.9', change));
      expect(
        places.some((place) => found.some((each: string) => each.startsWith(place))),
        found.join(),
      ).toBe(true);
    }
    const { data } = await admin().get(`${SCALES}/phq-9`);
    expect(data.version).toBe('1.0.0-school.1');
  });

  it('stand side by side; a version keeps its content, and one of two at once installs it', async () => {
    const next = authorised('phq-9', '1.1.0-school.1');
    const twice = await Promise.all([admin().post(SCALES, bodyOf(next)), psychologist().post(SCALES, bodyOf(next))]);
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(await versionOf('phq-9')).toBe('1.1.0-school.1');
    const { items } = (await admin().get(`${SCALES}/phq-9/versions`)).data;
    expect(items.map(({ version, origin, current }: Json) => [version, origin, current])).toEqual([
      ['1.1.0-school.1', 'installed', true],
      ['1.0.0-school.1', 'installed', false],
      ['1.0.0', 'product', false],
    ]);
    const other = await admin().post(SCALES, bodyOf({ ...next, about: '另一段说明' }));
    expect(other.fields).toEqual(['/file/version']);
  });

  it('verify signatures by the keys of the installation', async () => {
    const file = ownScale('signed-scale');
    expect((await check(signed(file))).pack).toMatchObject({ signature: 'valid', signed_by: PUBLISHER });
    expect((await check(signed(file, '别的出版社'))).pack).toMatchObject({ signature: 'unknown' });
    expect(await pointers({ ...signed(file), about: '改过的说明' })).toEqual(['/signature']);
    expect(await pointers({ ...file, signature: { by: PUBLISHER, algorithm: 'rsa', value: 'x' } })).toEqual([
      '/signature',
    ]);
    expect((await admin().post(SCALES, bodyOf(signed(file)))).data.signature).toBe('valid');
    const wrong = { ...signed(ownScale('signed-scale', '1.1.0')), title: '改过的名称' };
    expect((await admin().post(SCALES, bodyOf(wrong))).fields).toEqual(['/file/signature']);
  });

  it('are removed where nothing uses them, and only the school’s own', async () => {
    const remove = (id: string, version: string, client = admin()) =>
      client.send('DELETE', `${SCALES}/${id}/versions/${version}`);
    expect((await admin().post(SCALES, bodyOf(ownScale('own-scale')))).status).toBe(201);
    const plan = await createPlan(admin(), aPlan(server(), { scale_ids: ['own-scale'] }));
    const refused = await remove('own-scale', '1.0.0');
    expect([refused.status, (refused.json as Json).message]).toEqual([
      409,
      expect.stringContaining('初二 1 班心理测评') as string,
    ]);
    await admin().send('DELETE', `${EXAMS}/${plan}`);
    const rule = {
      title: '本校焦虑',
      level: 2,
      conditions: [{ scale_id: 'own-scale', dimension_id: 'total', band_ids: ['severe'] }],
    };
    const { rule_id: id } = (await psychologist().post('/v1/portal/screening/rules', rule)).data;
    expect((await remove('own-scale', '1.0.0')).status).toBe(409);
    const silent = { ...ownScale('own-scale', '2.0.0'), dimensions: [] };
    expect(await pointers(silent)).not.toEqual([]);
    await changeRows(server(), 'delete from screening_rules where rule_id = $1', [id]);
    expect((await remove('own-scale', '1.0.0', elsewhere())).status).toBe(404);
    expect((await remove('phq-9', '1.0.0')).status).toBe(404);
    expect((await remove('own-scale', '1.0.0', leader())).status).toBe(403);
    expect((await remove('own-scale', '1.0.0')).status).toBe(200);
    expect((await remove('own-scale', '1.0.0')).status).toBe(404);
    expect((await admin().get(`${SCALES}/own-scale`)).status).toBe(404);
    expect((await admin().post(SCALES, bodyOf({ ...ownScale('own-scale'), about: '另一段' }))).fields).toEqual([
      '/file/version',
    ]);
    expect((await admin().post(SCALES, bodyOf(ownScale('own-scale')))).status).toBe(201);
  });

  it('belong to one school: another one may use the same id', async () => {
    expect((await elsewhere().get(`${SCALES}/own-scale`)).status).toBe(404);
    expect((await elsewhere().post(SCALES, bodyOf({ ...ownScale('own-scale'), title: '二校的量表' }))).status).toBe(
      201,
    );
    expect((await admin().get(`${SCALES}/own-scale`)).data.title).toBe('本校焦虑量表');
  });

  it('refuse hostile files with words, and install nothing', async () => {
    const file = ownScale('hostile');
    const many = { ...file, items: Array.from({ length: 2500 }, (_, i) => ({ id: `i${i}`, text: 'x' })) };
    const hostile: [string, string][] = [
      ['{"', ''],
      ['[]', '/kind'],
      ['null', '/kind'],
      [JSON.stringify(many), '/items'],
      [`${'['.repeat(50_000)}${']'.repeat(50_000)}`, ''],
      [JSON.stringify(file).replace('{', '{"__proto__":{"kind":"scale"},'), ''],
      [JSON.stringify({ ...file, pattern: '(a+)+$' }), '/pattern'],
      [JSON.stringify({ ...file, org_id: '2002' }), '/org_id'],
      [JSON.stringify({ ...file, id: '../phq-9' }), '/id'],
      [JSON.stringify({ ...file, title: '量表\u0000' }), '/title'],
      [JSON.stringify({ ...file, checksum: '0'.repeat(64) }), '/checksum'],
    ];
    for (const [text, place] of hostile) {
      const { findings, pack } = await check(text);
      expect([text.slice(0, 40), pack, findings[0]?.pointer.startsWith(place)]).toEqual([
        text.slice(0, 40),
        undefined,
        true,
      ]);
      expect((await admin().post(SCALES, bodyOf(text))).status).toBe(400);
    }
    const huge = await admin().post(SCALES, bodyOf(' '.repeat(50_000_000)));
    expect(huge.status).toBe(413);
    expect((await admin().post(SCALES, bodyOf(' '.repeat(500_000)))).fields).toEqual(['/file']);
    expect((await admin().get(`${SCALES}/hostile`)).status).toBe(404);
  });

  it('keep HTML in texts as the text that it is', async () => {
    const html = '<img src=x onerror=alert(1)>';
    const file = ownScale('html-scale');
    const items = (file['items'] as ScalePack['items']).map((item) => ({ ...item, text: html }));
    expect((await admin().post(SCALES, bodyOf({ ...file, items }))).status).toBe(201);
    expect((await admin().get(`${SCALES}/html-scale`)).data.items[0].text).toBe(html);
  });

  it('reach other processes, and survive a restart', async () => {
    const { packs } = server().services;
    const before = canonicalJson(packs.allPacks('2001'));
    await packs.refresh();
    expect(canonicalJson(packs.allPacks('2001'))).toBe(before);
  });

  it('with an unclear licence are used once an authorised person has confirmed it', async () => {
    await changeRows(server(), "delete from scale_confirmations where org_id = '2001'", []);
    const id = await createPlan(admin(), aPlan(server()));
    const refused = await admin().post(`${EXAMS}/${id}/publish`);
    expect(refused.fields).toEqual(['/scale_ids/0']);
    expect(messageOf(refused, '/scale_ids/0')).toContain('授权说法不一');
    expect((await admin().get(`${EXAMS}/${id}/preview`)).data.problems[0].message).toContain('授权说法不一');
    const body = { version: '1.0.1', reason: '本校非商业使用，已请示教育局' };
    const confirm = (client = admin(), change: File = {}) =>
      client.post(`${SCALES}/who-5/licence`, { ...body, ...change });
    expect((await confirm(leader())).status).toBe(403);
    expect((await confirm(unproved())).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    expect((await confirm(admin(), { reason: '好' })).fields).toEqual(['/reason']);
    expect((await confirm(admin(), { version: '0.9.0' })).fields).toEqual(['/version']);
    const both = await Promise.all([confirm(), confirm(psychologist())]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await rowsOf(server(), "select act from audit_logs where org_id = '2001' and act = 'confirm'")).toHaveLength(
      1,
    );
    expect((await admin().get(`${SCALES}/who-5`)).data.confirmation).toMatchObject({ reason: body.reason });
    expect((await admin().post(`${EXAMS}/${id}/publish`)).status).toBe(200);
    expect((await admin().post(`${SCALES}/phq-9/licence`, { ...body, version: '1.1.0-school.1' })).fields).toEqual([
      '/scale_id',
    ]);
    const { data } = await elsewhere().get(`${SCALES}/who-5`);
    expect(data.confirmation).toBeDefined();
    await publishPlan(admin(), aPlan(server()));
  });
});
