import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint } from '../contract/endpoint.ts';

/**
 * The strong entity tag of a body: 64 bits over all of it, from two FNV-1a hashes with different
 * multipliers. It only has to tell one of our own answers from the next, and to load `node:crypto`
 * would cost each cold start 5 ms.
 */
export function computeEntityTag(body: string): string {
  let one = 0x811c9dc5;
  let other = 0x1b873593;
  for (let i = 0; i < body.length; i++) {
    const unit = body.charCodeAt(i);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x5bd1e995);
    other ^= other >>> 15;
  }
  return `"${[one, other].map((half) => (half >>> 0).toString(36)).join('-')}"`;
}

/**
 * Whether If-None-Match names the tag: any of its lists, weakly compared, or `*` (RFC 9110, section
 * 13.1.2). What is not a tag there is passed over, and the answer then sent in full.
 */
export function matchesEntityTag(ifNoneMatch: readonly string[], tag: string): boolean {
  const list = ifNoneMatch.join(',').trim();
  return (
    list === '*' ||
    [...list.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, opaque]) => opaque === tag)
  );
}

/**
 * Lets a client keep an answer for as long as the endpoint declares, and asks nothing but its tag
 * of a client that comes back: 304 without a body where the answer is still the same.
 */
export function withCaching(
  { cacheSeconds, auth }: Endpoint,
  result: APIGatewayProxyResult,
  ifNoneMatch: readonly string[],
): APIGatewayProxyResult {
  if (cacheSeconds === undefined || result.statusCode !== 200) return result;
  const ETag = computeEntityTag(result.body);
  const audience = auth === 'public' ? 'public' : 'private';
  // The gateway compresses if the client accepts it, but adds no `Vary` for caches.
  const headers = {
    ETag,
    'Cache-Control': `${audience}, max-age=${cacheSeconds}`,
    Vary: 'Accept-Encoding',
  };
  return matchesEntityTag(ifNoneMatch, ETag)
    ? { statusCode: 304, headers, body: '' }
    : { ...result, headers: { ...result.headers, ...headers } };
}
