import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint } from '../contract/endpoint.ts';
import { computeSha256 } from '../runtime/sha256.ts';

const tagBytes = 16;

/**
 * Computes the entity tag of a body from 128 bits of its SHA-256. It is weak, as all our tags: the
 * gateway may compress the body, whose bytes then differ under the same tag (RFC 9110, 8.8.3).
 */
export function computeEntityTag(body: string): string {
  return `W/"${computeSha256(body).subarray(0, tagBytes).toString('hex')}"`;
}

/**
 * Returns whether If-None-Match matches a weak tag: `*`, or a tag in any of its lists by weak
 * comparison (RFC 9110, section 13.1.2). Malformed tags are ignored.
 */
export function matchesEntityTag(ifNoneMatch: readonly string[], tag: string): boolean {
  const list = ifNoneMatch.join(',').trim();
  if (list === '*') return true;
  const tags = [...list.matchAll(/(?:W\/)?("[^"]*")/g)];
  return tags.some(([, opaqueTag]) => `W/${opaqueTag}` === tag);
}

/**
 * Adds the cache headers that the endpoint declares. Returns 304 without a body if the client has
 * the current body already. The tag is that of the handler, or else computed from the body.
 */
export function withCaching(
  { cacheSeconds, auth }: Endpoint,
  result: APIGatewayProxyResult,
  ifNoneMatch: readonly string[],
): APIGatewayProxyResult {
  if (cacheSeconds === undefined || result.statusCode !== 200) return result;

  const tag = String(result.headers?.ETag ?? computeEntityTag(result.body));
  const audience = auth === 'public' ? 'public' : 'private';
  const headers = {
    ETag: tag,
    'Cache-Control': `${audience}, max-age=${cacheSeconds}`,
  };
  if (matchesEntityTag(ifNoneMatch, tag)) return { statusCode: 304, headers, body: '' };
  return { ...result, headers: { ...result.headers, ...headers } };
}
