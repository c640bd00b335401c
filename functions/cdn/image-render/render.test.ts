import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawWithGainMap } from '#kit/gain-map.ts';
import { drawCorners, drawFrames, drawPhotograph, toBytes } from '#kit/image-files.ts';
import { readImageFile } from '#shared/image-format/image-format.ts';
import { render } from './render.ts';

const id = '0'.repeat(36);

/** Renders an image that an upload accepts, at its own size. Returns it with its metadata. */
async function acceptAndRender(original: Sharp | Promise<Buffer>) {
  const image = readImageFile(Buffer.from(await toBytes(original)));
  if (!image) throw new Error('An upload would reject the image.');

  const bytes = await render(image.bytes, { id });
  const metadata = await sharp(bytes).metadata();
  const renderWith = (box: { width?: number; height?: number }) =>
    render(image.bytes, { id, ...box });
  return { type: image.type, bytes, metadata, renderWith };
}

/** Returns the color in the middle of each quarter, e.g. `f00` for one that is rather red. */
async function readColors(bytes: Buffer): Promise<string[]> {
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const readColor = (x: number, y: number) => {
    const start =
      (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) *
      info.channels;
    return [...data.subarray(start, start + 3)]
      .map((value) => (value > 127 ? 'f' : '0'))
      .join('');
  };
  return [
    readColor(0.25, 0.25),
    readColor(0.75, 0.25),
    readColor(0.25, 0.75),
    readColor(0.75, 0.75),
  ];
}

describe('orientation', () => {
  const jpegOrientations = [1, 2, 3, 4, 5, 6, 7, 8].map((value) => ({
    value,
    format: 'jpeg' as const,
  }));
  const otherOrientations = (['png', 'webp'] as const).map((format) => ({
    value: 7,
    format,
  }));

  it.each([...jpegOrientations, ...otherOrientations])(
    '$value of a $format is applied, and removed',
    async ({ value, format }) => {
      const upright = await drawCorners().png().toBuffer();
      const stored = await transformBack(upright, value)
        .withMetadata({ orientation: value })
        .toFormat(format)
        .toBuffer();
      const { bytes, metadata, renderWith } = await acceptAndRender(
        Promise.resolve(stored),
      );
      expect(metadata).toMatchObject({ width: 120, height: 80 });
      expect(metadata.orientation).toBeUndefined();
      expect(await readColors(bytes)).toEqual(['f00', '0f0', '00f', 'ff0']);
      const small = await renderWith({ width: 60, height: 60 });
      expect(await sharp(small).metadata()).toMatchObject({
        width: 60,
        height: 40,
      });
    },
  );

  /** Transforms an image so that it becomes upright when a viewer applies the orientation. */
  function transformBack(upright: Buffer, orientation: number): Sharp {
    const image = sharp(upright);
    const transformations: Record<number, () => Sharp> = {
      2: () => image.flop(),
      3: () => image.rotate(180),
      4: () => image.flip(),
      5: () => image.rotate(90).flip(),
      6: () => image.rotate(270),
      7: () => image.rotate(270).flip(),
      8: () => image.rotate(90),
    };
    return transformations[orientation]?.() ?? image;
  }
});

describe('a format', () => {
  it.each([
    [
      'a progressive JPEG',
      'image/jpeg',
      () => drawPhotograph(60, 40).jpeg({ progressive: true }),
    ],
    ['a CMYK JPEG', 'image/jpeg', () => drawCorners().toColourspace('cmyk').jpeg()],
    [
      'a grey JPEG',
      'image/jpeg',
      () => drawPhotograph(60, 40).toColourspace('b-w').jpeg(),
    ],
    [
      'a PNG with a palette',
      'image/png',
      () => drawCorners().png({ palette: true, colours: 4 }),
    ],
    [
      'a PNG of 16 bits',
      'image/png',
      () => drawPhotograph(60, 40).toColourspace('rgb16').png(),
    ],
    ['an interlaced PNG', 'image/png', () => drawCorners().png({ progressive: true })],
    ['a lossless WebP', 'image/webp', () => drawCorners().webp({ lossless: true })],
    ['a GIF of one frame', 'image/gif', () => drawCorners().gif()],
  ] as const)('is kept: %s', async (_, expected, draw) => {
    const { type, metadata } = await acceptAndRender(draw());
    expect(type).toBe(expected);
    expect(`image/${metadata.format}`).toBe(expected);
  });

  it.each(['png', 'webp', 'gif'] as const)('keeps transparency: %s', async (format) => {
    const hole = {
      create: {
        width: 120,
        height: 80,
        channels: 4 as const,
        background: { r: 255, g: 0, b: 0, alpha: 0 },
      },
    };
    const dot = {
      create: { width: 40, height: 40, channels: 4 as const, background: '#00ff00' },
    };
    const { bytes, metadata } = await acceptAndRender(
      sharp(hole)
        .composite([{ input: dot, left: 0, top: 0 }])
        .toFormat(format),
    );
    expect(metadata.hasAlpha).toBe(true);
    const alpha = await sharp(bytes).extractChannel('alpha').raw().toBuffer();
    expect([alpha[0], alpha.at(-1)]).toEqual([255, 0]);
  });
});

