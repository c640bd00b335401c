import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawCorners, drawFrames } from '#kit/image-files.ts';
import { isImageFile, readImageFile } from './image-format.ts';

interface Kind {
  name: string;
  type: string;
  encode: (image: Sharp) => Sharp;
}

/** Every kind of each format that sharp can encode. */
const kinds: readonly Kind[] = [
  {
    name: 'a baseline JPEG',
    type: 'image/jpeg',
    encode: (image) => image.jpeg(),
  },
  {
    name: 'a progressive JPEG',
    type: 'image/jpeg',
    encode: (image) => image.jpeg({ progressive: true }),
  },
  {
    name: 'a JPEG with optimized scans',
    type: 'image/jpeg',
    encode: (image) => image.jpeg({ mozjpeg: true }),
  },
  {
    name: 'a gray JPEG',
    type: 'image/jpeg',
    encode: (image) => image.toColourspace('b-w').jpeg(),
  },
  {
    name: 'a CMYK JPEG',
    type: 'image/jpeg',
    encode: (image) => image.toColourspace('cmyk').jpeg(),
  },
  {
    name: 'a PNG',
    type: 'image/png',
    encode: (image) => image.png(),
  },
  {
    name: 'an interlaced PNG',
    type: 'image/png',
    encode: (image) => image.png({ progressive: true }),
  },
  {
    name: 'a PNG with a palette',
    type: 'image/png',
    encode: (image) => image.png({ palette: true }),
  },
  {
    name: 'a PNG of 16 bits',
    type: 'image/png',
    encode: (image) => image.toColourspace('rgb16').png(),
  },
  {
    name: 'a transparent PNG',
    type: 'image/png',
    encode: (image) => image.ensureAlpha(0.5).png(),
  },
  {
    name: 'a lossy WebP',
    type: 'image/webp',
    encode: (image) => image.webp(),
  },
  {
    name: 'a lossless WebP',
    type: 'image/webp',
    encode: (image) => image.webp({ lossless: true }),
  },
  {
    name: 'a transparent WebP',
    type: 'image/webp',
    encode: (image) => image.ensureAlpha(0.5).webp(),
  },
  {
    name: 'a GIF',
    type: 'image/gif',
    encode: (image) => image.gif(),
  },
];

describe.each(kinds)('$name', ({ type, encode }) => {
  let bytes: Buffer;

  beforeAll(async () => {
    const decoded = sharp(await drawCorners().png().toBuffer());
    bytes = await encode(decoded).toBuffer();
  });

  it('is identified by its first bytes and measured by its header', () => {
    expect(isImageFile(bytes)).toBe(true);
    expect(readImageFile(bytes)).toEqual({
      bytes,
      type,
      width: 120,
      height: 80,
      frames: 1,
    });
  });

  it('is damaged if it is truncated at any byte', () => {
    // The last byte of a GIF is its trailer, which is optional.
    const required = type === 'image/gif' ? bytes.length - 1 : bytes.length;
    const lengths = Array.from({ length: required }, (_, length) => length);
    const accepted = lengths.filter((length) => readImageFile(bytes.subarray(0, length)));
    expect(accepted).toEqual([]);
  });

  it('is still identified if other data follows it', () => {
    const polyglot = Buffer.concat([
      bytes,
      Buffer.from('<script>alert(1)</script>PK\x03\x04'),
    ]);
    expect(readImageFile(polyglot)).toMatchObject({ type, width: 120, height: 80 });
  });

  it('never makes the parser throw if a byte is wrong', () => {
    const damaged = Buffer.from(bytes);
    for (const [index, original] of bytes.subarray(0, 800).entries()) {
      for (const value of [0x00, 0x7f, 0xff]) {
        damaged[index] = value;
        readImageFile(damaged);
      }
      damaged[index] = original;
    }
  });
});

describe('an orientation', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'of %i is applied as sharp applies it',
    async (orientation) => {
      for (const format of ['jpeg', 'png', 'webp'] as const) {
        const bytes = await drawCorners()
          .withMetadata({ orientation })
          .toFormat(format)
          .toBuffer();
        const { autoOrient } = await sharp(bytes).metadata();
        expect(readImageFile(bytes), format).toMatchObject(autoOrient);
      }
    },
  );

  it('is read in both byte orders, and ignored if it is malformed', async () => {
    const jpeg = await drawCorners().jpeg().toBuffer();
    const withExif = (tiff: Buffer) => {
      const block = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
      const head = Buffer.of(0xff, 0xe1, 0, block.length + 2);
      return readImageFile(
        Buffer.concat([jpeg.subarray(0, 2), head, block, jpeg.subarray(2)]),
      );
    };
    // EXIF blocks with the orientation 6, which swaps width and height.
    const little = Buffer.from(
      '49492a0008000000010012010300010000000600000000000000',
      'hex',
    );
    const big = Buffer.from(
      '4d4d002a00000008000101120003000000010006000000000000',
      'hex',
    );
    for (const tiff of [little, big])
      expect(withExif(tiff)).toMatchObject({ width: 80, height: 120 });
    for (const tiff of [little.subarray(0, 9), Buffer.alloc(20, 0xff), Buffer.alloc(0)])
      expect(withExif(tiff)).toMatchObject({ width: 120, height: 80 });
  });
});

describe('an animation', () => {
  it.each(['gif', 'webp'] as const)('counts its frames: %s', async (format) => {
    const bytes = await sharp(await drawFrames(60, 40), { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    expect(readImageFile(bytes)).toMatchObject({ width: 60, height: 40, frames: 2 });
  });

  it('is as large as its largest frame, even if its header says otherwise', async () => {
    const bytes = await drawCorners().gif().toBuffer();
    // The width and the height in the header.
    bytes.writeUInt16LE(1, 6);
    bytes.writeUInt16LE(1, 8);
    expect(readImageFile(bytes)).toMatchObject({ width: 120, height: 80 });
  });
});

describe('a file that is not an image', () => {
  it.each([
    ['nothing', ''],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['SVG after a declaration', '<?xml version="1.0"?><svg/>'],
    ['PDF', '%PDF-1.7\n'],
    ['a BMP', 'BM\x46\x00\x00\x00'],
    ['a TIFF', 'II*\x00\x08\x00\x00\x00'],
    ['an AVIF', '\x00\x00\x00\x1cftypavif'],
    ['a RIFF with audio', 'RIFF\x24\x00\x00\x00WAVEfmt '],
    ['text that mentions GIF', 'GIF87b, not an image'],
  ])('is rejected by its first bytes: %s', (_, text) => {
    const bytes = Buffer.from(text, 'latin1');
    expect(isImageFile(bytes)).toBe(false);
    expect(readImageFile(bytes)).toBeUndefined();
  });

  it.each([
    ['HTML after the first bytes of a GIF', 'GIF89a/*<script>*/=1;'],
    ['text after those of a JPEG', '\xff\xd8\xff\xe0 hello'],
    ['text after those of a PNG', '\x89PNG\r\n\x1a\n<svg/>'],
    ['text after those of a WebP', 'RIFF\x05\x00\x00\x00WEBP<svg/>'],
  ])('is rejected by its structure: %s', (_, text) => {
    expect(readImageFile(Buffer.from(text, 'latin1'))).toBeUndefined();
  });
});
