import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawCorners, drawFrames } from '#kit/image-files.ts';
import {
  addChunks,
  addGifMetadata,
  addMetadata,
  addSegments,
  buildGrayProfile,
  listChunks,
  listSegments,
  secret,
} from '#kit/image-metadata.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { readImageFile } from '#shared/image-format/image-format.ts';
import { render } from './render.ts';

const id = '0'.repeat(36);
const folder = createTemporaryFolder(afterAll);

beforeAll(async () => {
  await writeFile(join(folder, 'grey.icc'), buildGrayProfile());
});

/** Renders an image that an upload accepts, at its own size and at a small one. */
async function acceptAndRender(original: Buffer): Promise<[own: Buffer, small: Buffer]> {
  expect(readImageFile(original)).toBeDefined();
  const own = await render(original, { id });
  return [own, await render(original, { id, width: 64, height: 64 })];
}

describe('personal metadata of an image', () => {
  /** Builds images that contain the secret in all kinds of metadata. */
  const builders: Readonly<Record<string, () => Promise<Buffer>>> = {
    jpeg: async () =>
      addSegments(await addMetadata(drawCorners()).jpeg().toBuffer(), [
        [0xfe, secret],
        [0xed, `Photoshop 3.0\0${secret}`],
        [0xe2, `MPF\0${secret}`],
        [0xef, secret],
      ]),
    png: async () =>
      addChunks(await addMetadata(drawCorners()).png().toBuffer(), [
        ['tEXt', `Comment\0${secret}`],
        ['iTXt', `Description\0\0\0\0\0${secret}`],
        ['prVt', secret],
      ]),
    webp: () => addMetadata(drawCorners()).webp().toBuffer(),
    gif: async () => addGifMetadata(await drawCorners().gif().toBuffer()),
    'animated gif': async () =>
      addGifMetadata(
        await sharp(await drawFrames(), { join: { animated: true } })
          .gif()
          .toBuffer(),
      ),
    'animated webp': async () =>
      addMetadata(sharp(await drawFrames(), { join: { animated: true } }))
        .webp()
        .toBuffer(),
  };

  it.each(Object.keys(builders))('is removed from what is served: %s', async (kind) => {
    const original = (await builders[kind]?.()) ?? Buffer.alloc(0);
    expect(original.includes(secret)).toBe(true);
    for (const bytes of await acceptAndRender(original)) {
      for (const trace of [secret, 'Exif', 'xmpmeta', 'XMP ', 'GPS', 'Photoshop', 'MPF'])
        expect(bytes.includes(trace), trace).toBe(false);
      const { exif, xmp, iptc, comments, orientation } = await sharp(bytes).metadata();
      expect({ exif, xmp, iptc, comments, orientation }).toEqual({});
    }
  });

  it('is removed with all segments and chunks that an image does not need', async () => {
    const [jpeg] = await acceptAndRender((await builders.jpeg?.()) as Buffer);
    const [png] = await acceptAndRender((await builders.png?.()) as Buffer);
    const [webp] = await acceptAndRender((await builders.webp?.()) as Buffer);
    // The quantization tables, the frame header and the Huffman tables.
    const needed = [0xdb, 0xc0, 0xc4];
    const markers = listSegments(jpeg);
    expect(markers.filter((marker) => !needed.includes(marker))).toEqual([]);
    expect(listChunks(png)).toEqual(['IHDR', 'pHYs', 'IDAT', 'IEND']);
    expect(listChunks(webp)).toEqual(['VP8 ']);
  });
});

describe('a color profile', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'is kept byte for byte, with its color space: %s',
    async (format) => {
      const original = await drawCorners()
        .withIccProfile('p3')
        .toFormat(format)
        .toBuffer();
      const { icc } = await sharp(original).metadata();
      for (const bytes of await acceptAndRender(original))
        expect((await sharp(bytes).metadata()).icc).toEqual(icc);
    },
  );

  it('of a grey image keeps it grey', async () => {
    const grey: Sharp = drawCorners()
      .grayscale()
      .toColourspace('b-w')
      .withIccProfile(join(folder, 'grey.icc'));
    for (const bytes of await acceptAndRender(await grey.jpeg().toBuffer()))
      expect(await sharp(bytes).metadata()).toMatchObject({
        space: 'b-w',
        channels: 1,
        icc: buildGrayProfile(),
      });
  });

  it('of a grey image of 16 bits keeps it grey, and of 16 bits', async () => {
    const grey: Sharp = drawCorners()
      .grayscale()
      .toColourspace('grey16')
      .withIccProfile(join(folder, 'grey.icc'));
    const original = await grey.png().toBuffer();
    expect(await sharp(original).metadata()).toMatchObject({
      space: 'grey16',
      icc: buildGrayProfile(),
    });
    for (const bytes of await acceptAndRender(original))
      expect(await sharp(bytes).metadata()).toMatchObject({
        space: 'grey16',
        icc: buildGrayProfile(),
      });
  });

  it.each([1, 3, 6, 8])(
    'of an image of 16 bits is kept in orientation %i',
    async (orientation) => {
      const original = await drawCorners()
        .toColourspace('rgb16')
        .withMetadata({ orientation })
        .png()
        .toBuffer();
      const { icc } = await sharp(original).metadata();
      for (const bytes of await acceptAndRender(original))
        expect(await sharp(bytes).metadata()).toMatchObject({ space: 'rgb16', icc });
    },
  );

  it('is kept when an animation is rotated, even if its length field is wrong', async () => {
    const original = await sharp(await drawFrames(), { join: { animated: true } })
      .withMetadata({ orientation: 6 })
      .webp()
      .toBuffer();
    // The profile begins with its length, after the type and the length of its chunk.
    original.writeUInt32BE(9_999_999, original.indexOf('ICCP') + 8);
    const { icc } = await sharp(original).metadata();
    for (const bytes of await acceptAndRender(original))
      expect(await sharp(bytes).metadata()).toMatchObject({ pages: 2, icc });
  });

  it('of CMYK is replaced by sRGB, which every program supports', async () => {
    const cmyk = await drawCorners()
      .toColourspace('cmyk')
      .withIccProfile('cmyk')
      .jpeg()
      .toBuffer();
    expect(await sharp(cmyk).metadata()).toMatchObject({ space: 'cmyk', channels: 4 });
    for (const bytes of await acceptAndRender(cmyk)) {
      const { space, channels, icc } = await sharp(bytes).metadata();
      expect([space, channels]).toEqual(['srgb', 3]);
      expect(icc?.toString('latin1', 16, 20)).toBe('RGB ');
    }
  });
});
