import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Endpoint, RequestDeclaration, Schema } from '../contract/endpoint.ts';
import { serviceError } from '../errors/errors.ts';
import type { MultipartReader } from './declared.ts';
import { isUtf8Compatible, listJsonTypes, parseMediaType } from './headers.ts';
import { groupParameters, parseFormPairs } from './parameters.ts';
import type { JsonText } from './repeated-members.ts';

/** A part of a request that is not validated yet, with the schema that it must match. */
export interface UncheckedPart {
  schema: Schema;
  value: unknown;
  /** What was sent, if its members are not those of `value`. */
  sent?: unknown;
  /** The JSON in the parts of a form. */
  texts?: readonly JsonText[];
}

/**
 * API Gateway replaces bytes that are not UTF-8 with this character before the function sees the
 * body.
 */
const replacementCharacter = '\ufffd';

/**
 * Returns the body as text. Throws `malformed_body` if it is not UTF-8. In JSON, a client can send
 * the replacement character as an escape (wire.md M12).
 */
function decodeBody({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  const sent = body ?? '';
  const text = isBase64Encoded ? Buffer.from(sent, 'base64').toString() : sent;
  if (text.includes(replacementCharacter)) {
    throw serviceError('malformed_body', { reason: 'must be UTF-8 text' });
  }
  return text;
}

/** Reads a body of any media type as its bytes. Its handler checks its size. */
function readBytes({ body, isBase64Encoded }: APIGatewayProxyEvent): Buffer {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}

/**
 * Reads a body of any media type, which may be empty. Throws `payload_too_large` if it has more
 * than `maxBytes`.
 */
function readText(event: APIGatewayProxyEvent, maxBytes: number): string {
  const text = decodeBody(event);
  const size = Buffer.byteLength(text);
  if (size > maxBytes) {
    throw serviceError('payload_too_large', { limit: formatSizeLimit(maxBytes), size });
  }
  return text;
}

function requireMediaType(
  contentType: string | undefined,
  expected: readonly string[],
): void {
  if (!expected.includes(parseMediaType(contentType))) {
    throw serviceError('unsupported_media_type', { expected: expected.join(' or ') });
  }
}

function readJsonBody(
  text: string,
  contentType: string | undefined,
  { method }: Pick<Endpoint, 'method'>,
): unknown {
  requireMediaType(contentType, listJsonTypes(method));
  if (!isUtf8Compatible(contentType)) {
    throw serviceError('unsupported_media_type', {
      expected: 'application/json in UTF-8',
    });
  }
  return parseJson(text);
}

function readFormBody(text: string, contentType: string | undefined): unknown {
  requireMediaType(contentType, ['application/x-www-form-urlencoded']);
  return groupParameters(parseFormPairs(text));
}

/**
 * Reads the body as the endpoint declares it. Returns undefined if it declares no body.
 * Throws `unsupported_media_type`, `unsupported_image_format`, `payload_too_large`, `missing_body`
 * and `malformed_body`.
 */
export async function readBody(
  endpoint: Pick<Endpoint, 'method'>,
  declared: RequestDeclaration,
  event: APIGatewayProxyEvent,
  contentType: string | undefined,
  readMultipart: MultipartReader | undefined,
): Promise<UncheckedPart | undefined> {
  const { json, form, multipart, maxBytes = defaultMaxBytes } = declared;
  if (multipart) {
    if (!readMultipart) throw new Error('serve() was not given a multipart reader.');
    return readMultipart(multipart, event, contentType, maxBytes);
  }
  if (declared.text) return { schema: z.string(), value: readText(event, maxBytes) };
  if (declared.bytes) return { schema: z.custom<Buffer>(), value: readBytes(event) };
  const schema = json ?? form;
  if (!schema) return undefined;

  const text = readText(event, maxBytes);
  if (text === '') throw serviceError('missing_body');
  const read = json ? readJsonBody : readFormBody;
  return { schema, value: read(text, contentType, endpoint) };
}

const maxDepth = 32;

/** The codes of what JSON is nested with. A closing one is 2 more than its opening one. */
const codes = { quote: 0x22, bracket: 0x5b, brace: 0x7b } as const;

/**
 * Returns whether brackets are nested more than `maxDepth` deep, without parsing. It runs for each
 * body, and takes half of the time of a regular expression.
 */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === codes.quote) at = findStringEnd(text, at);
    else if (code === codes.brace || code === codes.bracket) depth += 1;
    else if (code === codes.brace + 2 || code === codes.bracket + 2) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** Returns where the string that begins at a quote ends: at the end of the text if nowhere. */
function findStringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** Returns whether an odd number of backslashes is before a quote. */
function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text[first - 1] === '\\') first -= 1;
  return (quote - first) % 2 === 1;
}

/** The byte order mark that some clients send, although JSON has none (RFC 8259 section 8.1). */
const byteOrderMark = /^\ufeff/;

/** Parses JSON. Returns the problem if it is not JSON, or nested more than 32 levels deep. */
export function readJson(text: string): { value: unknown } | { problem: string } {
  if (isTooDeep(text)) {
    return { problem: `must not be nested more than ${maxDepth} levels deep` };
  }
  try {
    return { value: JSON.parse(text.replace(byteOrderMark, '')) };
  } catch {
    return { problem: 'must be valid JSON' };
  }
}

/**
 * Parses a JSON body. Throws `malformed_body` if it is not JSON, or nested more than 32 levels
 * deep.
 */
function parseJson(text: string): unknown {
  const result = readJson(text);
  if ('problem' in result)
    throw serviceError('malformed_body', { reason: result.problem });
  return result.value;
}

/** The default size limit of a body or of a JSON part, in bytes. */
export const defaultMaxBytes = 65_536;

const kilobyte = 2 ** 10;
const megabyte = 2 ** 20;

/** Formats a number of bytes for people, as in `256 KB`. */
export function formatSize(bytes: number): string {
  if (bytes < megabyte) return `${Math.floor(bytes / kilobyte)} KB`;
  return `${Math.floor(bytes / megabyte)} MB`;
}

/** Formats a limit for an error message, as in `262144 bytes (256 KB)`. */
export function formatSizeLimit(bytes: number): string {
  return `${bytes} bytes (${formatSize(bytes)})`;
}
