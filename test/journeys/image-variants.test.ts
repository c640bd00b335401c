import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../kit/call.ts';
import { userToken } from '../kit/fixtures.ts';
import { fetchPicture, fill, type Image, uploadImage } from '../kit/images.ts';
import { type Bytes, bytesOf, photograph } from '../kit/pictures.ts';

let token: string;
let original: Bytes;
let image: Image;

beforeAll(async () => {
  token = await userToken();
  original = await bytesOf(photograph(900, 600).jpeg({ quality: 90 }));
  image = (await uploadImage(call, original, { token })).body;
});

const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

describe('a picture on the CDN (decisions I4 and I5)', () => {
  it('is served at its own size, fixed in type and for ever', async () => {
    const { status, headers, bytes } = await fetchPicture(image.uri);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 900, height: 600 });
    expect(bytes.equals(original)).toBe(false);
  });

  it.each([
    [300, 300, 300, 200],
    [320, '', 320, 213],
    ['', 100, 150, 100],
    [1, 1, 1, 1],
    [4096, 4096, 900, 600],
  ] as const)(
    'fits into a box of %s by %s, as sharp by itself would',
    async (width, height, isWidth, isHeight) => {
      const { status, bytes } = await fetchPicture(fill(image, width, height));
      const alone = await sharp(original)
        .autoOrient()
        .resize({
          width: width || undefined,
          height: height || undefined,
          fit: 'inside',
          withoutEnlargement: true,
        } as object)
        .toBuffer();
      expect(status).toBe(200);
      expect(await sharp(bytes).metadata()).toMatchObject({ width: isWidth, height: isHeight });
      expect((await pixels(bytes)).equals(await pixels(alone))).toBe(true);
    },
  );
});
