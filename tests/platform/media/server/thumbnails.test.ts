import sharp from 'sharp';
import { expect, it } from 'vitest';
import { makeMissingThumbnails } from '../../../../src/platform/media/server/make-thumbnail.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { dataOf, rowsOf, useClient, useVerifiedClient, type Listed } from '../../resources/server/support.ts';
import { png } from './samples.ts';
import { sent } from './support.ts';

interface Media {
  /** Id of the file. */
  media_info: string;
  play_url: string;
  thumb_url?: string;
}

/** A photograph as a phone takes it: larger than a screen, turned, with its place in the metadata. */
const photograph = () =>
  sharp({
    create: {
      width: 2400,
      height: 1600,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
    },
  })
    .jpeg({ quality: 80 })
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'somebody' } } })
    .toBuffer();

describeApi('thumbnails of attached pictures', (kind) => {
  const server = useServer(kind);
  const psychologist = useVerifiedClient(server, 2001, 8);
  const stranger = useClient(server, 2002, 4);
  const fetched = async (url: string) => {
    const answer = await fetch(`${server().url}${url}`);
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  };
  const drawing = async () =>
    dataOf<Listed<{ drawing_id: string }>>(await psychologist().get('/v1/portal/drawings?size=1')).items[0]
      ?.drawing_id ?? '';
  const attach = async (bytes: Buffer, name: string): Promise<Media> => {
    const { file_id } = await sent(server(), psychologist(), name, bytes);
    const id = await drawing();
    await rowsOf(
      server(),
      `update drawings set created_by = 'u-o2001r8' where org_id = '2001' and drawing_id = $1 returning drawing_id`,
      id,
    );
    const added = await psychologist().post(`/v1/portal/drawings/${id}/media_infos`, {
      media_infos: [{ media_type: 1, media_info: file_id, media_name: name }],
    });
    expect(added.status, added.text).toBe(201);
    const found = dataOf<Listed<Media>>(added).items.find((each) => each.media_info === file_id);
    if (!found) throw new Error('the picture is attached');
    return found;
  };

  it('are small, turned as the camera was held, and without metadata', async () => {
    const photo = await photograph();
    const { play_url, thumb_url = '' } = await attach(photo, '照片.jpg');
    const [whole, small] = [await fetched(play_url), await fetched(thumb_url)];
    expect(whole.bytes.length).toBeGreaterThan(500_000);
    expect([small.status, small.type]).toEqual([200, 'image/webp']);
    expect(small.bytes.length).toBeLessThan(40_000);
    const { width, height, exif } = await sharp(small.bytes).metadata();
    expect([width, height, exif]).toEqual([213, 320, undefined]);
    const [row] = await rowsOf(server(), 'select picture from media_thumbs where picture is not null');
    expect(String(row?.['picture'])).not.toContain(small.bytes.toString('base64').slice(0, 40));
  });

  it('are one of the sizes in which every picture is offered, drawn once and never larger than it', async () => {
    const { media_info, play_url, thumb_url } = await attach(await photograph(), '大图.jpg');
    expect(thumb_url?.split('?')[1]).toBe('size=320');
    const sizes = await Promise.all(
      [320, 640, 1280, 1920].map(async (size) => {
        const { status, type, bytes } = await fetched(`${play_url}?size=${size}`);
        const { width, height, exif } = await sharp(bytes).metadata();
        return [status, type, width, height, exif];
      }),
    );
    expect(sizes).toEqual(
      [213, 427, 853, 1280].map((w, i) => [200, 'image/webp', w, [320, 640, 1280, 1920][i], undefined]),
    );
    // A drawn picture is kept: the file is not read again.
    const [file] = await rowsOf(server(), 'select object_key from media_files where file_id = $1', media_info);
    await server().services.objects.remove(String(file?.['object_key']));
    expect((await fetched(`${play_url}?size=640`)).status).toBe(200);
    expect((await fetched(play_url)).status).toBe(404);
    const narrow = await sharp(await photograph())
      .resize(900, 600)
      .png()
      .toBuffer();
    const { play_url: small } = await attach(narrow, '小一些.png');
    const { width } = await sharp((await fetched(`${small}?size=1920`)).bytes).metadata();
    expect(width).toBe(900);
  });

  it('come in no other size, and go with their files in every one', async () => {
    const { media_info, play_url } = await attach(await photograph(), '删去.jpg');
    const others = ['319', '321', '0', '-320', '320.0', '3.2e2', '0320', ' 320', '9999999', 'x', '', '320&size=640'];
    const answers = await Promise.all(others.map((size) => fetched(`${play_url}?size=${size}`)));
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 400));
    expect((await fetched(`${play_url}?size=640`)).status).toBe(200);
    await rowsOf(server(), 'delete from media_files where file_id = $1', media_info);
    expect((await fetched(`${play_url}?size=640`)).status).toBe(404);
  });

  it('are the picture itself where that is small', async () => {
    const { thumb_url = '' } = await attach(png(), '小图.png');
    expect((await fetched(thumb_url)).bytes.equals(png())).toBe(true);
  });

  it('are made of files from before, once, and go with their files', async () => {
    const photo = await photograph();
    const { thumb_url = '' } = await attach(photo, '从前.jpg');
    await rowsOf(server(), 'delete from media_thumbs');
    expect((await fetched(thumb_url)).type).toBe('image/jpeg');
    expect(await makeMissingThumbnails(server().services, '2001')).toBeGreaterThan(0);
    expect(await makeMissingThumbnails(server().services, '2001')).toBe(0);
    expect((await fetched(thumb_url)).type).toBe('image/webp');
    await rowsOf(server(), 'delete from media_files');
    expect(await rowsOf(server(), 'select from media_thumbs')).toEqual([]);
    expect((await fetched(thumb_url)).status).toBe(404);
  });

  it('are served by an address that only a reader of the record gets', async () => {
    const id = await drawing();
    expect((await stranger().get(`/v1/portal/drawings/${id}/media_infos`)).status).toBeGreaterThanOrEqual(403);
    expect((await fetched('/objects/forged')).status).toBe(404);
  });
});
