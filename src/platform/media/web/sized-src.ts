import { OBJECTS_PATH } from '../../objects/objects-path.ts';
import { PICTURE_SIZES, SIZE_PARAMETER } from '../picture-sizes.ts';

/**
 * The address of a picture in the smallest size with so many pixels; where it is larger than all, the address itself.
 * Only addresses of the product's own asset host change (`spec §9`): on another one the parameter may mean something
 * else, or break a signature.
 *
 * @param pixels Of the screen; 0 where the width is not known
 * @param page The address of the page
 */
export function sizedSrc(src: string, pixels: number, page = window.location.href): string {
  const size = pixels > 0 ? PICTURE_SIZES.find((one) => one >= pixels) : undefined;
  if (size === undefined || !URL.canParse(src, page)) return src;
  const [url, own] = [new URL(src, page), new URL(page)];
  const isOwn =
    /^https?:$/.test(url.protocol) &&
    url.host === own.host &&
    url.username === '' &&
    url.password === '' &&
    url.pathname.startsWith(`${OBJECTS_PATH}/`);
  if (!isOwn) return src;
  url.searchParams.set(SIZE_PARAMETER, String(size));
  return url.origin === own.origin ? url.pathname + url.search : url.href;
}
