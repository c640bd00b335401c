import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import {
  issueClientToken,
  issueUserToken,
  newPerson,
  newUserToken,
} from '#kit/fixtures.ts';
import { type Bytes, drawCorners, repeatFrame, toBytes } from '#kit/image-files.ts';
import {
  buildImageForm,
  cover,
  fetchImage,
  tinyImage,
  type UploadedImage,
  uploadImage,
} from '#kit/images.ts';
import { getValidationFailures } from '#kit/validation-failures.ts';
import { openObjects } from '#shared/objects/objects.ts';
import { requireEnvironment } from '#shared/runtime/environment.ts';
import { newMeter } from '#shared/runtime/log.ts';

let token: string;
let jpeg: Bytes;

beforeAll(async () => {
  token = await newUserToken();
  jpeg = await toBytes(drawCorners().jpeg());
});

const upload = (image: Bytes) => uploadImage(call, image, { token });
const uploadData = (data: unknown) =>
  call<UploadedImage>('POST', '/v7.1/image/', {
    token,
    body: buildImageForm(jpeg, data),
  });
const openBucket = (variable: string) =>
  openObjects(requireEnvironment(variable), newMeter());

describe('POST /image/', () => {
  it.each(['v7.0', 'v7.1'])('returns what GET returns: %s', async (version) => {
    const path = `/${version}/image/`;
    const created = await call<UploadedImage>('POST', path, {
      token,
      body: buildImageForm(jpeg),
    });
    const [{ href, id }] = created.body._links.self;
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(href);
    expect(href).toBe(`/${version}/image/${id}/`);
    const cdn = new URL(created.body.uri).origin;
    expect(created.body).toEqual({
      uri: `${cdn}/images/${id}`,
      template: `${cdn}/images/w_{width},h_{height}/${id}`,
      _links: {
        self: [{ href, id }],
        documentation: [{ href: `/${version}/docs/image/` }],
      },
    });
    const read = await call<UploadedImage>('GET', href, { token });
    expect([read.status, read.body]).toEqual([200, created.body]);
  });

  it('creates lower-case ids with 128 random bits', async () => {
    const uploads = await Promise.all([upload(jpeg), upload(jpeg)]);
    const ids = uploads.map(({ body }) => body._links.self[0].id);
    for (const id of ids) expect(id).toMatch(/^[0-9a-z]{36}$/);
    expect(new Set(ids.map((id) => id.slice(10))).size).toBe(2);
  });

  it('stores the original byte for byte, with its detected media type', async () => {
    const form = new FormData();
    form.append('data', JSON.stringify(cover));
    form.append('image', new Blob([jpeg], { type: 'image/png' }), 'image.svg');
    const { body } = await call<UploadedImage>('POST', '/v7.1/image/', {
      token,
      body: form,
    });
    const stored = await openBucket('FILES_BUCKET_NAME').get(
      `images/${body._links.self[0].id}`,
    );
    expect(stored).toEqual({ bytes: Buffer.from(jpeg), type: 'image/jpeg' });
  });

  it('requires a user token; any valid token can read', async () => {
    const client = await issueClientToken();
    const rejected = await uploadImage(call, jpeg, { token: client });
    expect(rejected.status).toBe(403);
    const { body } = await upload(jpeg);
    for (const reader of [client, await issueUserToken(await newPerson())])
      expect(
        (await call('GET', body._links.self[0].href, { token: reader })).body,
      ).toEqual(body);
    expect((await call('GET', body._links.self[0].href)).status).toBe(401);
  });
});

