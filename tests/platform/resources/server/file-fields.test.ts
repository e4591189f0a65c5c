import { appendFileSync, cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Erasure } from '../../../../src/features/privacy/contract.ts';
import { wholeRecord } from '../../../../src/features/privacy/server/export-record.ts';
import { collectOrphans } from '../../../../src/platform/media/server/collect.ts';
import { root } from '../../../../src/platform/runtime/server/root.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { staffContext } from '../../../support/staff-context.ts';
import { Importing } from '../../imports/server/support.ts';
import { compressedObjects, mp3, pdf, png } from '../../media/server/samples.ts';
import { send, sent } from '../../media/server/support.ts';
import { textsOf } from './cells.ts';
import { dataOf, messageOf, query, rowsOf, useClient, useVerifiedClient, type Listed, type Row } from './support.ts';

const MURALS = '/v1/portal/x/mural';
const PLAY = '/v1/portal/media';
const MB = 1024 * 1024;

const place = (order: number) => ({
  'x-list': { order },
  'x-form': { on: ['create', 'edit'], order },
  'x-sheet': { export: true },
});
const MURAL = {
  title: '墙绘',
  required: ['subject'],
  properties: {
    subject: { type: 'string', title: '主题', maxLength: 40, ...place(1), 'x-sheet': { import: true, export: true } },
    pupil: { type: 'string', title: '学生', maxLength: 64, 'x-kind': 'row', 'x-of': 'student', ...place(2) },
    photos: { type: 'array', title: '照片', 'x-kind': 'picture', maxItems: 2, 'x-max-mb': 1, ...place(3) },
    papers: { type: 'array', title: '材料', 'x-kind': 'file', maxItems: 3, 'x-formats': ['pdf', 'mp3'], ...place(4) },
    closed: { type: 'array', title: '内部材料', 'x-kind': 'file', maxItems: 1, 'x-seen-by': [4], ...place(5) },
  },
  'x-resource': {
    label: 'subject',
    area: 'own/mural',
    help: '学生的墙绘',
    views: [{ key: 'wall', title: '图库', kind: 'gallery', by: 'photos' }],
  },
};

function withMurals(): { schemasDir: string; policiesDir: string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-files-'));
  const [schemasDir, policiesDir] = [path.join(folder, 'schemas'), path.join(folder, 'policies')];
  cpSync(path.join(root, 'schemas'), schemasDir, { recursive: true });
  cpSync(path.join(root, 'policies'), policiesDir, { recursive: true });
  mkdirSync(path.join(schemasDir, 'tenants/2001'), { recursive: true });
  writeFileSync(path.join(schemasDir, 'tenants/2001/mural.json'), JSON.stringify(MURAL));
  appendFileSync(path.join(policiesDir, 'access.csv'), '\np, own/mural, *, 3, 4|5|8|10, 2, *, *\n');
  return { schemasDir, policiesDir };
}

interface Shown {
  file_id: string;
  media_name: string;
  media_type: number;
  play_url: string;
  thumb_url?: string;
}

