import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newUserToken } from '#kit/fixtures.ts';
import { drawCorners, toBytes } from '#kit/image-files.ts';
import { addMetadata, secret } from '#kit/image-metadata.ts';
import { fetchImage, fillUriTemplate, uploadImage } from '#kit/images.ts';

// functions/cdn/image-render tests what is rendered of which image.

let token: string;

beforeAll(async () => {
  token = await newUserToken();
});

it.each(['jpeg', 'png', 'webp', 'gif'] as const)(
  'an uploaded image is served in its format and without its metadata, in every size: %s',
  async (format) => {
    const original = await toBytes(addMetadata(drawCorners()).toFormat(format));
    const { status, body, text } = await uploadImage(call, original, { token });
    expect(status, text).toBe(201);
    for (const address of [body.uri, fillUriTemplate(body, 60, 60)]) {
      const { status, headers, bytes } = await fetchImage(address);
      expect([status, headers.get('content-type')]).toEqual([200, `image/${format}`]);
      expect((await sharp(bytes).metadata()).format).toBe(format);
      expect(bytes.includes(secret)).toBe(false);
    }
  },
);

it('an image whose pixels are damaged gets 422', async () => {
  const original = await drawCorners().webp({ lossless: true }).toBuffer();
  original.fill(0xff, 25, 60);
  const { body } = await uploadImage(call, Uint8Array.from(original), { token });
  const { status, headers } = await fetchImage(body.uri);
  expect([status, headers.get('cache-control')]).toEqual([422, 'public, max-age=10']);
});
