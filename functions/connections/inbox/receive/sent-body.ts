import { cleanFileName } from '#functions/diary/file-import/file-import.ts';
import { fileMediaTypes, type UploadedFile } from '#shared/contract/endpoint.ts';
import { readJson } from '#shared/http/body.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { listJsonTypes, parseMediaType } from '#shared/http/headers.ts';
import { parseMultipart } from '#shared/http/multipart/parse.ts';
import type endpoints from './endpoints.ts';

type BodyRequest = Pick<
  HandlerRequest<typeof endpoints.receiveByAddress>,
  'body' | 'header' | 'fail'
>;

/** What a request has sent: a message, or files. */
export type SentBody = { message: unknown } | { files: readonly UploadedFile[] };

const formType = 'multipart/form-data';
const jsonTypes = listJsonTypes('POST');

/** The media types of all that is read. Apps send XML and JSON as any text. */
export const readTypes = [...jsonTypes, 'application/xml', formType, ...fileMediaTypes];

/**
 * Reads a body. Its content says what it is, because apps state any media type. Only that of bytes
 * decides whether the gateway has kept them.
 */
export async function readSentBody({
  body,
  header,
  fail,
}: BodyRequest): Promise<SentBody> {
  const [contentType = ''] = header('content-type');
  const type = parseMediaType(contentType);
  if (type === formType) return { files: await readForm(body, contentType) };

  const isBinary = fileMediaTypes.some((each) => each === type);
  const format = findFormat(body);
  if (format !== undefined && (isBinary || format === 'xml'))
    return { files: [{ name: '', bytes: body }] };
  if (jsonTypes.includes(type) || isJson(body)) {
    const read = readJson(body.toString());
    if ('problem' in read) throw fail('malformed_body', { reason: read.problem });
    return { message: read.value };
  }
  if (isBinary) return { files: [{ name: '', bytes: body }] };
  throw fail('unsupported_media_type', { expected: readTypes.join(', ') });
}

/** Reads the files of a form. If no part has the name of a file, each is one. */
async function readForm(
  body: Buffer,
  contentType: string,
): Promise<readonly UploadedFile[]> {
  const form = { body: body.toString('base64'), isBase64Encoded: true };
  const parts = [...(await parseMultipart(form, contentType)).values()].flat();
  const named = parts.filter(({ name }) => name !== '');
  return named.length > 0 ? named : parts;
}

type Format = 'fit' | 'zip' | 'gz' | 'xml';

/** The bytes by which a format is known. */
const startBytes = 1024;

/** Returns the format of a file by its first bytes, or undefined if it can have no workouts. */
export function findFormat(bytes: Buffer): Format | undefined {
  const start = bytes.toString('latin1', 0, startBytes);
  if (start.startsWith('.FIT', 8)) return 'fit';
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'zip';
  if (start.startsWith('\x1f\x8b')) return 'gz';
  // In UTF-16, each of these characters has a zero beside it.
  const text = bytes.toString('utf8', 0, startBytes).replaceAll('\0', '');
  return /^[\s\ufffd]*</.test(text) ? 'xml' : undefined;
}

/** Returns the name of a file, or one by its format if the app has sent none. */
export function nameFile({ name, bytes }: UploadedFile): string {
  return name === '' ? `file.${findFormat(bytes)}` : cleanFileName(name);
}

function isJson(bytes: Buffer): boolean {
  return /^\s*[[{]/.test(bytes.toString('utf8', 0, startBytes));
}
