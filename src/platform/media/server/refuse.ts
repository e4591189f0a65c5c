/** A file whose content does not match its type, or is unsafe to open. The uploader sees the message. */
export class UnusableMedia extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnusableMedia';
  }
}

/** More would take a phone's memory when it is drawn: 50 million pixels are 200 MB. */
const PIXELS_MAX = 50_000_000;
const SIDE_MAX = 30_000;

/** @throws UnusableMedia where a picture would be too large once drawn, even if its file is small */
export function requireDrawable(width: number, height: number): void {
  if (width < 1 || height < 1) throw new UnusableMedia('图片已损坏，不能使用');
  if (width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX)
    throw new UnusableMedia(`图片的尺寸过大（${width}×${height}），请缩小到 5000 万像素以内`);
}

export const damaged = (what: string) => new UnusableMedia(`${what}已损坏，不能使用`);
