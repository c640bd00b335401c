import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { corners, frames } from '#kit/image-files.ts';
import { isImageFile, readImageFile } from './image-format.ts';

/** Every kind of each format, all of 120 by 80, as sharp makes them. */
const kinds: readonly [name: string, type: string, make: (image: Sharp) => Promise<Buffer>][] = [
  ['a baseline JPEG', 'image/jpeg', (image) => image.jpeg().toBuffer()],
  ['a progressive JPEG', 'image/jpeg', (image) => image.jpeg({ progressive: true }).toBuffer()],
  [
    'a JPEG with optimized scans',
    'image/jpeg',
    (image) => image.jpeg({ mozjpeg: true }).toBuffer(),
  ],
  ['a grey JPEG', 'image/jpeg', (image) => image.toColourspace('b-w').jpeg().toBuffer()],
  ['a CMYK JPEG', 'image/jpeg', (image) => image.toColourspace('cmyk').jpeg().toBuffer()],
  ['a PNG', 'image/png', (image) => image.png().toBuffer()],
  ['an interlaced PNG', 'image/png', (image) => image.png({ progressive: true }).toBuffer()],
  ['a PNG with a palette', 'image/png', (image) => image.png({ palette: true }).toBuffer()],
  ['a PNG of 16 bits', 'image/png', (image) => image.toColourspace('rgb16').png().toBuffer()],
  ['a transparent PNG', 'image/png', (image) => image.ensureAlpha(0.5).png().toBuffer()],
  ['a lossy WebP', 'image/webp', (image) => image.webp().toBuffer()],
  ['a lossless WebP', 'image/webp', (image) => image.webp({ lossless: true }).toBuffer()],
  ['a transparent WebP', 'image/webp', (image) => image.ensureAlpha(0.5).webp().toBuffer()],
  ['a GIF', 'image/gif', (image) => image.gif().toBuffer()],
];

describe.each(kinds)('%s', (_, type, make) => {
  let bytes: Buffer;

  beforeAll(async () => {
    bytes = await make(sharp(await corners().png().toBuffer()));
  });

  it('is known by its first bytes, and measured by its header', () => {
    expect(isImageFile(bytes)).toBe(true);
    expect(readImageFile(bytes)).toEqual({ bytes, type, width: 120, height: 80, frames: 1 });
  });

  it('is damaged wherever it is cut', () => {
    // A GIF may do without the trailer that is its last byte.
    for (let length = 0; length < bytes.length - (type === 'image/gif' ? 1 : 0); length += 1)
      expect(
        readImageFile(bytes.subarray(0, length)),
        `${length} of ${bytes.length} bytes`,
      ).toBeUndefined();
  });

  it('is still itself with something behind it', () => {
    const polyglot = Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>PK\x03\x04')]);
    expect(readImageFile(polyglot)).toMatchObject({ type, width: 120, height: 80 });
  });

  it('never makes the reader throw, whatever byte is wrong', () => {
    for (let at = 0; at < Math.min(bytes.length, 800); at += 1)
      for (const value of [0x00, 0x7f, 0xff]) {
        const damaged = Buffer.from(bytes);
        damaged[at] = value;
        expect(() => readImageFile(damaged), `byte ${at}`).not.toThrow();
      }
  });
});

describe('an orientation', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'of %i is taken into account, as sharp does it',
    async (orientation) => {
      for (const format of ['jpeg', 'png', 'webp'] as const) {
        const bytes = await corners().withMetadata({ orientation }).toFormat(format).toBuffer();
        const { autoOrient } = await sharp(bytes).metadata();
        expect(readImageFile(bytes), format).toMatchObject(autoOrient);
      }
    },
  );

  it('is read in both byte orders, and does no harm where it is nonsense', async () => {
    const jpeg = await corners().jpeg().toBuffer();
    const withExif = (tiff: Buffer) => {
      const block = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
      const head = Buffer.of(0xff, 0xe1, 0, block.length + 2);
      return readImageFile(Buffer.concat([jpeg.subarray(0, 2), head, block, jpeg.subarray(2)]));
    };
    const little = Buffer.from('49492a0008000000010012010300010000000600000000000000', 'hex');
    const big = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex');
    for (const tiff of [little, big])
      expect(withExif(tiff)).toMatchObject({ width: 80, height: 120 });
    for (const tiff of [little.subarray(0, 9), Buffer.alloc(20, 0xff), Buffer.alloc(0)])
      expect(withExif(tiff)).toMatchObject({ width: 120, height: 80 });
  });
});

describe('an animation', () => {
  it.each(['gif', 'webp'] as const)('has its frames counted: %s', async (format) => {
    const bytes = await sharp(await frames(60, 40), { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    expect(readImageFile(bytes)).toMatchObject({ width: 60, height: 40, frames: 2 });
  });

  it('is as large as its largest frame, whatever its header says', async () => {
    const bytes = await corners().gif().toBuffer();
    bytes.writeUInt16LE(1, 6);
    bytes.writeUInt16LE(1, 8);
    expect(readImageFile(bytes)).toMatchObject({ width: 120, height: 80 });
  });
});

describe('what is no image', () => {
  it.each([
    ['nothing', ''],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['SVG behind a declaration', '<?xml version="1.0"?><svg/>'],
    ['PDF', '%PDF-1.7\n'],
    ['a BMP', 'BM\x46\x00\x00\x00'],
    ['a TIFF', 'II*\x00\x08\x00\x00\x00'],
    ['an AVIF', '\x00\x00\x00\x1cftypavif'],
    ['a RIFF of sound', 'RIFF\x24\x00\x00\x00WAVEfmt '],
    ['text that speaks of GIF', 'GIF87b, not an image'],
  ])('is not taken for one: %s', (_, text) => {
    const bytes = Buffer.from(text, 'latin1');
    expect(isImageFile(bytes)).toBe(false);
    expect(readImageFile(bytes)).toBeUndefined();
  });

  it.each([
    ['HTML behind the first bytes of a GIF', 'GIF89a/*<script>*/=1;'],
    ['text behind those of a JPEG', '\xff\xd8\xff\xe0 hello'],
    ['text behind those of a PNG', '\x89PNG\r\n\x1a\n<svg/>'],
    ['text behind those of a WebP', 'RIFF\x05\x00\x00\x00WEBP<svg/>'],
  ])('is found damaged: %s', (_, text) => {
    expect(readImageFile(Buffer.from(text, 'latin1'))).toBeUndefined();
  });
});