describe('an animation', () => {
  const timing = { delay: [100, 200], loop: 3 };

  it.each(['gif', 'webp'] as const)(
    'stays an animation with its timing in every size: %s',
    async (format) => {
      const { type, bytes, renderWith } = await acceptAndRender(
        sharp(await drawFrames(60, 40), { join: { animated: true } })[format](timing),
      );
      expect(type).toBe(`image/${format}`);
      expect(await sharp(bytes).metadata()).toMatchObject({
        pages: 2,
        ...timing,
        width: 60,
        height: 40,
      });
      const small = await renderWith({ width: 30 });
      expect(await sharp(small).metadata()).toMatchObject({
        pages: 2,
        ...timing,
        width: 30,
        height: 20,
      });
    },
  );

  it.each([2, 3, 4, 5, 6, 7, 8])(
    'is rotated frame by frame: orientation %i',
    async (orientation) => {
      const frames = await drawFrames(60, 40);
      const original = await sharp(frames, { join: { animated: true } })
        .withMetadata({ orientation })
        .webp({ lossless: true, ...timing })
        .toBuffer();
      const { bytes, metadata, renderWith } = await acceptAndRender(
        Promise.resolve(original),
      );
      expect(metadata).toMatchObject({ pages: 2, ...timing });
      const small = await renderWith({ width: 30 });
      expect((await sharp(small).metadata()).width).toBe(30);
      for (const [page, frame] of frames.entries()) {
        const upright = await sharp(frame).withMetadata({ orientation }).png().toBuffer();
        const rotated = await sharp(upright).autoOrient().png().toBuffer();
        const expected = await readColors(rotated);
        for (const served of [bytes, small]) {
          const servedFrame = await sharp(served, { page }).png().toBuffer();
          expect(await readColors(servedFrame), `frame ${page}`).toEqual(expected);
        }
      }
    },
  );

  it('is rotated even if a frame lasts longer than sharp supports', async () => {
    const original = await sharp(await drawFrames(60, 40), { join: { animated: true } })
      .withMetadata({ orientation: 6 })
      .webp(timing)
      .toBuffer();
    // The chunk of a frame has its duration in three bytes after 20 others.
    original.writeUIntLE(100_000, original.indexOf('ANMF') + 20, 3);
    expect((await sharp(original).metadata()).delay).toEqual([100_000, 200]);
    const { metadata } = await acceptAndRender(Promise.resolve(original));
    expect(metadata).toMatchObject({
      pages: 2,
      delay: [65_535, 200],
      width: 40,
      height: 60,
    });
  });
});

it('an image that is damaged after its header is rendered as far as it can be decoded', async () => {
  const original = await drawPhotograph(300, 200).jpeg().toBuffer();
  // The end marker follows too early, about which decoders warn.
  const half = original.subarray(0, Math.floor(original.length / 2));
  const damaged = Buffer.concat([half, Buffer.of(0xff, 0xd9)]);
  const { metadata } = await acceptAndRender(Promise.resolve(damaged));
  expect(metadata).toMatchObject({ width: 300, height: 200 });
});

it('an image of more pixels than an upload may have is not decoded', async () => {
  const original = await drawCorners().png().toBuffer();
  // The first chunk has the width at byte 16 of the file, and the height after it.
  original.writeUInt32BE(10_000, 16);
  original.writeUInt32BE(6501, 20);
  await expect(render(original, { id })).rejects.toThrow('exceeds pixel limit');
});

describe('a JPEG with a gain map', () => {
  it.each(['b-w', 'srgb'] as const)('is shown at every size: %s', async (space) => {
    const original = await drawWithGainMap(space);
    const { metadata, renderWith } = await acceptAndRender(Promise.resolve(original));
    expect(metadata).toMatchObject({ format: 'jpeg', width: 120, height: 80 });
    const small = await sharp(await renderWith({ width: 60 })).metadata();
    expect(small).toMatchObject({ format: 'jpeg', width: 60, height: 40 });
  });
});
