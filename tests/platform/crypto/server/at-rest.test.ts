import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../src/platform/db/server/open.ts';
import type { UploadToken } from '../../../../src/platform/media/contract/media.ts';
import { collectOrphans } from '../../../../src/platform/media/server/collect.ts';
import type { EntitySchema } from '../../../../src/platform/schema/types.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { freshDatabase } from '../../../support/databases.ts';
import { startServer, TestClock } from '../../../support/server.ts';
import { csv, Importing } from '../../imports/server/support.ts';
import { png, pngChunk } from '../../media/server/samples.ts';
import { postForm, sent, tokenOf } from '../../media/server/support.ts';
import { dataOf, type Listed, type Row } from '../../resources/server/support.ts';

const V1 = '/v1/portal';
const AT = '2026-11-19T10:00:00+08:00';
/** Prefix of every text that this test writes; it occurs nowhere else. */
const MARK = 'zqxw';
const FOUND = new RegExp(`${MARK}\\.([a-z0-9-]+\\.[a-z_]+);`, 'g');

/** Fields that name, find or count rows, and are therefore stored in clear. */
const IN_CLEAR = [
  'class.class_name',
  'class.remark',
  'custom-group.group_name',
  'custom-intervention.title',
  'guardian.guardian_name',
  'referral.hospital',
  'sandplay.theme',
  'student.child_name',
];

/** The other fields that a row requires. */
const ROWS: Readonly<Record<string, Row>> = {
  class: { period: 3, grade: 7 },
  'custom-group': {},
  guardian: { relation: 1 },
  intervention: { happened_at: AT, way: 1 },
  interview: { happened_at: AT, with_whom: 1, way: 1 },
  sandplay: { happened_at: AT },
  drawing: { happened_at: AT, topic: 1 },
  'custom-intervention': { happened_at: AT, form: 'music' },
  referral: { referred_on: '2026-11-19' },
  'follow-up': { due_on: '2026-11-25' },
};

const word = (entity: string, field: string) => `${MARK}.${entity}.${field};`;
/** Every free text of users, marked with its place. */
const texts = ({ $id, properties }: EntitySchema, on: 'create' | 'edit'): Row =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) => {
      const isText =
        field.type === 'string' &&
        !field.enum &&
        !field.format &&
        (field['x-kind'] === undefined || field['x-kind'] === 'text') &&
        field['x-form']?.on.includes(on) &&
        !field['x-hidden'];
      const text = word($id, name);
      return isText &&
        (field.pattern === undefined || new RegExp(field.pattern, 'u').test(text)) &&
        text.length <= (field.maxLength ?? 0)
        ? [[name, text]]
        : [];
    }),
  );

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((one) => one.isFile())
    .map((one) => path.join(one.parentPath, one.name));
}

