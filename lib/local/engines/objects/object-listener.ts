import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { compact } from '#shared/runtime/compact.ts';
import type { MultipartUploadStore } from './multipart-upload.ts';
import {
  compareKeys,
  type ObjectFolder,
  type ObjectName,
  parseObjectName,
} from './object-folder.ts';
import { escapeXml, s3Errors, sendError } from './s3-response.ts';
import { sendObject } from './send-object.ts';
import { findUploadAction, sendUploads } from './upload-listener.ts';

async function storeObject(
  request: IncomingMessage,
  response: ServerResponse,
  { bucket, key }: ObjectName,
  objects: ObjectFolder,
): Promise<void> {
  const { headers } = request;
  const contentDigest = String(headers['x-amz-content-sha256']);
  const isAwsChunked = contentDigest.startsWith('STREAMING-');
  if (isAwsChunked) return sendError(request, response, s3Errors.notImplemented);

  const object = compact({
    'Content-Type': headers['content-type'] ?? 'binary/octet-stream',
    'Cache-Control': headers['cache-control'],
    // Rejects if the connection closes before the whole body has arrived.
    content: request,
  });
  const { ETag } = await objects.write(bucket, key, object);
  response.writeHead(200, { ETag }).end();
}

/** Maximum number of keys on a page, as in S3. */
const maxPageSize = 1000;

/**
 * Sends a page of the keys of a bucket. The continuation token is the last key of the previous page
 * in base64url.
 */
async function sendList(
  response: ServerResponse,
  bucket: string,
  query: URLSearchParams,
  objects: ObjectFolder,
): Promise<void> {
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token') ?? '';
  const previousKey = Buffer.from(token, 'base64url').toString();
  const pageSize = Number(query.get('max-keys') ?? maxPageSize);

  const keys = await objects.list(bucket, prefix);
  const remaining = keys.filter((key) => compareKeys(key, previousKey) > 0);
  const page = remaining.slice(0, Math.min(pageSize, maxPageSize));
  const isTruncated = remaining.length > page.length;
  const nextToken = Buffer.from(page.at(-1) ?? '').toString('base64url');

  const contents = page.map((key) => `<Contents><Key>${escapeXml(key)}</Key></Contents>`);
  const tokenElement = `<NextContinuationToken>${nextToken}</NextContinuationToken>`;
  response.writeHead(200, { 'Content-Type': 'application/xml' });
  response.end(
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}` +
      `${isTruncated ? tokenElement : ''}</ListBucketResult>`,
  );
}

/** The objects and the unfinished uploads of an S3 server. */
interface ObjectStore {
  objects: ObjectFolder;
  uploads: MultipartUploadStore;
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { objects, uploads }: ObjectStore,
): Promise<void> {
  const { url = '/', method = 'GET' } = request;
  const name = parseObjectName(url);
  if (!name) return sendError(request, response, s3Errors.invalidUri);
  if (!objects.hasBucket(name.bucket))
    return sendError(request, response, s3Errors.noSuchBucket);

  const { searchParams: query } = new URL(url, 'http://localhost');
  if (name.key === '') {
    if (method !== 'GET') return sendError(request, response, s3Errors.methodNotAllowed);
    if (query.has('uploads')) return sendUploads(response, name.bucket, query, uploads);
    return sendList(response, name.bucket, query, objects);
  }
  const respondToUpload = findUploadAction(method, query);
  if (respondToUpload)
    return respondToUpload({ request, response, object: name, query }, uploads);

  switch (method) {
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
      // Discards the body.
      request.resume();
      return sendError(request, response, s3Errors.methodNotAllowed);
  }
}

/**
 * Creates the request listener of an S3 server with path-style URLs. It supports what functions and
 * the CDN send: GET, HEAD, PUT and DELETE of an object, multipart uploads, and the lists of
 * a bucket. It does not verify signatures.
 */
export function createObjectListener(
  store: ObjectStore,
  warn: (line: string) => void,
): RequestListener {
  return (request, response) => {
    respond(request, response, store).catch((error: NodeJS.ErrnoException) => {
      // The client closed the connection before it had sent or received the whole object.
      const isAborted = request.destroyed && !request.complete;
      if (isAborted || error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;

      warn(`S3 failed: ${error.message}`);
      if (response.headersSent) response.destroy();
      else sendError(request, response, s3Errors.serviceUnavailable);
    });
  };
}
