import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { compact } from '#shared/runtime/compact.ts';
import type { ObjectFolder, ObjectHeaders } from './object-folder.ts';

/** An error as S3 names it. */
interface S3Error {
  status: number;
  code: string;
  message: string;
}

const s3Errors = {
  invalidUri: {
    status: 400,
    code: 'InvalidURI',
    message: 'The key is malformed or too long.',
  },
  noSuchBucket: {
    status: 404,
    code: 'NoSuchBucket',
    message: 'The bucket does not exist.',
  },
  noSuchKey: { status: 404, code: 'NoSuchKey', message: 'The key does not exist.' },
  methodNotAllowed: {
    status: 405,
    code: 'MethodNotAllowed',
    message:
      'Only GET, HEAD, PUT and DELETE of an object and the list of a bucket are supported.',
  },
  notImplemented: {
    status: 501,
    code: 'NotImplemented',
    message: 'Send the object as a buffer: chunked uploads are not supported.',
  },
  serviceUnavailable: {
    status: 503,
    code: 'ServiceUnavailable',
    message: 'The object cannot be read or written. Try again.',
  },
} as const satisfies Record<string, S3Error>;

/** The object that a request is about. */
interface ObjectName {
  bucket: string;
  key: string;
}

/** File systems limit the name of a file to 255 bytes. */
const maxEncodedKey = 240;

/** Parses an address in path style. Returns undefined if its key is malformed or too long. */
function parseObjectName(url: string): ObjectName | undefined {
  const [path = ''] = url.split('?');
  const [, bucket = '', ...segments] = path.split('/');
  try {
    const key = decodeURIComponent(segments.join('/'));
    const isTooLong = encodeURIComponent(key).length > maxEncodedKey;
    return isTooLong ? undefined : { bucket, key };
  } catch {
    return undefined;
  }
}

function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: S3Error,
): void {
  const { status, code, message } = error;
  const body = `<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Returns whether the client has this version of the object. The ETag takes precedence over the
 * date (RFC 9110 section 13.2.2).
 */
function isNotModified({ headers }: IncomingMessage, object: ObjectHeaders): boolean {
  const { 'if-none-match': tags, 'if-modified-since': date } = headers;
  if (tags !== undefined) return tags === '*' || tags.includes(object.ETag);
  if (date === undefined) return false;
  return Date.parse(object['Last-Modified']) <= Date.parse(date);
}

async function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  { bucket, key }: ObjectName,
  objects: ObjectFolder,
): Promise<void> {
  const object = await objects.read(bucket, key);
  if (!object) return sendError(request, response, s3Errors.noSuchKey);

  const { headers, content } = object;
  if (isNotModified(request, headers)) {
    const { 'Content-Length': _, ...others } = headers;
    response.writeHead(304, others).end();
    return;
  }

  response.writeHead(200, { ...headers });
  response.end(request.method === 'HEAD' ? undefined : content);
}

async function storeObject(
  request: IncomingMessage,
  response: ServerResponse,
  { bucket, key }: ObjectName,
  objects: ObjectFolder,
): Promise<void> {
  const { headers } = request;
  const isChunked = String(headers['x-amz-content-sha256']).startsWith('STREAMING-');
  if (isChunked) return sendError(request, response, s3Errors.notImplemented);

  const object = compact({
    'Content-Type': headers['content-type'] ?? 'binary/octet-stream',
    'Cache-Control': headers['cache-control'],
    // Rejects if the connection ends before the body.
    content: await buffer(request),
  });
  const { ETag } = await objects.write(bucket, key, object);
  response.writeHead(200, { ETag }).end();
}

/** The keys of a page, as S3 limits them. */
const pageSize = 1000;

/** Lists the keys after the token of the previous page, which is the last key of that page. */
async function sendList(
  request: IncomingMessage,
  response: ServerResponse,
  bucket: string,
  objects: ObjectFolder,
): Promise<void> {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const prefix = searchParams.get('prefix') ?? '';
  const token = searchParams.get('continuation-token') ?? '';
  const after = Buffer.from(token, 'base64url');

  const keys = await objects.list(bucket, prefix);
  const rest = keys.filter((key) => Buffer.compare(Buffer.from(key), after) > 0);
  const page = rest.slice(0, pageSize);
  const isTruncated = rest.length > page.length;
  const next = Buffer.from(page.at(-1) ?? '').toString('base64url');

  const contents = page.map((key) => `<Contents><Key>${escapeXml(key)}</Key></Contents>`);
  const nextToken = `<NextContinuationToken>${next}</NextContinuationToken>`;
  response.writeHead(200, { 'Content-Type': 'application/xml' });
  response.end(
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}` +
      `${isTruncated ? nextToken : ''}</ListBucketResult>`,
  );
}

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.codePointAt(0)};`);
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  objects: ObjectFolder,
): Promise<void> {
  const name = parseObjectName(request.url ?? '/');
  if (!name) return sendError(request, response, s3Errors.invalidUri);
  if (!objects.hasBucket(name.bucket))
    return sendError(request, response, s3Errors.noSuchBucket);
  if (name.key === '' && request.method === 'GET')
    return sendList(request, response, name.bucket, objects);
  if (name.key === '') return sendError(request, response, s3Errors.methodNotAllowed);

  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return sendObject(request, response, name, objects);
    case 'PUT':
      return storeObject(request, response, name, objects);
    case 'DELETE':
      await objects.delete(name.bucket, name.key);
      response.writeHead(204).end();
      return;
    default:
      request.resume();
      return sendError(request, response, s3Errors.methodNotAllowed);
  }
}

/**
 * Creates the request listener of an S3 server with path-style addresses, for what functions and
 * the CDN send: GET, HEAD, PUT and DELETE of an object, and the list of a bucket. It checks no
 * signatures.
 */
export function createObjectListener(
  objects: ObjectFolder,
  warn: (line: string) => void,
): RequestListener {
  return (request, response) => {
    respond(request, response, objects).catch((error: Error) => {
      const isAborted = request.destroyed && !request.complete;
      if (isAborted) return;

      warn(`S3 failed: ${error.message}`);
      sendError(request, response, s3Errors.serviceUnavailable);
    });
  };
}
