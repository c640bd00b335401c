import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { readBytes } from '../../http/message.ts';
import type { MultipartUploadStore } from './multipart-upload.ts';
import type { ObjectName } from './object-folder.ts';
import { escapeXml, s3Errors, sendError } from './s3-response.ts';

/** A request of a multipart upload. */
type UploadRequest =
  | { action: 'start' }
  | { action: 'store_part'; id: string; number: number }
  | { action: 'complete'; id: string }
  | { action: 'abort'; id: string };

/** Parses a request of a multipart upload. Returns undefined for any other request. */
export function parseUploadRequest({
  method,
  url = '/',
}: IncomingMessage): UploadRequest | undefined {
  const { searchParams } = new URL(url, 'http://localhost');
  const id = searchParams.get('uploadId');
  if (method === 'POST' && searchParams.has('uploads')) return { action: 'start' };
  if (id === null) return undefined;
  if (method === 'POST') return { action: 'complete', id };
  if (method === 'DELETE') return { action: 'abort', id };
  const number = Number(searchParams.get('partNumber'));
  if (method === 'PUT') return { action: 'store_part', id, number };
  return undefined;
}

/** Returns whether a request lists the unfinished uploads of a bucket. */
export function isUploadList({ method, url = '/' }: IncomingMessage): boolean {
  const { searchParams } = new URL(url, 'http://localhost');
  return method === 'GET' && searchParams.has('uploads');
}

/** Sends all unfinished uploads whose keys begin with the requested prefix, on one page. */
export async function sendUploads(
  request: IncomingMessage,
  response: ServerResponse,
  bucket: string,
  uploads: MultipartUploadStore,
): Promise<void> {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const listed = await uploads.list(bucket, searchParams.get('prefix') ?? '');
  const elements = listed.map(
    ({ key, id }) =>
      `<Upload><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId></Upload>`,
  );
  sendXml(
    response,
    '<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>' +
      `${elements.join('')}</ListMultipartUploadsResult>`,
  );
}

/** A request of an upload, its response, and the object that the upload creates. */
interface UploadExchange {
  request: IncomingMessage;
  response: ServerResponse;
  object: ObjectName;
  upload: UploadRequest;
}

/** Responds to a request of an upload, as S3 does. */
export async function respondToUpload(
  { request, response, object, upload }: UploadExchange,
  uploads: MultipartUploadStore,
): Promise<void> {
  if (upload.action === 'start') {
    // Discards the body, which S3 ignores.
    request.resume();
    const type = request.headers['content-type'] ?? 'binary/octet-stream';
    const id = await uploads.start({ ...object, 'Content-Type': type });
    return sendXml(
      response,
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  if (upload.action === 'store_part') {
    // Rejects if the connection closes before the whole body has arrived.
    const content = await readBytes(request);
    const etag = await uploads.storePart(upload.id, upload.number, content);
    if (etag === undefined) return sendError(request, response, s3Errors.noSuchUpload);
    response.writeHead(200, { ETag: etag }).end();
    return;
  }

  if (upload.action === 'abort') {
    const isAborted = await uploads.abort(upload.id, object);
    if (!isAborted) return sendError(request, response, s3Errors.noSuchUpload);
    response.writeHead(204).end();
    return;
  }

  const parts = parseParts(await text(request));
  const result = await uploads.complete(upload.id, object, parts);
  if ('problem' in result) return sendError(request, response, s3Errors[result.problem]);
  const tag = result.etag.replaceAll('"', '&quot;');
  return sendXml(
    response,
    `<CompleteMultipartUploadResult><ETag>${tag}</ETag></CompleteMultipartUploadResult>`,
  );
}

function sendXml(response: ServerResponse, xml: string): void {
  response.writeHead(200, { 'Content-Type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}

/** Parses the list of parts that the SDK sends to complete an upload. */
function parseParts(xml: string): { number: number; etag: string }[] {
  const parts = [...xml.matchAll(/<Part>(.*?)<\/Part>/gs)];
  return parts.map(([, part = '']) => {
    const [, number = ''] = /<PartNumber>(\d+)<\/PartNumber>/.exec(part) ?? [];
    const [, tag = ''] = /<ETag>(.*?)<\/ETag>/.exec(part) ?? [];
    return { number: Number(number), etag: tag.replaceAll('&quot;', '"') };
  });
}
