import type { APIGatewayProxyEvent } from 'aws-lambda';
import { defaultMaxBytes, sizeLimit } from '../contract/body-size.ts';
import type { RequestDeclaration, Schema } from '../contract/endpoint.ts';
import { serviceError } from '../errors/errors.ts';
import type { MultipartReader } from './dependencies.ts';
import { isUtf8, mediaType } from './headers.ts';
import { parseJson } from './json.ts';
import { formPairs, groupParameters } from './parameters.ts';

/** A body on its way to validation. */
export interface UncheckedBody {
  schema: Schema;
  value: unknown;
}

/** What stands in a text for each byte that was no UTF-8; API Gateway puts it there before a function sees the body. */
const replacement = '\ufffd';

/** The body as text. Whoever means the replacement character itself can escape it, in JSON as in a form (decision M12). */
function text({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  const sent = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : (body ?? '');
  if (sent.includes(replacement))
    throw serviceError('malformed_body', { reason: 'must be UTF-8 text' });
  return sent;
}

/**
 * Reads the body in the form that the endpoint declares; undefined where it declares none. Throws
 * `unsupported_media_type`, `unsupported_image_format`, `payload_too_large`, `missing_body` and `malformed_body`.
 */
export async function readBody(
  { json, form, multipart, maxBytes: limit = defaultMaxBytes }: RequestDeclaration,
  event: APIGatewayProxyEvent,
  contentType: string | undefined,
  readMultipart: MultipartReader | undefined,
): Promise<UncheckedBody | undefined> {
  if (multipart) {
    if (!readMultipart) throw new Error('serve() was not given a multipart reader.');
    return readMultipart(multipart, event, contentType, limit);
  }
  const schema = json ?? form;
  if (!schema) return undefined;
  const body = text(event);
  const size = Buffer.byteLength(body);
  if (size > limit) throw serviceError('payload_too_large', { limit: sizeLimit(limit), size });
  const expected = json ? 'application/json' : 'application/x-www-form-urlencoded';
  if (size === 0) throw serviceError('missing_body');
  if (mediaType(contentType) !== expected)
    throw serviceError('unsupported_media_type', { expected });
  if (json && !isUtf8(contentType))
    throw serviceError('unsupported_media_type', { expected: `${expected} in UTF-8` });
  return { schema, value: json ? parseJson(body) : groupParameters(formPairs(body)) };
}
