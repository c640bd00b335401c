import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newUserToken } from '#kit/fixtures.ts';
import { type Bytes, drawCorners, toBytes } from '#kit/image-files.ts';
import { buildImageForm, fetchImage, uploadImage } from '#kit/images.ts';

const limit = 4_194_304;

let token: string;
let small: Bytes;

beforeAll(async () => {
  token = await newUserToken();
  small = await toBytes(drawCorners().jpeg());
});

/** Builds a JPEG of exactly this many bytes. Bytes after the end of the image count too. */
function buildJpeg(size: number): Bytes {
  const bytes = new Uint8Array(size);
  bytes.set(small);
  return bytes;
}

const upload = (size: number) => uploadImage(call, buildJpeg(size), { token });

describe('the size of an upload', () => {
  it('may be 4,194,304 bytes', async () => {
    const { status, body } = await upload(limit);
    expect(status).toBe(201);
    expect((await fetchImage(body.uri)).status).toBe(200);
  });

  it('is rejected one byte above, with the limit and the size, before all other problems', async () => {
    const form = buildImageForm(buildJpeg(limit + 1), {});
    const { status, body } = await call('POST', '/v7.1/image/', { token, body: form });
    expect(status).toBe(413);
    expect(body).toMatchObject({
      errors: [
        'the part image is too large: 4194305 bytes; the limit is 4194304 bytes (4 MB)',
      ],
      _links: {
        self: [{ href: '/v7.1/docs/image/' }],
        documentation: [{ href: '/v7.1/docs/image/' }],
      },
    });
  });

  // Lambda rejects the first size, and the gateway the second.
  it.each([5, 11])(
    'is rejected at %f MB in the error format of the API',
    async (megabytes) => {
      const { status, body, headers } = await upload(Math.round(megabytes * 1024 * 1024));
      expect(status).toBe(413);
      expect(headers.get('content-type')).toBe('application/json');
      expect(body).toMatchObject({
        errors: [expect.stringMatching(/4194304|4 MB/)],
        _links: {
          self: [{ href: expect.any(String) }],
          documentation: [{ href: expect.any(String) }],
        },
      });
    },
  );

  it('is limited to 64 KB for the data part', async () => {
    const body = buildImageForm(small, { href: 'x'.repeat(70_000) });
    const response = await call('POST', '/v7.1/image/', { token, body });
    expect(response.status).toBe(413);
    expect(response.text).toContain('the part data is too large: 700');
  });
});
