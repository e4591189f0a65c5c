import { LOGO_SIDE_MAX } from '../rules/logo.ts';

/**
 * Scales an uploaded image down to the size of a logo.
 *
 * @returns A PNG data URL
 * @throws Error when the browser cannot read the image
 */
export async function readLogo(file: Blob): Promise<string> {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, LOGO_SIDE_MAX / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return canvas.toDataURL('image/png');
}
