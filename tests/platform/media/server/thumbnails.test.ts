import sharp from 'sharp';
import { expect, it } from 'vitest';
import { makeMissingThumbnails } from '../../../../src/platform/media/server/make-thumbnail.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { dataOf, rowsOf, useClient, useVerifiedClient, type Listed } from '../../resources/server/support.ts';
import { png } from './samples.ts';
import { sent } from './support.ts';

interface Media {
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
    const found = dataOf<Listed<Media & { media_info: string }>>(added).items.find(
      (each) => each.media_info === file_id,
    );
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
