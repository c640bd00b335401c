import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { readBytes } from '../../http/message.ts';
import type { MultipartUploadStore } from './multipart-upload.ts';
import type { ObjectName } from './object-folder.ts';
import { escapeXml, s3Errors, sendError } from './s3-response.ts';

/** A request of an upload, its response, and the object that the upload creates. */
interface UploadExchange {
  request: IncomingMessage;
  response: ServerResponse;
  object: ObjectName;
  query: URLSearchParams;
}

/** Responds to a request of an upload, as S3 does. */
type UploadAction = (
  exchange: UploadExchange,
  uploads: MultipartUploadStore,
) => Promise<void>;

const actions: Readonly<Record<string, UploadAction>> = {
  PUT: storePart,
  POST: completeUpload,
  DELETE: abortUpload,
};

/** Returns what responds to a request of a multipart upload, or undefined for any other request. */
export function findUploadAction(
  method: string,
  query: URLSearchParams,
): UploadAction | undefined {
  if (method === 'POST' && query.has('uploads')) return startUpload;
  return query.has('uploadId') ? actions[method] : undefined;
}

async function startUpload(
  { request, response, object }: UploadExchange,
  uploads: MultipartUploadStore,
): Promise<void> {
  // Discards the body, which S3 ignores.
  request.resume();
  const type = request.headers['content-type'] ?? 'binary/octet-stream';
  const id = await uploads.start({ ...object, 'Content-Type': type });
  sendXml(
    response,
    `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
  );
}

async function storePart(
  { request, response, query }: UploadExchange,
  uploads: MultipartUploadStore,
): Promise<void> {
  // Rejects if the connection closes before the whole body has arrived.
  const content = await readBytes(request);
  const number = Number(query.get('partNumber'));
  const etag = await uploads.storePart(getId(query), number, content);
  if (etag === undefined) return sendError(request, response, s3Errors.noSuchUpload);
  response.writeHead(200, { ETag: etag }).end();
}

async function abortUpload(
  { request, response, object, query }: UploadExchange,
  uploads: MultipartUploadStore,
): Promise<void> {
  const isAborted = await uploads.abort(getId(query), object);
  if (!isAborted) return sendError(request, response, s3Errors.noSuchUpload);
  response.writeHead(204).end();
}

async function completeUpload(
  { request, response, object, query }: UploadExchange,
  uploads: MultipartUploadStore,
): Promise<void> {
  const parts = parseParts(await text(request));
  const result = await uploads.complete(getId(query), object, parts);
  if ('problem' in result) return sendError(request, response, s3Errors[result.problem]);
  const tag = result.etag.replaceAll('"', '&quot;');
  sendXml(
    response,
    `<CompleteMultipartUploadResult><ETag>${tag}</ETag></CompleteMultipartUploadResult>`,
  );
}

function getId(query: URLSearchParams): string {
  return query.get('uploadId') ?? '';
}

/** Sends all unfinished uploads whose keys begin with the requested prefix, on one page. */
export async function sendUploads(
  response: ServerResponse,
  bucket: string,
  query: URLSearchParams,
  uploads: MultipartUploadStore,
): Promise<void> {
  const listed = await uploads.list(bucket, query.get('prefix') ?? '');
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
