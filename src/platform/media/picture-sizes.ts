/** Long sides in pixels in which the server offers a picture, ascending: a tile, a phone, a column, a large screen. */
export const PICTURE_SIZES = [320, 640, 1280, 1920] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];
/** The size of thumbnails, which is made when a picture is accepted; twice the width of a tile. */
export const THUMBNAIL: PictureSize = PICTURE_SIZES[0];

/** Parameter of a picture's address. */
export const SIZE_PARAMETER = 'size';

/** The size that a text names; undefined where it names none of them exactly. */
export const pictureSizeOf = (text: string): PictureSize | undefined =>
  PICTURE_SIZES.find((size) => String(size) === text);