describe('the data part', () => {
  it('may have further members, which are ignored', async () => {
    const data = { ...cover, further: 'members are ignored', id: 'x', user_id: 'y' };
    expect((await uploadData(data)).status).toBe(201);
  });

  // The unit tests of the schema cover each form of each member.
  it.each([
    [
      {},
      {
        'data.href': ['is required'],
        'data.rel': ['is required'],
        'data.index': ['is required'],
      },
    ],
    [
      { ...cover, rel: 'attachments', index: -1 },
      {
        'data.rel': ['must be cover_photo for a page'],
        'data.index': ['must be at least 0'],
      },
    ],
    [[cover], { data: ['must be an object'] }],
    [null, { data: ['must be an object'] }],
  ])('is rejected with all its problems: %j', async (data, failures) => {
    const response = await uploadData(data);
    expect(response.status).toBe(400);
    expect(getValidationFailures(response)).toEqual(failures);
  });

  it.each([
    ['no JSON', 'href=/v7.1/page/1', 'must be valid JSON'],
    ['nothing', '', 'must be valid JSON'],
    [
      'nested without end',
      '['.repeat(50_000),
      'must not be nested more than 32 levels deep',
    ],
    ['not in UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'must be UTF-8 text'],
  ])('is rejected if it is %s', async (_, content, sentence) => {
    const form = buildImageForm(jpeg);
    form.set('data', new Blob([content]));
    const response = await call('POST', '/v7.1/image/', { token, body: form });
    expect([response.status, getValidationFailures(response)]).toEqual([
      400,
      { data: [sentence] },
    ]);
  });

  it('is rejected together with problems of the image', async () => {
    const body = buildImageForm(jpeg.slice(0, -2), { ...cover, index: -1 });
    const response = await call('POST', '/v7.1/image/', { token, body });
    expect(getValidationFailures(response)).toEqual({
      'data.index': ['must be at least 0'],
      image: ['must be a complete image; the file is damaged or truncated'],
    });
  });
});

/** Returns a small PNG whose header states this size. An upload decodes no pixels. */
async function claimSize(width: number, height: number): Promise<Bytes> {
  const png = await toBytes(drawCorners(2, 2).png());
  const header = new DataView(png.buffer);
  // The first chunk has the width at byte 16 of the file, and the height after it.
  header.setUint32(16, width);
  header.setUint32(20, height);
  return png;
}

describe('the image', () => {
  it.each([
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>'],
    ['nothing', ''],
  ])('gets 415 if it is %s with a false media type', async (_, content) => {
    const form = buildImageForm(jpeg);
    form.set('image', new Blob([content], { type: 'image/png' }), 'image.png');
    const { status, body } = await call('POST', '/v7.1/image/', { token, body: form });
    expect(status).toBe(415);
    expect(body).toMatchObject({
      errors: ['the part image must be a JPEG, PNG, WebP or GIF image'],
      _links: {
        self: [{ href: '/v7.1/docs/image/' }],
        documentation: [{ href: '/v7.1/docs/image/' }],
      },
    });
  });

  it('is rejected before decoding if its header states 30,000 by 30,000 pixels', async () => {
    const response = await upload(await claimSize(30_000, 30_000));
    expect(getValidationFailures(response)).toEqual({
      image: ['must have at most 65000000 pixels; it has 900000000'],
    });
  });

  it('may have sides of 65,535 pixels, but not more', async () => {
    expect((await upload(await claimSize(1, 65_535))).status).toBe(201);
    expect(getValidationFailures(await upload(await claimSize(1, 65_536)))).toEqual({
      image: ['must be at most 65535 pixels wide and high; it has a side of 65536'],
    });
  });

  it('may have 65 megapixels, as the sensors of phones do, but not more', async () => {
    const sizes = [
      [8160, 6144],
      [8192, 6144],
      [9248, 6944],
      [10_000, 6500],
    ] as const;
    for (const [width, height] of sizes)
      expect((await upload(await claimSize(width, height))).status).toBe(201);
    expect((await upload(await claimSize(10_000, 6501))).status).toBe(400);
  });

  it('gets a 415 that says how a phone sends a JPEG if it is HEIC', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    const { status, body } = await upload(Uint8Array.from(heic));
    expect(status).toBe(415);
    expect(body).toMatchObject({ errors: [expect.stringContaining('Most Compatible')] });
  });

  it('may have 25 megapixels in all frames of an animation, and 1000 frames', async () => {
    const large = Uint8Array.from(tinyImage);
    const header = new DataView(large.buffer);
    // The logical screen descriptor has the width at byte 6, and the height after it.
    header.setUint16(6, 2500, true);
    header.setUint16(8, 2500, true);
    expect((await upload(repeatFrame(large, 4))).status).toBe(201);
    expect(getValidationFailures(await upload(repeatFrame(large, 5)))).toEqual({
      image: ['must have at most 25000000 pixels across all frames; it has 31250000'],
    });
    expect(getValidationFailures(await upload(repeatFrame(tinyImage, 1001)))).toEqual({
      image: ['must have at most 1000 frames; it has 1001'],
    });
  });

  it('may be followed by other bytes, which are never served', async () => {
    const payload = '<script>alert("polyglot")</script>';
    const { body } = await upload(
      Uint8Array.from(Buffer.concat([jpeg, Buffer.from(payload)])),
    );
    const { status, bytes } = await fetchImage(body.uri);
    expect(status).toBe(200);
    expect(bytes.includes('polyglot')).toBe(false);
  });

  it('may have one pixel', async () => {
    const { body } = await upload(tinyImage);
    const { status, headers } = await fetchImage(body.uri);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/gif']);
  });
});
