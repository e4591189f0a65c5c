import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { UserInfo } from '../../../../src/platform/identity/contract.ts';
import { sent } from '../../../platform/media/server/support.ts';
import { dataOf, rowsOf, useClient } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const AVATAR = '/v1/portal/users/avatar';

/** A photograph, held upright by a turned camera: its left half is dark. */
const photograph = () =>
  sharp({ create: { width: 800, height: 400, channels: 3, background: '#f0f0f0' } })
    .composite([
      {
        input: { create: { width: 400, height: 400, channels: 3, background: '#101010' } },
        left: 0,
        top: 0,
      },
    ])
    .jpeg()
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'somebody' } } })
    .toBuffer();

describeApi('the picture of the own account', (kind) => {
  const server = useServer(kind);
  const psychologist = useClient(server, 2001, 8);
  const administrator = useClient(server, 2001, 4);
  const avatarOf = async (client: Client) => dataOf<UserInfo>(await client.get('/v1/users/info')).avatar;
  const stored = (userId: string) =>
    rowsOf(server(), 'select avatar, updated_at from accounts where user_id = $1', userId);
  const files = () =>
    rowsOf(server(), `select file_id from media_files where org_id = '2001' and user_id = $1`, 'u-o2001r8');

  it('is a small square without metadata, encrypted, logged, and replaced and removed by its holder', async () => {
    const before = (await files()).length;
    const { file_id } = await sent(server(), psychologist(), '照片.jpg', await photograph());
    const changed = await psychologist().put(AVATAR, { file_id });
    expect(changed.status, changed.text).toBe(200);
    const address = await avatarOf(psychologist());
    expect(dataOf<{ avatar: string }>(changed).avatar).toBe(address);
    const [kind_, base64 = ''] = address.split(',');
    expect(kind_).toBe('data:image/webp;base64');
    const picture = Buffer.from(base64, 'base64');
    const { width, height, exif } = await sharp(picture).metadata();
    expect([width, height, exif]).toEqual([192, 192, undefined]);
    const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
    const brightness = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? -1;
    expect([brightness(96, 20) < 60, brightness(96, 170) > 200]).toEqual([true, true]);
    expect(picture.length).toBeLessThan(8 * 1024);

    expect(String((await stored('u-o2001r8'))[0]?.['avatar'])).not.toContain(base64.slice(0, 40));
    // The upload has served its purpose.
    expect(await files()).toHaveLength(before);
    expect((await psychologist().put(AVATAR, { file_id })).code).toBe('PSY_INVALID_INPUT');
    const log = await rowsOf(
      server(),
      `select act, resource, row_id from audit_logs where org_id = '2001' and user_id = 'u-o2001r8' and resource = 'account'`,
    );
    expect(log).toContainEqual({ act: 'update', resource: 'account', row_id: 'u-o2001r8' });

    expect((await psychologist().delete(AVATAR)).status).toBe(200);
    expect(await avatarOf(psychologist())).toBe('');
  });

  it('is never that of another person, nor a file that is in use or no picture', async () => {
    const { file_id } = await sent(server(), psychologist(), '本人.jpg', await photograph());
    const taken = await administrator().put(AVATAR, { file_id });
    expect([taken.status, taken.code, taken.json]).toMatchObject([
      400,
      'PSY_INVALID_INPUT',
      { details: [{ field: '/file_id', message: '图片不存在或已失效，请重新上传' }] },
    ]);
    expect(await avatarOf(administrator())).toBe('');
    expect((await psychologist().put(AVATAR, { file_id })).status).toBe(200);
    expect(await avatarOf(administrator())).toBe('');
    expect((await psychologist().put(AVATAR, { file_id: 'not-there' })).code).toBe('PSY_INVALID_INPUT');
  });

  it('can be set by students, and appears in their archive', async () => {
    const signed = (await server().client.signIn('o2001s1')).withoutRole(2001);
    const { file_id } = await sent(server(), signed, '我.jpg', await photograph());
    expect((await signed.put(AVATAR, { file_id })).status).toBe(200);
    const { students, avatar } = dataOf<UserInfo>(await signed.get('/v1/users/info'));
    const overview = await administrator().get(`/v1/portal/children/${students[0]?.child_id ?? ''}/overview`);
    expect(dataOf<{ avatar: string }>(overview).avatar).toBe(avatar);
  });
});
