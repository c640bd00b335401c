import middy from '@middy/core';
import httpMultipartBodyParser from '@middy/http-multipart-body-parser';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { UploadedFile } from '../../contract/endpoint.ts';
import { type ServiceError, serviceError } from '../../errors/errors.ts';
import { parseMediaType } from '../headers.ts';

/**
 * The parts of a form by name. A name has several parts if it was sent several times. A text has no
 * name of a file.
 */
export type Parts = ReadonlyMap<string, readonly UploadedFile[]>;

/** The body of an event. */
type EncodedBody = Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'>;

interface File {
  filename?: string;
  content: Buffer;
}

type ParsedForm = Readonly<Record<string, File | File[]>>;

/** The most parts of a form, which the parser would otherwise leave out without an error. */
const maxParts = 1000;

/**
 * Parses a form with middy's parser. Its own check of the Content-Type is off, because it rejects
 * legal values. Every part counts as a file, because the parser decodes other parts as text, which
 * corrupts images. A name can be as long as the headers of a part: it may only be unknown.
 */
const runParser = middy<APIGatewayProxyEvent, ParsedForm>()
  .use(
    httpMultipartBodyParser({
      disableContentTypeCheck: true,
      busboy: {
        limits: { parts: maxParts, fieldNameSize: 80 * 1024 },
        isPartAFile: (name) => {
          if (name === undefined) throw new Error('A part has no name.');
          return true;
        },
      },
    }),
  )
  .handler(async ({ body }) => body as unknown as ParsedForm);

/**
 * Parses the body of a multipart form.
 *
 * Throws `unsupported_media_type` if the Content-Type is not multipart/form-data with a boundary.
 * Throws `missing_body` if the body is empty, and `malformed_body` if it is malformed or truncated.
 */
export async function parseMultipart(
  event: EncodedBody,
  contentType = '',
): Promise<Parts> {
  const boundary = requireBoundary(contentType);
  if (!event.body) throw serviceError('missing_body');
  if (!event.isBase64Encoded) {
    throw new Error('The gateway passes multipart/form-data as text, which corrupts it.');
  }
  const count = countParts(Buffer.from(event.body, 'base64'), boundary);
  if (count === undefined)
    throw createMalformedError('must end with the closing boundary delimiter');
  if (count > maxParts)
    throw createMalformedError(`must have at most ${maxParts} parts; it has ${count}`);

  const parts = await readParts(event, boundary);
  // The parser skips parts whose Content-Disposition is missing, malformed or not form-data.
  const parsed = [...parts.values()].flat();
  if (parsed.length !== count) {
    throw createMalformedError(
      'must have a name in the Content-Disposition of every part',
    );
  }
  return parts;
}

function requireBoundary(contentType: string): string {
  const boundary = parseBoundary(contentType);
  if (parseMediaType(contentType) === 'multipart/form-data' && boundary) return boundary;
  throw serviceError('unsupported_media_type', {
    expected: 'multipart/form-data with a boundary',
  });
}

async function readParts(event: EncodedBody, boundary: string): Promise<Parts> {
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  try {
    const sent: Partial<APIGatewayProxyEvent> = { ...event, headers };
    const form = await runParser(sent as APIGatewayProxyEvent, {} as Context);
    return toParts(form);
  } catch {
    throw createMalformedError('must be valid multipart/form-data');
  }
}

function toParts(form: ParsedForm): Parts {
  const parts = new Map<string, readonly UploadedFile[]>();
  for (const [name, sent] of Object.entries(form)) {
    // The parser puts each part before those of its name that it has already.
    const files = [sent].flat().toReversed();
    parts.set(
      name,
      files.map(({ filename = '', content }) => ({ name: filename, bytes: content })),
    );
  }
  return parts;
}

function createMalformedError(reason: string): ServiceError {
  return serviceError('malformed_body', { reason });
}

/** Matches a parameter in a header. Its value is a token or a quoted string. */
const parameterPattern =
  /;\s*(?<name>[^\s=;]+)\s*=\s*(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<token>[^\s;]*))/g;

/** Matches a boundary, which does not end with a space (RFC 2046 section 5.1.1). */
const boundaryPattern = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

function findParameter(header: string, wanted: string): string | undefined {
  for (const { groups = {} } of header.matchAll(parameterPattern)) {
    const { name, quoted, token } = groups;
    if (name?.toLowerCase() !== wanted) continue;
    return quoted?.replace(/\\(.)/g, '$1') ?? token;
  }
  return undefined;
}

/**
 * Parses the boundary in a Content-Type. It accepts every legal form, e.g. quoted values and spaces
 * around the separators. Returns undefined if there is no valid boundary.
 */
export function parseBoundary(contentType: string): string | undefined {
  const boundary = findParameter(contentType, 'boundary') ?? '';
  return boundaryPattern.test(boundary) ? boundary : undefined;
}

/**
 * Counts the parts of a body by its delimiters. Returns undefined if the closing delimiter is
 * missing, i.e. if the body is truncated.
 */
function countParts(body: Buffer, boundary: string): number | undefined {
  const delimiter = `\r\n--${boundary}`;
  let count = 0;
  let end = findFirstEnd(delimiter, body);
  while (end !== undefined) {
    const isClosing = body.toString('latin1', end, end + 2) === '--';
    if (isClosing) return count;
    count += 1;
    end = findEnd(delimiter, body, end);
  }
  return undefined;
}

/** Finds the end of the first delimiter. The line break before it can be missing. */
function findFirstEnd(delimiter: string, body: Buffer): number | undefined {
  const withoutBreak = delimiter.slice('\r\n'.length);
  const start = body.toString('latin1', 0, withoutBreak.length);
  return start === withoutBreak ? withoutBreak.length : findEnd(delimiter, body, 0);
}

/** Finds the end of the next delimiter. */
function findEnd(delimiter: string, body: Buffer, from: number): number | undefined {
  const start = body.indexOf(delimiter, from, 'latin1');
  return start < 0 ? undefined : start + delimiter.length;
}