it('what students and counsellors write is encrypted everywhere: tables, files of the database, objects', async () => {
  const fresh = await freshDatabase('embedded', 'demo');
  const db = await openDatabase(fresh.options);
  const clock = new TestClock();
  const server = await startServer(db, {}, clock);
  const made = async (answer: Promise<Answer>): Promise<Row> => {
    const { status, text, data } = await answer;
    expect([status < 300, text]).toEqual([true, text]);
    return data as Row;
  };
  const as = async (role: number): Promise<Client> =>
    (await server.client.signIn(`o2001r${role}`)).withRole(2001, role).verified();
  const [admin, counsellor, teacher] = [await as(4), await as(8), await as(10)];
  const [child, ofTeacher] = [
    dataOf<Listed>(await admin.get(`${V1}/students?size=1`)).items[0]?.['child_id'],
    dataOf<Listed>(await teacher.get(`${V1}/students?size=1`)).items[0]?.['child_id'],
  ];

  // Creates and changes a row of every resource by its schema.
  for (const [entity, rest] of Object.entries(ROWS)) {
    const client = ['class', 'guardian'].includes(entity) ? admin : counsellor;
    const schema = dataOf<EntitySchema>(await client.get(`${V1}/schemas/${entity}`));
    const { path: at, id, versions } = schema['x-resource'];
    const body = { ...texts(schema, 'create'), ...rest, ...(schema.properties['child_id'] && { child_id: child }) };
    const row = await made(client.post(at, body, { headers: { 'idempotency-key': entity } }));
    await made(client.put(`${at}/${String(row[id])}`, texts(schema, 'edit')));
    // Changed twice, so that a previous version with all texts is kept.
    if (versions)
      await made(client.put(`${at}/${String(row[id])}`, { [Object.keys(texts(schema, 'edit'))[0] ?? '']: '改过' }));
    if (entity === 'referral')
      await made(client.post(`${at}/${String(row[id])}/status`, { from: 1, status: 2, note: word(entity, 'note') }));
    if (entity === 'drawing') {
      const file = await sent(
        server,
        counsellor,
        `${word('file', 'name')}.png`,
        png({ beside: [pngChunk('tEXt', Buffer.from(`Comment\0${word('file', 'inside')}`))] }),
      );
      await made(
        client.post(`${at}/${String(row[id])}/media_infos`, {
          media_infos: [
            { media_type: 1, media_info: file.file_id },
            { media_type: 4, media_info: word('media', 'note') },
          ],
        }),
      );
    }
  }
  await made(
    admin.put(`${V1}/children/${String(child)}`, {
      remark: word('student', 'remark'),
      address: word('student', 'address'),
    }),
  );
  await made(
    counsellor.post(`${V1}/reveals`, {
      entity: 'student',
      id: child,
      field: 'address',
      reason: word('reveal', 'reason'),
    }),
  );
  await made(admin.post(`${V1}/children/${String(child)}/record_export`, { reason: word('record', 'reason') }));
  const { items: years } = dataOf<Listed>(await teacher.get(`${V1}/orgs/years`));
  await made(
    teacher.put(
      `${V1}/children/${String(ofTeacher)}/comments/${String(years.find(({ is_current }) => is_current)?.['year_id'])}`,
      { content: word('comment', 'content'), file_ids: [] },
    ),
  );

  // A report, its verdict, and steps of the case.
  const worry = { child_id: child, category_ids: ['other'], source_type: 1, student_consulting_id: null };
  const { warn_id } = await made(
    teacher.post(`${V1}/psychology_warns/artificials`, {
      ...worry,
      child_id: ofTeacher,
      warn_content: word('warn', 'content'),
    }),
  );
  await made(
    counsellor.put(`${V1}/psychology_warns/${String(warn_id)}/verify`, {
      valid_status: 2,
      reason: word('warn', 'reason'),
      file_ids: [],
    }),
  );
  const { case_id } = await made(
    counsellor.post(`${V1}/psychology_crisis/artificials`, {
      ...worry,
      warn_content: word('crisis', 'content'),
      crisis_level: 2,
      file_ids: [],
      reason: word('crisis', 'reason'),
    }),
  );
  const at = `${V1}/psychology_crisis/cases/${String(case_id)}`;
  await made(counsellor.post(`${at}/steps`, { kind: 'note', content: word('step', 'content') }));
  const version = async () => dataOf(await counsellor.get(at))['version'];
  await made(
    counsellor.put(`${at}/level`, { crisis_level: 1, version: await version(), reason: word('level', 'reason') }),
  );
  await made(counsellor.post(`${at}/close`, { version: await version(), reason: word('close', 'reason') }));

  // An appointment with its record.
  const slot = await made(
    counsellor.post(`${V1}/consultations/slots`, { on_date: '2026-11-20', starts: '20:00', minutes: 50 }),
  );
  const talk = await made(
    counsellor.post(`${V1}/consultations/offline`, {
      child_id: child,
      slot: `${String(slot['slot_id'])}@2026-11-20`,
      topic: word('consultation', 'topic'),
    }),
  );
  clock.advance(5 * 3_600_000);
  const later = await as(8);
  await made(
    later.put(`${V1}/consultations/offline/${String(talk['consultation_id'])}`, {
      content: word('consultation', 'content'),
      effect: word('consultation', 'effect'),
      effect_level: 2,
    }),
  );

  // Files of students: announced, uploaded and refused; and an uploaded picture that is not accepted yet.
  const staged = new Importing(server, await as(4));
  const lines = (n: number) =>
    csv([
      ['姓名', '学号', '家庭住址', '备注'],
      [`导入${n}`, `ZR${n}`, word('import', 'address'), word('import', 'remark')],
      ['', `ZR${n + 1}`, word('import', 'wrong'), word('import', 'refused')],
    ]);
  expect((await staged.preview(lines(1), undefined, '一.csv')).rows).toMatchObject({ new: 1, wrong: 1 });
  expect((await staged.write()).written).toMatchObject({ created: 1 });
  expect((await staged.file()).text).toContain(word('import', 'wrong'));
  expect(
    (
      await staged.preview(
        csv([
          ['姓名', '学号', '备注'],
          ['导入1', 'ZR1', word('import', 'again')],
        ]),
        undefined,
        '二.csv',
      )
    ).rows,
  ).toMatchObject({ changed: 1 });
  expect((await staged.rows('changed'))[0]?.changes).toEqual([
    expect.objectContaining({ before: word('import', 'remark'), after: word('import', 'again') }),
  ]);
  const upload = dataOf<UploadToken>(await tokenOf(await as(8), 1, `${word('posted', 'name')}.png`));
  const posted = png({ beside: [pngChunk('tEXt', Buffer.from(`Comment\0${word('posted', 'inside')}`))] });
  expect((await postForm(new URL(upload.host, server.url).href, upload.fields, posted)).status).toBe(204);
  expect(filesBelow(server.objectsFolder).some((file) => file.endsWith(upload.file_name))).toBe(true);
  await server.services.jobs.idle();
  await collectOrphans(server.services, '2001');

  const inTables = new Set<string>();
  const tables = await db.admin((run) => run("select tablename as name from pg_tables where schemaname = 'public'"));
  let rows = 0;
  for (const { name } of tables) {
    const found = await db.admin((run) =>
      run(`select t::text as row from "${String(name)}" t where t::text like '%${MARK}.%'`),
    );
    rows += found.length;
    for (const { row } of found) for (const [, where = ''] of String(row).matchAll(FOUND)) inTables.add(where);
  }
  await server.close();
  await db.close();
  const inFiles = new Set<string>();
  const { dir = '' } = fresh.options;
  const files = [...filesBelow(dir), ...filesBelow(server.objectsFolder)];
  for (const file of files)
    for (const [, where = ''] of readFileSync(file).toString('latin1').matchAll(FOUND)) inFiles.add(where);
  await fresh.remove();
  expect(rows).toBeGreaterThan(IN_CLEAR.length);
  expect([...inTables].sort()).toEqual(IN_CLEAR.filter((one) => one !== 'student.child_name'));
  expect([...inFiles].filter((text) => !inTables.has(text)).sort()).toEqual([]);
  // Verifies the search itself: it finds texts that are stored in clear, in the files too.
  expect([...inFiles].sort()).toEqual([...inTables].sort());
}, 120_000);
