import { describe, expect, it } from 'vitest';
import { inspectMedia } from '../../../../src/platform/media/server/inspect.ts';
import { compressedObjects, id3, jpeg, jpegSegment, mp3, PAGE, pdf, png, pngChunk } from './samples.ts';

const WRONG = '文件格式不符合要求，必须是 image/png、image/jpeg、audio/mp3、audio/mpeg';
const page = Buffer.from(PAGE);

describe('an uploaded file', () => {
  it('is an image or audio by its bytes, whatever its name', () => {
    expect(inspectMedia(png(), 'image/png')).toMatchObject({ width: 4, height: 3 });
    expect(inspectMedia(jpeg(), 'image/jpeg')).toMatchObject({ width: 1, height: 1 });
    expect(inspectMedia(mp3(40), 'audio/mpeg').durationMs).toBe(1045);
    const kinds = { 'image/png': png(), 'image/jpeg': jpeg(), 'audio/mpeg': mp3() };
    for (const [mime, bytes] of Object.entries(kinds)) {
      for (const other of Object.keys(kinds).filter((kind) => kind !== mime))
        expect(() => inspectMedia(bytes, other)).toThrow(WRONG);
    }
    for (const other of [
      page,
      Buffer.from('GIF89a'),
      Buffer.from('PK\x03\x04'),
      Buffer.from('%PDF-1.7'),
      Buffer.from('MZ'),
      Buffer.from('RIFF\0\0\0\0WEBP'),
      Buffer.from('<svg onload=alert(1)>'),
      Buffer.alloc(0),
    ]) {
      for (const mime of Object.keys(kinds)) expect(() => inspectMedia(other, mime)).toThrow(WRONG);
    }
    expect(() => inspectMedia(png(), 'image/svg+xml')).toThrow(WRONG);
  });

  it('loses bytes after its end and extra chunks', () => {
    const plain = png();
    expect(inspectMedia(Buffer.concat([plain, page]), 'image/png').bytes).toEqual(plain);
    expect(
      inspectMedia(
        png({ beside: [pngChunk('tEXt', page), pngChunk('eXIf', page), pngChunk('zzZz', page)] }),
        'image/png',
      ).bytes,
    ).toEqual(plain);
    expect(inspectMedia(Buffer.concat([jpeg(), page]), 'image/jpeg').bytes).toEqual(jpeg());
    expect(
      inspectMedia(
        jpeg({ beside: [jpegSegment(0xfe, page), jpegSegment(0xe5, page), jpegSegment(0xe1, page)] }),
        'image/jpeg',
      ).bytes,
    ).toEqual(jpeg());
    expect(
      inspectMedia(Buffer.concat([id3(PAGE), mp3(), Buffer.from('TAG'), page]), 'audio/mpeg').bytes.equals(mp3()),
    ).toBe(true);
  });

  it('keeps of the Exif data only the orientation', () => {
    const { bytes } = inspectMedia(jpeg({ orientation: 6 }), 'image/jpeg');
    expect(bytes.toString('latin1')).not.toContain('GPS');
    const at = bytes.indexOf('Exif');
    expect([at > 0, bytes.readUInt16BE(at + 16), bytes.readUInt16BE(at + 24)]).toEqual([true, 0x0112, 6]);
    expect(bytes.length).toBe(jpeg().length + 36);
  });

  it('is refused when it would need too much memory to draw', () => {
    expect(() => inspectMedia(png({ claims: { width: 50_000, height: 50_000 } }), 'image/png')).toThrow(
      '图片的尺寸过大（50000×50000）',
    );
    expect(() => inspectMedia(png({ claims: { width: 10_000, height: 5001 } }), 'image/png')).toThrow('尺寸过大');
    expect(() => inspectMedia(jpeg({ claims: { width: 60_000, height: 60_000 } }), 'image/jpeg')).toThrow('尺寸过大');
    expect(inspectMedia(png({ claims: { width: 10_000, height: 5000 } }), 'image/png').width).toBe(10_000);
  });

  it('is refused when it is damaged', () => {
    const whole = { 'image/png': png(), 'image/jpeg': jpeg() };
    for (const [mime, bytes] of Object.entries(whole)) {
      for (let length = 8; length < bytes.length; length++)
        expect(() => inspectMedia(bytes.subarray(0, length), mime)).toThrow('图片已损坏，不能使用');
    }
    const changed = png();
    changed[20] = 9;
    expect(() => inspectMedia(changed, 'image/png')).toThrow('图片已损坏');
    expect(() => inspectMedia(jpeg({ claims: { width: 8, height: 0 } }), 'image/jpeg')).toThrow('图片已损坏');
    expect(() => inspectMedia(mp3(1).subarray(0, 100), 'audio/mpeg')).toThrow('音频已损坏');
    expect(() => inspectMedia(id3('only a name'), 'audio/mpeg')).toThrow('音频已损坏');
  });

  it('is refused when other content contains a little audio', () => {
    expect(() => inspectMedia(Buffer.concat([id3('x'), Buffer.alloc(30_000, 0x20), mp3(5)]), 'audio/mpeg')).toThrow(
      '不只有音频',
    );
    expect(() => inspectMedia(Buffer.concat([mp3(5), Buffer.alloc(30_000, 0x20)]), 'audio/mpeg')).toThrow('不只有音频');
  });

  it('survives any bytes', () => {
    let seed = 7;
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
    for (const [mime, make] of [
      ['image/png', png],
      ['image/jpeg', () => jpeg({ orientation: 3 })],
      ['audio/mpeg', () => mp3(6)],
    ] as const) {
      for (let i = 0; i < 400; i++) {
        const bytes = Buffer.from(make());
        for (let n = 0; n < 4; n++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
        try {
          inspectMedia(bytes, mime);
        } catch (error) {
          expect((error as Error).name).toBe('UnusableMedia');
        }
      }
    }
  });
});

describe('an uploaded document', () => {
  const inspect = (bytes: Buffer) => inspectMedia(bytes, 'application/pdf').bytes;

  it('is kept up to its end', () => {
    const plain = Buffer.concat([pdf(), Buffer.from('\n')]);
    expect(inspect(pdf()).equals(plain)).toBe(true);
    expect(inspect(Buffer.concat([pdf(), page])).equals(plain)).toBe(true);
    expect(inspect(pdf(compressedObjects('5 0 << /Type /Font >>')))).toBeInstanceOf(Buffer);
  });

  it('is refused where it is none, is damaged or has a password', () => {
    for (const other of [png(), mp3(), page, Buffer.from('PK\x03\x04'), Buffer.alloc(0)])
      expect(() => inspect(other)).toThrow('文件的内容不是 PDF 文档');
    for (const broken of [
      pdf().subarray(0, -6),
      Buffer.from('%PDF-9.9\n%%EOF'),
      Buffer.concat([pdf(), Buffer.alloc(4096)]),
    ])
      expect(() => inspect(broken)).toThrow('文档已损坏');
    expect(() => inspect(pdf('trailer << /Encrypt 7 0 R >>'))).toThrow('文档加了密码或限制');
  });

  it('is refused where it runs, sends or carries anything, however that is written', () => {
    for (const objects of [
      '5 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj',
      '5 0 obj << /S /J#61vaScript /JS (app.alert(1)) >> endobj',
      '5 0 obj << /S/#4a#61#76#61Script >> endobj',
      '5 0 obj << /S /Launch /F (cmd.exe) >> endobj',
      '5 0 obj << /Type /EmbeddedFile >> endobj',
      '5 0 obj << /XFA [] >> endobj',
      '5 0 obj << /S /SubmitForm >> endobj',
      compressedObjects('5 0 << /S /JavaScript /JS (app.alert(1)) >>'),
      compressedObjects('% first\n5 0 << /S /#4caunch >>'),
      '9 0 obj << /Type /ObjStm /Filter /ASCIIHexDecode /Length 2 >> stream\n35>\nendstream endobj',
    ])
      expect(() => inspect(pdf(objects)), objects).toThrow('文档里有脚本、附带的文件或会自动执行的动作');
    // A longer name that begins alike is another name.
    expect(inspect(pdf('5 0 obj << /LaunchDate (1) >> endobj'))).toBeInstanceOf(Buffer);
  });
});
