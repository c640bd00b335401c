import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { compact } from '#shared/runtime/compact.ts';
import type {
  ByteRange,
  ObjectFolder,
  ObjectHeaders,
  ObjectName,
} from './object-folder.ts';
import { s3Errors, sendError } from './s3-response.ts';

/** The headers of a request that make it conditional. */
type Conditions = Pick<IncomingHttpHeaders, 'if-none-match' | 'if-modified-since'>;

/**
 * Returns whether the client has this version of the object. The ETag takes precedence over the
 * date (RFC 9110 section 13.2.2).
 */
export function isNotModified(conditions: Conditions, object: ObjectHeaders): boolean {
  const { 'if-none-match': tags, 'if-modified-since': date } = conditions;
  if (tags !== undefined) return tags === '*' || tags.includes(object.ETag);
  if (date === undefined) return false;
  return Date.parse(object['Last-Modified']) <= Date.parse(date);
}

/**
 * Parses the Range header of a request (RFC 9110 section 14.1.2). Returns `invalid` if the object
 * does not have these bytes. Returns undefined if the request has no range, or several, or if
 * If-Range names another version.
 */
function parseRange(
  { headers }: IncomingMessage,
  { 'Content-Length': length, ETag }: ObjectHeaders,
): ByteRange | 'invalid' | undefined {
  const { range = '', 'if-range': requiredTag = ETag } = headers;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  const hasRange = from !== '' || to !== '';
  if (!hasRange || requiredTag !== ETag) return undefined;

  // `bytes=-500` means the last 500 bytes.
  const isSuffix = from === '';
  const first = isSuffix ? Math.max(0, length - Number(to)) : Number(from);
  const isOpenEnded = isSuffix || to === '';
  const last = isOpenEnded ? length - 1 : Math.min(Number(to), length - 1);
  return first > last ? 'invalid' : { first, last };
}

/** Returns the headers in the query of a signed URL, which replace those of the object. */
function getOverrides({ url = '/' }: IncomingMessage) {
  const { searchParams } = new URL(url, 'http://localhost');
  return compact({
    'Content-Type': searchParams.get('response-content-type') ?? undefined,
    'Content-Disposition': searchParams.get('response-content-disposition') ?? undefined,
    'Cache-Control': searchParams.get('response-cache-control') ?? undefined,
  });
}

/** Streams an object or a range of it. Responds with 304 if the client has the same version. */
export async function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  { bucket, key }: ObjectName,
  objects: ObjectFolder,
): Promise<void> {
  await using object = await objects.open(bucket, key);
  if (!object) return sendError(request, response, s3Errors.noSuchKey);

  const headers = { ...object.headers, ...getOverrides(request) };
  if (isNotModified(request.headers, headers)) {
    const { 'Content-Length': _, ...headersWithoutLength } = headers;
    response.writeHead(304, headersWithoutLength).end();
    return;
  }

  const range = parseRange(request, headers);
  if (range === 'invalid') {
    const size = `<ActualObjectSize>${headers['Content-Length']}</ActualObjectSize>`;
    return sendError(request, response, s3Errors.invalidRange, size);
  }

  if (range) response.writeHead(206, { ...headers, ...describeRange(range, headers) });
  else response.writeHead(200, { ...headers, 'Accept-Ranges': 'bytes' });
  if (request.method === 'HEAD') response.end();
  else await pipeline(object.read(range), response);
}

function describeRange(
  { first, last }: ByteRange,
  { 'Content-Length': length }: ObjectHeaders,
) {
  return {
    'Content-Length': last - first + 1,
    'Content-Range': `bytes ${first}-${last}/${length}`,
  };
}
