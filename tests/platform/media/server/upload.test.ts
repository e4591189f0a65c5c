import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import OSS from 'ali-oss';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UploadToken } from '../../../../src/platform/media/contract/media.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { rowsOf, useClient } from '../../resources/server/support.ts';
import { id3, jpeg, mp3, PAGE, png, pngOfSize } from './samples.ts';
import { finish, postForm, send, sent, storeSecret, tokenOf } from './support.ts';

const MB = 1024 * 1024;
const HOUR = 3_600_000;
const WRONG_FORMAT = '文件格式不符合要求，必须是 image/png、image/jpeg、audio/mp3、audio/mpeg';

describeApi('attached files', (kind) => {
  const server = useServer(kind);
  const teacher = useClient(server, 2001, 10);
  const colleague = useClient(server, 2001, 8);
  const stranger = useClient(server, 2002, 4);
  const token = async (name = '照片.png', type = 1) => (await tokenOf(teacher(), type, name)).data as UploadToken;
  const post = (one: UploadToken, bytes: Uint8Array, fields: Record<string, string> = one.fields, options = {}) =>
    postForm(`${server().url}${one.host}`, fields, bytes, options);
  /** Everything in the store, by key. */
  const stored = () =>
    readdirSync(server().objectsFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
  const playUrl = async (client: Client, id: string) =>
    (await client.get(`/v1/portal/media/${id}/actions/get_play_url`)).data?.play_url as string;
  const play = (url: string, headers: Record<string, string> = {}) => fetch(`${server().url}${url}`, { headers });
  // Removes the files of earlier tests.
  beforeEach(() => rowsOf(server(), 'delete from media_files'));

  it('are posted to the store by a signed form, and served by an address that is valid for some minutes', async () => {
    const one = await token();
    expect(one).toMatchObject({
      host: '/objects',
      access_id: one.fields.OSSAccessKeyId,
      policy: one.fields.policy,
      signature: one.fields.Signature,
      file_name: one.fields.key,
    });
    expect((await post(one, png())).status).toBe(204);
    const taken = await finish(teacher(), one, png(), 'image/png');
    expect([taken.status, taken.data]).toEqual([
      200,
      {
        file_id: expect.any(String),
        file_name: one.file_name,
        file_name_old: '照片.png',
        media_type: 1,
        file_size: png().length,
      },
    ]);
    const answer = await play(await playUrl(teacher(), taken.data.file_id));
    expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(png())]).toEqual([200, true]);
    expect(
      Object.fromEntries(
        [
          'content-type',
          'content-disposition',
          'x-content-type-options',
          'content-security-policy',
          'cache-control',
          'cross-origin-resource-policy',
        ].map((name) => [name, answer.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'image/png',
      'content-disposition': "attachment; filename*=UTF-8''%E7%85%A7%E7%89%87.png",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    const log = await rowsOf(
      server(),
      "select row_label, act from audit_logs where resource = 'media' and row_id = $1",
      taken.data.file_id,
    );
    expect(log).toEqual([{ row_label: '图片', act: 'create' }]);
  });

  it('are accepted from a form that a client library of OSS signed, only with the right key', async () => {
    const one = await token();
    const signWith = (accessKeySecret: string) =>
      new OSS({
        accessKeyId: one.access_id,
        accessKeySecret,
        bucket: 'xinyu',
        region: 'oss-cn-hangzhou',
      }).calculatePostSignature(Buffer.from(one.policy, 'base64').toString());
    const forged = signWith('guessed-secret');
    expect(forged.policy).toBe(one.policy);
    expect((await post(one, png(), { ...one.fields, ...forged })).status).toBe(403);
    expect(stored().filter((file) => file.includes(one.file_name))).toEqual([]);
    const signed = signWith(storeSecret(server()));
    expect(signed).toEqual({ OSSAccessKeyId: one.access_id, policy: one.policy, Signature: one.signature });
    expect((await post(one, png(), { ...one.fields, ...signed })).status).toBe(204);
  });

  it('are encrypted, under keys that reveal nothing', async () => {
    const before = new Set(stored());
    const marked = png({ width: 40, height: 40 });
    await sent(server(), teacher(), '家庭情况.png', marked);
    const fresh = stored().filter((file) => !before.has(file));
    expect(fresh).toHaveLength(1);
    const [file = ''] = fresh;
    expect(file).toMatch(/\/media\/2001\/[a-z0-9]{26}-[A-Za-z0-9_-]{8}$/);
    expect(readFileSync(file).includes(marked.subarray(0, 16))).toBe(false);
    expect(readFileSync(file).includes('PNG')).toBe(false);
  });

  it('are refused by name and kind before anything is sent', async () => {
    const names: [number, string][] = [
      [1, '网页.html'],
      [1, '图.svg'],
      [1, '图.gif'],
      [1, '照片'],
      [1, 'a.png.exe'],
      [2, '录音.wav'],
      [1, '录音.mp3'],
      [2, '照片.png'],
    ];
    for (const [type, name] of names) {
      const answer = await tokenOf(teacher(), type, name);
      expect([name, answer.status, answer.json.message, answer.fields]).toEqual([
        name,
        400,
        WRONG_FORMAT,
        ['/file_name'],
      ]);
    }
    expect((await tokenOf(teacher(), 3, '片.mp4')).status).toBe(400);
    expect(await rowsOf(server(), 'select 1 from media_files')).toEqual([]);
  });

  it('keep the names that users gave them, without paths and misleading characters', async () => {
    const names: Record<string, string> = {
      'C:\\Users\\a\\图.PNG': '图.png',
      '../../etc/passwd.png': 'passwd.png',
      'a\u0000\r\nb.png': 'ab.png',
      '照片\u202Egnp.png': '照片gnp.png',
      '<b>x</b>.png': 'b_.png',
      '..png': '未命名.png',
      'x.png': 'x.png',
    };
    for (const [given, name] of Object.entries(names)) {
      expect([given, (await sent(server(), teacher(), given.replaceAll('\u0000', ''), png())).file_name_old]).toEqual([
        given,
        name,
      ]);
    }
    expect((await sent(server(), teacher(), `${'长'.repeat(200)}.png`, png())).file_name_old).toHaveLength(100);
  });

  describe('are accepted by the store only as the policy says:', () => {
    const refused = async (fields: (one: UploadToken) => Record<string, string>, bytes: Uint8Array = png()) => {
      const one = await token();
      const answer = await post(one, bytes, fields(one));
      expect(stored().filter((file) => file.includes(one.file_name))).toEqual([]);
      return answer.status;
    };
    const altered =
      (change: (policy: { expiration: string; conditions: unknown[] }) => void) =>
      ({ fields }: UploadToken) => {
        const policy = JSON.parse(Buffer.from(fields['policy'] ?? '', 'base64').toString()) as {
          expiration: string;
          conditions: unknown[];
        };
        change(policy);
        return { ...fields, policy: Buffer.from(JSON.stringify(policy)).toString('base64') };
      };

    it('with its signature', async () => {
      expect(
        await refused(({ fields }) => ({ ...fields, Signature: [...(fields['Signature'] ?? '')].reverse().join('') })),
      ).toBe(403);
      expect(await refused(({ fields }) => ({ ...fields, Signature: '' }))).toBe(403);
      expect(await refused(({ fields: { policy: _, ...fields } }) => fields)).toBe(403);
      expect(await refused(({ fields }) => ({ ...fields, OSSAccessKeyId: 'someone' }))).toBe(403);
      expect(
        await refused(
          altered((policy) => {
            policy.expiration = '2099-01-01T00:00:00Z';
          }),
        ),
      ).toBe(403);
      expect(
        await refused(
          altered((policy) => {
            policy.conditions = [];
          }),
        ),
      ).toBe(403);
    });

    it('under its key', async () => {
      for (const key of ['incoming/2001/other.png', 'incoming/2002/x.png', '../../../etc/x.png', 'media/2001/x', ''])
        expect(await refused(({ fields }) => ({ ...fields, key }))).toBe(403);
    });

    it('as its type, and with no field that the policy does not name', async () => {
      expect(await refused(({ fields }) => ({ ...fields, 'Content-Type': 'text/html' }))).toBe(403);
      expect(await refused(({ fields }) => ({ ...fields, 'x-oss-object-acl': 'public-read' }))).toBe(403);
      expect(await refused(({ fields }) => ({ ...fields, success_action_redirect: 'https://elsewhere.example' }))).toBe(
        403,
      );
    });

    it('also from a form with only the fields of the token, whose file has the type', async () => {
      const plain = ({ access_id, policy, signature, file_name }: UploadToken) => ({
        key: file_name,
        OSSAccessKeyId: access_id,
        policy,
        Signature: signature,
        success_action_status: '200',
      });
      const one = await token();
      expect((await post(one, png(), plain(one), { type: 'image/png' })).status).toBe(200);
      expect((await finish(teacher(), one, png(), 'image/png')).status).toBe(200);
      expect((await post(one, png(), plain(one), { type: 'text/html' })).status).toBe(403);
    });

    it('until it expires', async () => {
      const one = await token();
      server().clock.advance(15 * 60_000 - 1);
      expect((await post(one, png())).status).toBe(204);
      server().clock.advance(1);
      expect((await post(one, png())).status).toBe(403);
    });

    it('up to its size, to the byte', async () => {
      const one = await token();
      expect((await post(one, pngOfSize(5 * MB))).status).toBe(204);
      expect((await finish(teacher(), one, pngOfSize(5 * MB), 'image/png')).status).toBe(200);
      expect(await refused(({ fields }) => fields, pngOfSize(5 * MB + 1))).toBe(413);
      expect(await refused(({ fields }) => fields, Buffer.alloc(0))).toBe(403);
      const sound = await token('录音.mp3', 2);
      expect((await post(sound, Buffer.alloc(20 * MB + 1))).status).toBe(413);
    });

    it('as a form with one file', async () => {
      const one = await token();
      expect((await fetch(`${server().url}/objects`, { method: 'POST', body: 'x' })).status).toBe(415);
      expect(
        (
          await fetch(`${server().url}/objects`, {
            method: 'POST',
            body: '{}',
            headers: { 'content-type': 'multipart/form-data' },
          })
        ).status,
      ).toBe(415);
      expect(
        (
          await fetch(`${server().url}/objects`, {
            method: 'POST',
            body: 'nothing',
            headers: { 'content-type': 'multipart/form-data; boundary=x' },
          })
        ).status,
      ).toBe(400);
      expect((await post(one, png(), one.fields, { file: 'other' })).status).toBe(403);
      expect(
        (
          await server().client.raw({
            method: 'GET',
            path: '/objects',
            headers: { host: server().client.host },
            body: undefined,
          })
        ).status,
      ).toBe(404);
    });
  });

  it('are inspected when they are finished, and removed when the content is of another type', async () => {
    const cases: [string, Uint8Array, string][] = [
      ['网页.png', Buffer.from(PAGE), WRONG_FORMAT],
      ['声音.png', mp3(), WRONG_FORMAT],
      ['图.mp3', png(), WRONG_FORMAT],
      ['图.jpg', png(), WRONG_FORMAT],
      [
        '大图.png',
        png({ claims: { width: 60_000, height: 60_000 } }),
        '图片的尺寸过大（60000×60000），请缩小到 5000 万像素以内',
      ],
      ['坏图.png', png().subarray(0, 50), '图片已损坏，不能使用'],
      ['坏音.mp3', id3(PAGE), '音频已损坏，不能使用'],
    ];
    const before = stored();
    for (const [name, bytes, message] of cases) {
      const answer = await send(server(), teacher(), name, bytes);
      expect([name, answer.status, answer.json.message]).toEqual([name, 400, message]);
    }
    expect(stored()).toEqual(before);
    expect(await rowsOf(server(), 'select 1 from media_files')).toEqual([]);
    const { file_id } = await sent(server(), teacher(), '夹带.png', Buffer.concat([png(), Buffer.from(PAGE)]));
    expect(await (await play(await playUrl(teacher(), file_id))).text()).not.toContain('script');
  });

  it('are finished by their uploader, unchanged, and any number of times', async () => {
    const one = await token();
    expect((await finish(teacher(), one, png(), 'image/png')).status).toBe(404);
    await post(one, png());
    for (const other of [colleague, stranger])
      expect((await finish(other(), one, png(), 'image/png')).status).toBe(404);
    const both = await Promise.all([1, 2].map(() => finish(teacher(), one, png(), 'image/png')));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[1]?.data).toEqual(both[0]?.data);
    expect((await finish(teacher(), one, png(), 'image/png')).data).toEqual(both[0]?.data);
    expect(stored().filter((file) => file.includes(both[0]?.data.file_id))).toHaveLength(1);
    const short = await token();
    await post(short, png());
    expect((await finish(teacher(), short, png().subarray(1), 'image/png')).json.message).toBe(
      '文件没有传完整，请重新上传',
    );
    const claimed = await token();
    await post(claimed, png());
    expect((await finish(teacher(), claimed, png(), 'image/jpeg')).json.message).toBe(WRONG_FORMAT);
  });

  it("are their uploader's alone until they are attached", async () => {
    const { file_id } = await sent(server(), teacher(), '照片.jpg', jpeg());
    expect(await playUrl(teacher(), file_id)).toMatch(/^\/objects\//);
    for (const other of [colleague, stranger])
      expect((await other().get(`/v1/portal/media/${file_id}/actions/get_play_url`)).status).toBe(404);
  });

  it('are played by an address that expires with its time and with the session', async () => {
    const { file_id } = await sent(server(), teacher(), '照片.png', png());
    const url = await playUrl(teacher(), file_id);
    expect((await play(`${url.slice(0, -2)}AA`)).status).toBe(404);
    expect((await play('/objects/x')).status).toBe(404);
    expect(url).not.toContain(file_id);
    expect(server().log.text).not.toContain(url.split('/').at(-1));
    const phone = (await server().client.as({ appId: 'portal-mobile' }).signIn('o2001r10')).withRole(2001, 10);
    const there = await playUrl(phone, file_id);
    expect((await play(there)).status).toBe(200);
    await phone.delete(`/v2/oauth2/tokens/${phone.session.access_token}`);
    expect((await play(there)).status).toBe(404);
    server().clock.advance(10 * 60_000 - 1);
    expect((await play(url)).status).toBe(200);
    server().clock.advance(1);
    expect((await play(url)).status).toBe(404);
  });

  it('send players the requested range', async () => {
    const { file_id, media_time_long } = await sent(server(), teacher(), '录音.mp3', mp3(100));
    expect(media_time_long).toBe(2612);
    const url = await playUrl(teacher(), file_id);
    const part = async (range: string) => {
      const answer = await play(url, { range });
      return [answer.status, answer.headers.get('content-range'), (await answer.arrayBuffer()).byteLength];
    };
    expect(await part('bytes=0-99')).toEqual([206, 'bytes 0-99/41700', 100]);
    expect(await part('bytes=41600-')).toEqual([206, 'bytes 41600-41699/41700', 100]);
    expect(await part('bytes=-10')).toEqual([206, 'bytes 41690-41699/41700', 10]);
    expect(await part('bytes=41690-99999')).toEqual([206, 'bytes 41690-41699/41700', 10]);
    expect(await part('bytes=41700-')).toEqual([416, 'bytes */41700', 0]);
    for (const odd of ['bytes=9-3', 'bytes=a-b', 'bytes=0-1,5-6', 'items=0-1', 'bytes=-'])
      expect(await part(odd)).toEqual([200, null, 41_700]);
  });

  it('are deleted when they are never attached', async () => {
    const never = await token('没有传.png');
    const half = await token('没有完成.png');
    await post(half, png());
    const loose = await sent(server(), teacher(), '没有保存.png', png());
    const left = async () => {
      const rows = await rowsOf(server(), 'select file_id from media_files');
      return [never.file_name, half.file_name, loose.file_id].map((name) =>
        rows.some(({ file_id }) => name.includes(String(file_id))),
      );
    };
    await server().services.jobs.runDue();
    expect(await left()).toEqual([true, true, true]);
    server().clock.advance(HOUR + 1);
    await server().services.jobs.runDue();
    expect(await left()).toEqual([false, false, true]);
    expect(stored().some((file) => file.includes(half.file_name))).toBe(false);
    server().clock.advance(24 * HOUR);
    await server().services.jobs.runDue();
    expect(await left()).toEqual([false, false, false]);
    expect(stored().some((file) => file.includes(loose.file_id))).toBe(false);
  });

  it('cannot fill the disk', async () => {
    const again = (await server().client.signIn('o2001r10')).withRole(2001, 10);
    for (let i = 0; i < 60; i++) expect((await tokenOf(again, 1, 'a.png')).status).toBe(200);
    expect((await tokenOf(again, 1, 'a.png')).code).toBe('AC_TOO_MANY_REQUESTS');
    const other = (await server().client.signIn('o2001r8')).withRole(2001, 8);
    expect((await tokenOf(other, 1, 'a.png')).status).toBe(200);
  });
});
