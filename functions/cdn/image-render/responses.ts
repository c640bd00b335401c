import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { StoredObject } from '#shared/objects/objects.ts';

/** An answer of a function URL. */
export type FunctionUrlResponse = APIGatewayProxyStructuredResultV2 & { statusCode: number };

/** A variant never changes: there is no second image under an id. */
export const immutable = 'public, max-age=31536000, immutable';
/** Long enough to take the weight of a repeated mistake, short enough not to outlive it. */
const shortTtl = 'public, max-age=10';

/** Bytes of an image that still fit into the 6 MB of a function's answer, in base 64 and with its envelope. */
const largest = 4_700_000;

/** The image itself, or where it is too large for that, the way back to where it now lies. */
export function imageResponse({ bytes, type }: StoredObject, path: string): FunctionUrlResponse {
  if (bytes.length > largest)
    return { statusCode: 302, headers: { Location: path, 'Cache-Control': 'no-store' } };
  return {
    statusCode: 200,
    headers: { 'Content-Type': type, 'Cache-Control': immutable },
    body: bytes.toString('base64'),
    isBase64Encoded: true,
  };
}

/** Says what is wrong; `cacheControl` is not to be given where the same request may succeed the next time. */
export function errorResponse(
  statusCode: number,
  sentence: string,
  cacheControl = shortTtl,
): FunctionUrlResponse {
  return {
    statusCode,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': cacheControl },
    body: JSON.stringify({ errors: [sentence] }),
  };
}
