import { LOGO_SIDE_MAX } from '../rules/logo.ts';

/**
 * A picture that a person chose, no larger than a logo needs to be, as a data URL. @throws Error where the browser
 * cannot read it
 */
export async function readLogo(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const share = Math.min(1, LOGO_SIDE_MAX / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [
    Math.max(1, Math.round(picture.width * share)),
    Math.max(1, Math.round(picture.height * share)),
  ];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL('image/png');
}
