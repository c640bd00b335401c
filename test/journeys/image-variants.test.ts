import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  maxStored,
  maxUnstoredPerDay,
} from '#functions/cdn/image-render/render-guard.store.ts';
import { imageKeys } from '#functions/main/image/image.keys.ts';
import { call } from '#kit/call.ts';
import { newUserToken, table } from '#kit/fixtures.ts';
import { type Bytes, drawPhotograph, toBytes } from '#kit/image-files.ts';
import {
  fetchImage,
  fillUriTemplate,
  type UploadedImage,
  uploadImage,
} from '#kit/images.ts';
import { openObjects } from '#shared/objects/objects.ts';
import { requireEnvironment } from '#shared/runtime/environment.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { isNew } from '#shared/table/condition.ts';

let token: string;
let original: Bytes;
let image: UploadedImage;
let id: string;

beforeAll(async () => {
  token = await newUserToken();
  original = await toBytes(drawPhotograph(450, 300).jpeg({ quality: 90 }));
  image = (await uploadImage(call, original, { token })).body;
  id = image._links.self[0].id;
});

const decodePixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
const findStored = (path: string) =>
  openObjects(requireEnvironment('VARIANT_BUCKET_NAME'), newMeter()).get(path.slice(1));

describe('an image on the CDN', () => {
  it('is served at its own size, with nosniff and immutable caching', async () => {
    const { status, headers, bytes } = await fetchImage(image.uri);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'access-control-allow-origin': '*',
    });
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 450,
      height: 300,
    });
    expect(bytes.equals(original)).toBe(false);
  });

  it.each([
    [300, 300, 300, 200],
    [320, '', 320, 213],
    ['', 100, 150, 100],
    [1, 1, 1, 1],
    [4096, 4096, 450, 300],
  ] as const)(
    'fits into a box of %s by %s, as sharp renders it',
    async (width, height, expectedWidth, expectedHeight) => {
      const { status, bytes } = await fetchImage(fillUriTemplate(image, width, height));
      const box = { ...(width && { width }), ...(height && { height }) };
      const bySharp = await sharp(original)
        .autoOrient()
        .resize({ ...box, fit: 'inside', withoutEnlargement: true })
        .toBuffer();
      expect(status).toBe(200);
      expect(await sharp(bytes).metadata()).toMatchObject({
        width: expectedWidth,
        height: expectedHeight,
      });
      const pixels = await decodePixels(bytes);
      expect(pixels.equals(await decodePixels(bySharp))).toBe(true);
    },
  );

  it('is rendered once, stored, and then served from the store', async () => {
    const path = `/images/w_77,h_/${id}`;
    expect(await findStored(path)).toBeUndefined();
    const first = await fetchImage(path);
    expect(await findStored(path)).toEqual({ bytes: first.bytes, type: 'image/jpeg' });
    const second = await fetchImage(path);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    for (const name of [
      'content-type',
      'cache-control',
      'x-content-type-options',
      'etag',
    ])
      expect(second.headers.get(name), name).toBe(first.headers.get(name));
    const conditions = [
      { 'If-None-Match': first.headers.get('etag') ?? '' },
      { 'If-Modified-Since': first.headers.get('last-modified') ?? '' },
    ];
    for (const headers of conditions) {
      const { status, bytes } = await fetchImage(path, { headers });
      expect([status, bytes.length]).toEqual([304, 0]);
    }
  });

  it('is the same under every spelling of its size', async () => {
    const marker = Buffer.from('already made');
    const variants = openObjects(requireEnvironment('VARIANT_BUCKET_NAME'), newMeter());
    await variants.put(`images/w_88,h_/${id}`, { bytes: marker, type: 'image/jpeg' });
    for (const path of [
      `w_088,h_/${id}`,
      `w_88%2Ch_/${id}`,
      `w_88,h_/${id}/`,
      `/w_88,h_/${id}`,
    ])
      expect((await fetchImage(`/images/${path}`)).bytes, path).toEqual(marker);
  });

  it('allows HEAD, but no method that changes anything', async () => {
    const { status, bytes, headers } = await fetchImage(image.uri, { method: 'HEAD' });
    expect([status, bytes.length, headers.get('content-type')]).toEqual([
      200,
      0,
      'image/jpeg',
    ]);
    expect((await fetchImage(image.uri, { method: 'POST', body: 'x' })).status).toBe(403);
  });

  it('is stored, with a redirect to it, if it is too large for the response of a function', async () => {
    const size = { width: 1500, height: 1300 };
    const noise = sharp(randomBytes(size.width * size.height), {
      raw: { ...size, channels: 1 },
    });
    const grey = await toBytes(noise.toColourspace('b-w').png({ compressionLevel: 1 }));
    const { uri } = (await uploadImage(call, grey, { token })).body;
    const first = await fetchImage(uri);
    expect([first.status, first.headers.get('cache-control')]).toEqual([302, 'no-store']);
    const second = await fetchImage(
      new URL(first.headers.get('location') ?? '', uri).href,
    );
    expect(second.status).toBe(200);
    expect(second.bytes.length).toBeGreaterThan(4_700_000);
    expect(await sharp(second.bytes).metadata()).toMatchObject(size);
  });
});

