import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { RequestDeclaration } from '../contract/endpoint.ts';
import { serviceError } from '../errors/errors.ts';
import { mediaType } from './headers.ts';
import { parseJson } from './json.ts';
import { groupParameters } from './parameters.ts';

const mostBytes = 65_536;

function text(event: APIGatewayProxyEvent): string {
  const { body, isBase64Encoded } = event;
  if (body === null || !isBase64Encoded) return body ?? '';
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'base64'));
  } catch {
    throw serviceError('malformed_body', { reason: 'must be text in UTF-8' });
  }
}

/**
 * Reads the body in the form that the endpoint declares; undefined where it declares none. Throws
 * `unsupported_media_type`, `too_large`, `missing_body` and `malformed_body`.
 */
export function readBody(
  declared: RequestDeclaration,
  event: APIGatewayProxyEvent,
  contentType: string | undefined,
): unknown {
  if (!declared.json && !declared.form) return undefined;
  const limit = declared.maxBytes ?? mostBytes;
  const body = text(event);
  const size = Buffer.byteLength(body);
  if (size > limit) throw serviceError('too_large', { limit, size });
  const expected = declared.json ? 'application/json' : 'application/x-www-form-urlencoded';
  if (size === 0) throw serviceError('missing_body');
  if (mediaType(contentType) !== expected) throw serviceError('unsupported_media_type', { expected });
  return declared.json ? parseJson(body) : groupParameters(new URLSearchParams(body));
}
