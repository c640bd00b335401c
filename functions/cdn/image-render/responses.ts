import { createHash } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { StoredObject } from '#shared/objects/objects.ts';
import { compact } from '#shared/runtime/compact.ts';

export type FunctionUrlResponse = APIGatewayProxyStructuredResultV2 & {
  statusCode: number;
};

/** Cache-Control of a variant, which never changes: an id identifies one image. */
export const immutable = 'public, max-age=31536000, immutable';
/**
 * Cache-Control of an error: long enough to absorb repeated requests, short enough not to outlive
 * its cause.
 */
const shortTtl = 'public, max-age=10';

/** The largest image that fits into the response limit of 6 MB, encoded in base64. */
const maxBytes = 4_700_000;

/** Returns whether a response can contain an image. Larger images are served from the bucket. */
export function fitsIntoResponse({ bytes }: Pick<StoredObject, 'bytes'>): boolean {
  return bytes.length <= maxBytes;
}

/**
 * Returns the response with an image. If the image is too large for a response, returns a redirect
 * to the same path, where CloudFront now finds the stored variant.
 */
export function buildImageResponse(
  image: StoredObject,
  path: string,
): FunctionUrlResponse {
  if (!fitsIntoResponse(image)) {
    return { statusCode: 302, headers: { Location: path, 'Cache-Control': 'no-store' } };
  }

  const { bytes, type } = image;
  return {
    statusCode: 200,
    headers: {
      'Content-Type': type,
      'Cache-Control': immutable,
      // Those of the stored variant: S3 has the MD5 digest as the tag.
      ETag: `"${createHash('md5').update(bytes).digest('hex')}"`,
      'Last-Modified': new Date().toUTCString(),
    },
    body: bytes.toString('base64'),
    isBase64Encoded: true,
  };
}

/**
 * Builds the 429 response for a further size of an image of which too many sizes were requested.
 * `retryAfter` is in seconds. It is absent if waiting does not help: the image is too large for a
 * response and is not stored.
 */
export function buildRejection(retryAfter?: number): FunctionUrlResponse {
  const message =
    'too many sizes of this image were requested; request one of the earlier sizes';
  const { headers, ...response } = buildErrorResponse(429, message);
  const retryHeaders = compact({ 'Retry-After': retryAfter?.toString() });
  return { ...response, headers: { ...headers, ...retryHeaders } };
}

/** Returns an error as JSON. `cacheControl` defaults to ten seconds. */
export function buildErrorResponse(
  statusCode: number,
  message: string,
  cacheControl = shortTtl,
): FunctionUrlResponse {
  return {
    statusCode,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': cacheControl },
    body: JSON.stringify({ errors: [message] }),
  };
}