describe('an image with the maximum of stored variants', () => {
  /** Uploads an image and records as many sizes as the store keeps. */
  const uploadWithMaxVariants = async () => {
    const { body } = await uploadImage(call, original, { token });
    const [{ id }] = body._links.self;
    const sizes = new Set(
      Array.from({ length: maxStored }, (_, width) => `w_${width},h_`),
    );
    await table().put({ ...imageKeys.imageVariants(id), sizes }, isNew);
    return { uploaded: body, id };
  };

  it('is still served in any size, without being stored', async () => {
    const { uploaded, id } = await uploadWithMaxVariants();
    const { status, headers, bytes } = await fetchImage(
      fillUriTemplate(uploaded, 120, ''),
    );
    expect([status, headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 120, height: 80 });
    expect(await findStored(`/images/w_120,h_/${id}`)).toBeUndefined();
  });

  it('gets 429 after too many further sizes on one day', async () => {
    const { uploaded, id } = await uploadWithMaxVariants();
    // The day can end during the test.
    const today = Date.now();
    const tomorrow = today + 24 * 60 * 60 * 1000;
    for (const day of [today, tomorrow]) {
      const counter = imageKeys.imageRenderings(
        id,
        new Date(day).toISOString().slice(0, 10),
      );
      await table().put({ ...counter, rendered: maxUnstoredPerDay }, isNew);
    }
    const { status, headers, bytes } = await fetchImage(
      fillUriTemplate(uploaded, 120, ''),
    );
    expect([status, headers.get('cache-control')]).toEqual([429, 'public, max-age=10']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.parse(bytes.toString()).errors[0]).toContain('too many sizes');
  });
});

describe('a path without an image', () => {
  it.each([
    ['an id that does not exist', () => `/images/${'0'.repeat(36)}`],
    ['a size of an id that does not exist', () => `/images/w_10,h_10/${'0'.repeat(36)}`],
    ['an id cut short', () => `/images/${id.slice(0, -1)}`],
    ['an id in capitals', () => `/images/${id.toUpperCase()}`],
    ['a folder that is no size', () => `/images/320x240/${id}`],
    ['a folder above the images', () => '/images'],
    [
      'a way out',
      () =>
        `/images/..%2f..%2f${requireEnvironment('FILES_BUCKET_NAME')}%2fimages%2f${id}`,
    ],
    ['nothing that can be decoded', () => '/images/%ff'],
  ])('gets a small 404 that is cached for ten seconds: %s', async (_, path) => {
    const { status, headers, bytes } = await fetchImage(path());
    expect([status, headers.get('cache-control')]).toEqual([404, 'public, max-age=10']);
    expect(bytes.length).toBeLessThan(100);
  });

  it.each([
    'w_0,h_10',
    'w_10,h_0',
    'w_4097,h_10',
    'w_10,h_4097',
    'w_99999999999,h_',
    'w_-1,h_10',
    'w_1.5,h_10',
    'w_ten,h_10',
    'w_,h_',
    'w_10',
    'w_',
    'w_%7Bwidth%7D,h_%7Bheight%7D',
  ])('gets a 400 that is cached for ten seconds if the size is %s', async (size) => {
    const { status, headers, bytes } = await fetchImage(`/images/${size}/${id}`);
    expect([status, headers.get('cache-control')]).toEqual([400, 'public, max-age=10']);
    expect(JSON.parse(bytes.toString())).toEqual({
      errors: [
        'width and height must be integers from 1 to 4096, e.g. w_320,h_240; ' +
          'leave a value empty to keep the aspect ratio, e.g. w_320,h_',
      ],
    });
  });
});

describe('the icons of activity types', () => {
  it('are served as SVG and cached for a day', async () => {
    const { status, headers, bytes } = await fetchImage('/icons/ride.svg');
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    });
    expect(bytes.toString()).toContain('<svg');
  });

  it.each([
    '/icons/none.svg',
    '/icons/LICENSE',
    '/icons/constructor',
    '/icons/..%2fride.svg',
  ])('do not include %s', async (path) => {
    expect((await fetchImage(path)).status).toBe(404);
  });
});
