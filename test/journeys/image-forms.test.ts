import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newUserToken } from '#kit/fixtures.ts';
import { type Bytes, drawCorners, toBytes } from '#kit/image-files.ts';
import {
  buildImageForm,
  cover,
  fetchImage,
  tinyImage,
  type UploadedImage,
} from '#kit/images.ts';
import {
  buildMultipartBody,
  buildUpload,
  multipartWriters,
  type WirePart,
} from '#kit/multipart.ts';
import { getValidationFailures } from '#kit/validation-failures.ts';

let token: string;
let jpeg: Bytes;

beforeAll(async () => {
  token = await newUserToken();
  jpeg = await toBytes(drawCorners().jpeg());
});

const post = (contentType: string, body: Bytes | string) =>
  call<UploadedImage>('POST', '/v7.1/image/', {
    token,
    body,
    headers: { 'Content-Type': contentType },
  });

describe('the form of an upload', () => {
  it.each(Object.entries(multipartWriters))(
    'is accepted as %s encodes it, byte for byte',
    async (_, writer) => {
      const { status, body, text } = await post(
        writer.contentType,
        buildUpload(writer, jpeg, cover),
      );
      expect(status, text).toBe(201);
      expect((await fetchImage(body.uri)).status).toBe(200);
    },
  );

  it('may have its parts in either order', async () => {
    const form = new FormData();
    for (const [name, part] of [...buildImageForm(jpeg)].toReversed())
      form.append(name, part);
    expect((await call('POST', '/v7.1/image/', { token, body: form })).status).toBe(201);
  });

  it('may have a preamble and an epilogue', async () => {
    const writer = multipartWriters.curl as (typeof multipartWriters)[string];
    const form = Buffer.concat([
      Buffer.from('preamble\r\n'),
      buildUpload(writer, jpeg, cover),
      Buffer.from('epilogue'),
    ]);
    expect((await post(writer.contentType, Uint8Array.from(form))).status).toBe(201);
  });
});

const data: WirePart = {
  headers: ['Content-Disposition: form-data; name="data"'],
  content: JSON.stringify(cover),
};
const image: WirePart = {
  headers: ['Content-Disposition: form-data; name="image"'],
  content: tinyImage,
};
const buildPart = (disposition: string): WirePart => ({
  headers: [`Content-Disposition: ${disposition}`],
  content: 'x',
});
const boundary = 'b0undary';
const upload = (...parts: WirePart[]) =>
  post(`multipart/form-data; boundary=${boundary}`, buildMultipartBody(boundary, parts));

describe('the parts of an upload', () => {
  it.each([
    ['no part at all', [], { data: ['is required'], image: ['is required'] }],
    ['no data', [image], { data: ['is required'] }],
    ['no image', [data], { image: ['is required'] }],
    ['data twice', [data, data, image], { data: ['must not be repeated'] }],
    ['the image twice', [data, image, image], { image: ['must not be repeated'] }],
    [
      'a third part',
      [data, image, buildPart('form-data; name="more"')],
      { __all__: ['must have only the parts data and image'] },
    ],
    [
      'a part named __proto__',
      [data, image, buildPart('form-data; name="__proto__"')],
      { __all__: ['must have only the parts data and image'] },
    ],
    [
      'a part named constructor[a]',
      [data, image, buildPart('form-data; name="constructor[a]"')],
      { __all__: ['must have only the parts data and image'] },
    ],
    [
      'names in the wrong case',
      [buildPart('form-data; name="Data"'), image],
      { data: ['is required'], __all__: ['must have only the parts data and image'] },
    ],
  ] as const)(
    'are rejected with every problem at once: %s',
    async (_, parts, failures) => {
      const response = await upload(...parts);
      expect(response.status, response.text).toBe(400);
      expect(getValidationFailures(response)).toEqual(failures);
    },
  );

  it.each([
    ['has no name', 'form-data'],
    ['is no form data', 'attachment; name="more"'],
    ['has a name of a thousand characters', `form-data; name="${'x'.repeat(1000)}"`],
  ])('are rejected if one %s', async (_, disposition) => {
    expect((await upload(data, image, buildPart(disposition))).status).toBe(400);
    expect((await upload(buildPart(disposition), data, image)).status).toBe(400);
  });

  it('are rejected if one has no headers', async () => {
    expect((await upload(data, image, { headers: [], content: 'x' })).status).toBe(400);
  });
});

describe('a body that is not a form', () => {
  const validBody = buildMultipartBody(boundary, [data, image]);

  it.each([1, 20, 50, 100, 150, 200])(
    'is rejected if its last %i bytes are missing',
    // The last four bytes only end the closing delimiter.
    async (missing) => {
      const response = await post(
        `multipart/form-data; boundary=${boundary}`,
        validBody.slice(0, -missing - 4),
      );
      expect(response.status, response.text).toBe(400);
    },
  );

  it.each([
    ['is empty', '', 400],
    ['has another boundary', 'multipart', 400],
    [
      'has line breaks of one character',
      Buffer.from(validBody).toString('latin1').replaceAll('\r\n', '\n'),
      400,
    ],
  ])('is rejected if it %s', async (_, body, status) => {
    expect((await post(`multipart/form-data; boundary=${boundary}`, body)).status).toBe(
      status,
    );
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
    'multipart/form-data; boundary="a\u00e4"',
    'multipart/mixed; boundary=b0undary',
    'application/json',
    'image/jpeg',
    'text/plain',
  ])('is rejected as %s', async (contentType) => {
    const response = await post(contentType, validBody);
    expect(response.status, response.text).toBe(415);
  });
});