describeApi('files and pictures in fields of a tenant', (kind) => {
  const server = useServer(kind, withMurals());
  const admin = useVerifiedClient(server, 2001, 4);
  const second = useClient(server, 2001, 5);
  const classTeacher = useClient(server, 2001, 10);
  const stranger = useClient(server, 2002, 4);
  const upload = async (name: string, bytes: Buffer, client: Client = admin()) =>
    (await sent(server(), client, name, bytes)).file_id;
  const make = (body: Row, client: Client = admin()) => client.post(MURALS, { subject: '墙绘', ...body });
  const change = (id: unknown, body: Row) => admin().put(`${MURALS}/${String(id)}`, body);
  const get = async (id: unknown, client: Client = admin()) => dataOf(await client.get(`${MURALS}/${String(id)}`));
  const play = (id: string, client: Client) => client.get(`${PLAY}/${id}/actions/get_play_url`);
  const bytesAt = async (url: string) => Buffer.from(await (await fetch(new URL(url, server().url))).arrayBuffer());
  const attachedTo = async (id: unknown) =>
    (await rowsOf(server(), 'select file_id from media_infos where owner_id = $1 order by position', id)).map(
      ({ file_id }) => file_id,
    );
  let own: Row, other: Row;
  beforeAll(async () => {
    [own = {}] = dataOf<Listed>(await classTeacher().get('/v1/portal/students?size=50')).items;
    const mine = String(own['class_id']);
    other =
      dataOf<Listed>(await admin().get('/v1/portal/students?size=50&sort=-student_no')).items.find(
        ({ class_id }) => class_id !== mine,
      ) ?? {};
  });

  it('are stored as ids in their order, and answered with names and addresses', async () => {
    const [one, two, paper] = [
      await upload('一.png', png()),
      await upload('二.png', png({ width: 5 })),
      await upload('说明.pdf', pdf()),
    ];
    const row = dataOf(await make({ photos: [two, one], papers: [paper] }));
    const id = row['mural_id'];
    expect([row['photos'], row['papers']]).toEqual([[two, one], [paper]]);
    const shown = row['photos:files'] as Shown[];
    expect(shown.map(({ media_name, media_type }) => [media_name, media_type])).toEqual([
      ['二.png', 1],
      ['一.png', 1],
    ]);
    expect((await bytesAt(shown[1]?.play_url ?? '')).equals(png())).toBe(true);
    expect(shown[0]?.thumb_url).toBeDefined();
    expect(row['papers:files']).toMatchObject([{ file_id: paper, media_name: '说明.pdf', media_type: 5 }]);
    // Nothing is in clear in the database or the store.
    const [stored] = await rowsOf(server(), 'select name, object_key from media_files where file_id = $1', paper);
    expect(String(stored?.['name'])).not.toContain('说明');
    const listed = dataOf<Listed>(await admin().get(query(MURALS, { size: 5 }))).items.find(
      ({ mural_id }) => mural_id === id,
    );
    expect(listed).toMatchObject({ photos: [two, one], 'papers:files': [{ media_name: '说明.pdf' }] });
    const [header = [], cells = []] = textsOf((await admin().get(query(`${MURALS}/export`, { ids: String(id) }))).body);
    expect([cells[header.indexOf('照片')], cells[header.indexOf('材料')]]).toEqual(['二.png、一.png', '说明.pdf']);
    const log = dataOf<Listed>(
      await admin().get(query('/v1/portal/audits/logs/list', { resource: 'mural', act: 'create' })),
    );
    const { items } = dataOf<Listed>(
      await admin().get(`/v1/portal/audits/logs/${String(log.items[0]?.['log_id'])}/changes`),
    );
    expect(items.filter(({ field }) => field === 'photos' || field === 'papers')).toEqual([
      { field: 'photos', title: '照片', after: '2 张图片' },
      { field: 'papers', title: '材料', after: '1 个文件' },
    ]);
  });

  it('are refused in words at their field', async () => {
    const theirs = await upload('theirs.png', png(), second());
    const [used, sound, big, picture] = [
      await upload('used.png', png()),
      await upload('sound.mp3', mp3()),
      await upload('big.png', png()),
      await upload('free.png', png()),
    ];
    await rowsOf(server(), 'update media_files set size = $1 where file_id = $2', MB + 1, big);
    await make({ photos: [used] });
    const MISSING = '有附件不存在或已失效，请移除后重新上传';
    for (const [body, field, message] of [
      [{ photos: [theirs] }, '/photos', MISSING],
      [{ photos: [used] }, '/photos', MISSING],
      [{ photos: ['4711'] }, '/photos', MISSING],
      [{ photos: [picture], closed: [picture] }, '/closed', MISSING],
      [{ photos: [sound] }, '/photos', '“照片”只能放 PNG、JPEG 格式的文件'],
      [{ papers: [picture] }, '/papers', '“材料”只能放 PDF、MP3 格式的文件'],
      [{ photos: [big] }, '/photos', '“照片”的每个文件不能超过 1 MB'],
      [{ photos: ['a', 'b', 'c'] }, '/photos', '最多 2 个'],
      [{ photos: [''] }, '/photos', '有文件没有传完或没有传成，请等待、重试或移除'],
      [{ photos: [picture, picture] }, '/photos', '有重复的项'],
      [{ photos: picture }, '/photos', '请选择列出的内容'],
    ] as const) {
      const refused = await make(body);
      expect([refused.status, refused.fields, messageOf(refused, field)]).toEqual([400, [field], message]);
    }
    // Of two rows at once, one has the file.
    const both = await Promise.all([make({ photos: [picture] }), make({ photos: [picture] })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    const hostile = compressedObjects('5 0 << /S /JavaScript /JS (app.alert(1)) >>');
    for (const [name, bytes] of [
      ['a.pdf', png()],
      ['a.pdf', pdf(hostile)],
      ['a.png', pdf()],
    ] as const)
      expect([name, (await send(server(), admin(), name, bytes)).status]).toEqual([name, 400]);
  });

  it('are readable by those who may read the field of the row', async () => {
    const secret = await upload('secret.pdf', pdf());
    const open = await upload('open.png', png());
    const { mural_id: id } = dataOf(await make({ pupil: own['child_id'], photos: [open], closed: [secret] }));
    expect(await get(id)).toMatchObject({ 'closed:files': [{ file_id: secret }] });
    for (const [client, refused] of [
      [second(), 404],
      [classTeacher(), 403],
    ] as const) {
      const seen = await get(id, client);
      expect(seen).toMatchObject({ 'photos:files': [{ file_id: open }] });
      expect(Object.keys(seen).filter((name) => name.startsWith('closed'))).toEqual([]);
      expect([(await play(open, client)).status, (await play(secret, client)).status]).toEqual([200, refused]);
    }
    expect((await play(secret, admin())).status).toBe(200);
    const elsewhere = await upload('other.png', png());
    await make({ pupil: other['child_id'], photos: [elsewhere] });
    expect((await play(elsewhere, second())).status).toBe(200);
    expect((await play(elsewhere, classTeacher())).status).toBe(403);
    expect((await play(open, stranger())).status).toBe(404);
    expect((await make({ closed: [await upload('x.pdf', pdf(), second())] }, second())).fields).toEqual(['/closed']);
  });

  it('belong to the record of the student, and are erased with it; unseen ones are left out', async () => {
    const pupil = String(own['child_id']);
    const before = dataOf<Erasure>(await admin().get(`/v1/portal/children/${pupil}/erasure`)).files;
    const [photo, secret] = [await upload('档案.png', png()), await upload('不外传.pdf', pdf())];
    await make({ subject: '在档案里', pupil, photos: [photo], closed: [secret] });
    const after = dataOf<Erasure>(await admin().get(`/v1/portal/children/${pupil}/erasure`)).files;
    expect(after).toBe(before + 2);
    const recordOf = async (role: number) =>
      wholeRecord(await staffContext(server().services, '2001', role), pupil, { orgName: '一中', by: '李超' });
    const [whole, part] = [await recordOf(4), await recordOf(5)];
    const namesIn = (record: typeof whole) => record?.files.map(({ name }) => name) ?? [];
    expect(namesIn(whole)).toEqual(expect.arrayContaining(['档案.png', '不外传.pdf']));
    expect(namesIn(part)).toContain('档案.png');
    expect(JSON.stringify([namesIn(part), part?.json, part?.document])).not.toMatch(new RegExp(`不外传|${secret}`));
    const printed = whole?.document.sections.find(({ title }) => title === '墙绘')?.rows?.map(([, text]) => text) ?? [];
    expect(printed.find((text) => text.includes('在档案里'))).toContain('照片：档案.png');
    expect(JSON.stringify(whole?.json)).not.toContain('play_url');
  });

  it('are not read from a sheet, and the preview says so', async () => {
    const importing = new Importing(server(), admin(), MURALS);
    const found = await importing.preview(Buffer.from('主题,照片\r\n导入的,a.png'), undefined, 'a.csv');
    expect(found).toMatchObject({ rows: { new: 1, wrong: 0 }, columns: { unknown: [], files: ['照片'] } });
    const refused = await admin().post(`${importing.imports}/${importing.id}/write`, {});
    expect(refused.json.message).toBe('文件和图片不能从表格导入：照片。请确认不导入这些列');
    await admin().post(`${importing.imports}/${importing.id}/write`, { ignore: ['照片'] });
    await importing.settled();
    const { items } = dataOf<Listed>(await admin().get(query(MURALS, { size: 50 })));
    expect(items.find(({ subject }) => subject === '导入的')?.['photos']).toBeUndefined();
  });

  it('go with the values of a field that is purged', async () => {
    const studio = '/v1/portal/schema_studio/resources/mural';
    const publish = async (overlay: Row) => {
      const { version } = dataOf<{ version: number }>(await admin().get(studio));
      const { seen } = dataOf<{ seen: string }>(await admin().post(`${studio}/impact`, { overlay }));
      expect((await admin().post(`${studio}/publish`, { overlay, version, seen, note: '' })).status).toBe(200);
    };
    const sketch = { type: 'array', title: '草图', 'x-kind': 'picture', maxItems: 1, ...place(6) };
    await publish({ properties: { sketch } });
    const [drawn, photo] = [await upload('draft.png', png()), await upload('kept.png', png())];
    const { mural_id: id } = dataOf(await make({ sketch: [drawn], photos: [photo] }));
    await publish({});
    // Values of a removed field are kept; nobody reads them.
    expect(await attachedTo(id)).toHaveLength(2);
    expect((await play(drawn, admin())).status).toBe(404);
    expect((await admin().post(`${studio}/purge`, { field: 'sketch', rows: 1 })).status).toBe(200);
    expect(await attachedTo(id)).toEqual([photo]);
  });

  it('are changed with the row; removed ones and those of deleted rows are swept', async () => {
    const [one, two, three] = [
      await upload('1.png', png()),
      await upload('2.png', png()),
      await upload('3.png', png()),
    ];
    const { mural_id: id } = dataOf(await make({ photos: [one, two] }));
    expect(dataOf(await change(id, { photos: [three, one] }))).toMatchObject({ photos: [three, one] });
    expect(await attachedTo(id)).toEqual([three, one]);
    expect((await change(id, { subject: '改名' })).status).toBe(200);
    expect(await attachedTo(id)).toEqual([three, one]);
    const cleared = dataOf(await change(id, { photos: [] }));
    expect([cleared['photos'], cleared['photos:files'], await attachedTo(id)]).toEqual([undefined, undefined, []]);
    const last = await upload('4.png', png());
    const { mural_id: gone } = dataOf(await make({ photos: [last] }));
    expect((await admin().delete(`${MURALS}/${String(gone)}`)).status).toBe(200);
    const left = await upload('5.png', png());
    const { mural_id: stays } = dataOf(await make({ photos: [left] }));
    server().clock.advance(25 * 3_600_000);
    await collectOrphans(server().services, '2001');
    const files = await rowsOf(server(), 'select file_id from media_files where file_id = any($1)', [
      one,
      two,
      three,
      last,
      left,
    ]);
    expect([files, await attachedTo(stays)]).toEqual([[{ file_id: left }], [left]]);
  });
});
