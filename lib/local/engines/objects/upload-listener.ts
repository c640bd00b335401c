import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
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
  GET: sendParts,
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
  { request, response, object, query }: UploadExchange,
  uploads: MultipartUploadStore,
): Promise<void> {
  const number = Number(query.get('partNumber'));
  // Rejects if the connection closes before the whole body has arrived.
  const etag = await uploads.storePart(getId(query), object, number, request);
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
  await using opened = new AsyncDisposableStack();
  const upload = await uploads.prepare(getId(query), object, parts, opened);
  if ('problem' in upload) return sendError(request, response, s3Errors[upload.problem]);

  // Like S3, responds before it copies the parts, which may take longer than the client waits.
  response.writeHead(200, xmlHeaders).write(xmlDeclaration);
  await upload.complete();
  const tag = toTagElement(upload.etag);
  response.end(`<CompleteMultipartUploadResult>${tag}</CompleteMultipartUploadResult>`);
}

/** The most parts on a page, as in S3. */
const maxPageSize = 1000;

async function sendParts(
  { request, response, object, query }: UploadExchange,
  uploads: MultipartUploadStore,
): Promise<void> {
  const parts = await uploads.listParts(getId(query), object);
  if (!parts) return sendError(request, response, s3Errors.noSuchUpload);

  const marker = Number(query.get('part-number-marker'));
  const remaining = parts.filter(({ number }) => number > marker);
  const page = remaining.slice(0, maxPageSize);
  const elements = page.map(
    ({ number, etag, bytes }) =>
      `<Part><PartNumber>${number}</PartNumber>${toTagElement(etag)}` +
      `<Size>${bytes}</Size></Part>`,
  );
  const isTruncated = remaining.length > page.length;
  sendXml(
    response,
    `<ListPartsResult><IsTruncated>${isTruncated}</IsTruncated>` +
      `<NextPartNumberMarker>${page.at(-1)?.number ?? 0}</NextPartNumberMarker>` +
      `${elements.join('')}</ListPartsResult>`,
  );
}

function toTagElement(etag: string): string {
  return `<ETag>${etag.replaceAll('"', '&quot;')}</ETag>`;
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

const xmlHeaders = { 'Content-Type': 'application/xml' };
const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>';

function sendXml(response: ServerResponse, xml: string): void {
  response.writeHead(200, xmlHeaders).end(`${xmlDeclaration}${xml}`);
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
