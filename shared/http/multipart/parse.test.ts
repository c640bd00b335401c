import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { buildMultipartBody } from '#kit/multipart.ts';
import fc from '#kit/property.ts';
import { parseBoundary, parseMultipart } from './parse.ts';

const parse = (body: Uint8Array, boundary: string) =>
  parseMultipart(
    {
      body: Buffer.from(body).toString('base64'),
      isBase64Encoded: true,
      headers: {},
    } as APIGatewayProxyEvent,
    `multipart/form-data; boundary="${boundary}"`,
  );

const newPart = (name: string, content: Uint8Array) => ({
  headers: [`Content-Disposition: form-data; name="${name}"`],
  content,
});

/** The characters of a boundary, of which the last cannot be a space. */
const inner = fc.constantFrom(..."abcXYZ019'()+_,-./:=? ");
const last = fc.constantFrom(..."abcXYZ019'()+_,-./:=?");
const boundaries = fc
  .tuple(fc.array(inner, { maxLength: 69 }), last)
  .map(([start, end]) => [...start, end].join(''));
/** Pieces of up to 9 random bytes, each of them after a line break, dashes or a zero byte. */
const contents = fc
  .uint8Array({ maxLength: 3000 })
  .chain((bytes) =>
    fc
      .array(fc.constantFrom('\r\n', '--', '\r', '\n', '\0', '\r\n--'), { maxLength: 20 })
      .map((marks) =>
        Uint8Array.from(
          Buffer.concat(
            marks.flatMap((mark, i) => [
              Buffer.from(mark),
              bytes.subarray(i * 9, i * 9 + 9),
            ]),
          ),
        ),
      ),
  );

describe('a multipart form', () => {
  it('keeps every byte of every part, for any boundary and any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(boundaries, contents, contents, async (boundary, one, other) => {
        // The content of a part cannot have the delimiter (RFC 2046 section 5.1.1).
        fc.pre(
          ![one, other].some((bytes) => Buffer.from(bytes).includes(`--${boundary}`)),
        );
        const parts = await parse(
          buildMultipartBody(boundary, [newPart('one', one), newPart('other', other)]),
          boundary,
        );
        expect(parts).toEqual(
          new Map([
            ['one', [{ name: '', bytes: Buffer.from(one) }]],
            ['other', [{ name: '', bytes: Buffer.from(other) }]],
          ]),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('is rejected if it is truncated at any byte', async () => {
    const whole = buildMultipartBody('cut', [
      newPart('one', Buffer.from('1')),
      newPart('other', Buffer.from('2')),
    ]);
    // The line break after the closing delimiter is optional.
    const requiredLength = whole.length - '\r\n'.length;
    for (let length = 1; length < requiredLength; length += 1)
      await expect(
        parse(whole.slice(0, length), 'cut'),
        `${length} bytes`,
      ).rejects.toMatchObject({
        code: 'malformed_body',
      });
  });

  it('is not accepted as text, which would corrupt it unnoticed', async () => {
    const event = { body: 'text', isBase64Encoded: false } as APIGatewayProxyEvent;
    await expect(
      parseMultipart(event, 'multipart/form-data; boundary=x'),
    ).rejects.toThrow('passes multipart/form-data as text');
  });

  it('keeps all parts of one name in their order', async () => {
    const parts = await parse(
      buildMultipartBody(
        'x',
        ['a', 'b', 'c'].map((text) => newPart('n', Buffer.from(text))),
      ),
      'x',
    );
    const texts = parts.get('n')?.map(({ bytes }) => String(bytes));
    expect(texts).toEqual(['a', 'b', 'c']);
  });

  it('has at most 1000 parts', async () => {
    const part = newPart('n', Buffer.from('a'));
    const build = (count: number) =>
      buildMultipartBody(
        'x',
        Array.from({ length: count }, () => part),
      );
    const parts = await parse(build(1000), 'x');
    expect(parts.get('n')).toHaveLength(1000);
    await expect(parse(build(1001), 'x')).rejects.toThrow(
      'must have at most 1000 parts; it has 1001',
    );
  });

  it('can have a part whose name is long', async () => {
    const name = 'n'.repeat(2000);
    const body = buildMultipartBody('x', [newPart(name, Buffer.from('a'))]);
    expect((await parse(body, 'x')).get(name)).toHaveLength(1);
  });
});

describe('a file of a form', () => {
  it.each([
    ['morning run.fit', 'filename="morning run.fit"'],
    ['Läufe 2026.zip', 'filename="Läufe 2026.zip"'],
    ['run.gpx', 'filename="../../etc/run.gpx"'],
  ])('has the name %s of %s', async (name, disposition) => {
    const content = Buffer.from('x');
    const headers = [`Content-Disposition: form-data; name="file"; ${disposition}`];
    const parts = await parse(buildMultipartBody('x', [{ headers, content }]), 'x');
    expect(parts.get('file')).toEqual([{ name, bytes: content }]);
  });
});

describe('the boundary of a Content-Type', () => {
  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['multipart/form-data;boundary=abc', 'abc'],
    ['multipart/form-data ; boundary = abc ', 'abc'],
    ['multipart/form-data; boundary="a b"', 'a b'],
    ['multipart/form-data; boundary="a\\_b"', 'a_b'],
    ['multipart/form-data; BOUNDARY=abc; charset=utf-8', 'abc'],
    ['multipart/form-data; charset="; boundary=no"; boundary=yes', 'yes'],
    [`multipart/form-data; boundary=${'x'.repeat(70)}`, 'x'.repeat(70)],
  ])('is parsed from %s', (contentType, boundary) => {
    expect(parseBoundary(contentType)).toBe(boundary);
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    'multipart/form-data; boundary="ends with a space "',
    'multipart/form-data; boundary="a\\"b"',
    'multipart/form-data; boundary="\u00e4"',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
  ])('is missing in %s', (contentType) => {
    expect(parseBoundary(contentType)).toBeUndefined();
  });
});
