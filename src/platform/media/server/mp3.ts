import { damaged, UnusableMedia } from './refuse.ts';

/** Kilobits a second by version (MPEG 1, MPEG 2 and 2.5) of layer III. */
const BITRATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const RATES: Readonly<Record<number, readonly number[]>> = {
  3: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  0: [11_025, 12_000, 8_000],
};

interface Frame {
  length: number;
  samples: number;
  rate: number;
}

/** The frame that begins here, of layer III. */
function frameAt(bytes: Buffer, at: number): Frame | undefined {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return undefined;
  const [b1 = 0, b2 = 0] = [bytes[at + 1], bytes[at + 2]];
  if ((b1 & 0xe0) !== 0xe0 || ((b1 >> 1) & 3) !== 1) return undefined;
  const version = (b1 >> 3) & 3;
  const rate = RATES[version]?.[(b2 >> 2) & 3];
  const bitrate = BITRATES[version === 3 ? 0 : 1][b2 >> 4];
  if (rate === undefined || !bitrate) return undefined;
  const samples = version === 3 ? 1152 : 576;
  return { length: Math.floor(((samples / 8) * bitrate * 1000) / rate) + ((b2 >> 1) & 1), samples, rate };
}

/** Length of the leading tags, as they declare it. */
function tagsInFront(bytes: Buffer): number {
  let at = 0;
  while (bytes.toString('latin1', at, at + 3) === 'ID3' && at + 10 <= bytes.length) {
    const size = [6, 7, 8, 9].reduce((n, i) => n * 128 + ((bytes[at + i] ?? 0) & 0x7f), 0);
    at += 10 + size + (((bytes[at + 5] ?? 0) & 0x10) === 0 ? 0 : 10);
  }
  return at;
}

/** Number of consecutive frames that cannot be a coincidence. */
const IN_A_ROW = 3;
const isSync = (bytes: Buffer, at: number): boolean => {
  let next = at;
  for (let i = 0; i < IN_A_ROW; i++) {
    const frame = frameAt(bytes, next);
    if (!frame) return i > 0 && next >= bytes.length;
    next += frame.length;
  }
  return true;
};

/** Maximum share of bytes that are not audio; a page or a program with a frame at its end exceeds it. */
const OTHER_MAX = 0.1;

/**
 * The audio data alone: its frames without tags (names, pictures, texts) and without other bytes between or after them.
 *
 * @throws UnusableMedia where it is not valid audio
 */
export function plainMp3(bytes: Buffer): { bytes: Buffer; durationMs: number } {
  const from = Math.min(tagsInFront(bytes), bytes.length);
  const frames: Buffer[] = [];
  let goesOn = false;
  let [kept, seconds, end] = [0, 0, bytes.length];
  for (let at = from; at < bytes.length;) {
    const frame = frameAt(bytes, at);
    // After a frame one more frame is enough; after other bytes several consecutive frames are required.
    if (!frame || at + frame.length > bytes.length || !(goesOn || isSync(bytes, at))) {
      goesOn = false;
      // Tags after the audio are its end; other bytes are skipped up to the next frame.
      if (frames.length > 0 && /^(TAG|APETAGEX|LYRICSBEGIN|ID3)/.test(bytes.toString('latin1', at, at + 11))) {
        end = at;
        break;
      }
      const next = bytes.indexOf(0xff, at + 1);
      if (next < 0) break;
      at = next;
      continue;
    }
    frames.push(bytes.subarray(at, at + frame.length));
    kept += frame.length;
    seconds += frame.samples / frame.rate;
    at += frame.length;
    goesOn = true;
  }
  if (frames.length === 0) throw damaged('音频');
  if (end - from - kept > (end - from) * OTHER_MAX) throw new UnusableMedia('这个文件里不只有音频，不能使用');
  return { bytes: Buffer.concat(frames, kept), durationMs: Math.round(seconds * 1000) };
}
