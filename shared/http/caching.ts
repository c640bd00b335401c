import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint } from '../contract/endpoint.ts';

/**
 * Computes the strong entity tag of a body from two hashes: FNV-1a, and a variant of FNV-1a with
 * constants of MurmurHash. 64 bits are enough to detect a changed body. Loading `node:crypto` would
 * add 5 ms to each cold start.
 */
export function computeEntityTag(body: string): string {
  let first = 0x811c9dc5;
  let second = 0x1b873593;
  for (let i = 0; i < body.length; i++) {
    const unit = body.charCodeAt(i);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x5bd1e995);
    second ^= second >>> 15;
  }
  return `"${toUnsignedText(first)}-${toUnsignedText(second)}"`;
}

function toUnsignedText(hash: number): string {
  return (hash >>> 0).toString(36);
}

/**
 * Returns whether If-None-Match matches the tag: `*`, or a tag in any of its lists by weak
 * comparison (RFC 9110, section 13.1.2). Malformed tags are ignored.
 */
export function matchesEntityTag(ifNoneMatch: readonly string[], tag: string): boolean {
  const list = ifNoneMatch.join(',').trim();
  if (list === '*') return true;
  const tags = [...list.matchAll(/(?:W\/)?("[^"]*")/g)];
  return tags.some(([, opaqueTag]) => opaqueTag === tag);
}

/**
 * Adds the cache headers that the endpoint declares. Returns 304 without a body if the client has
 * the current body already.
 */
export function withCaching(
  { cacheSeconds, auth }: Endpoint,
  result: APIGatewayProxyResult,
  ifNoneMatch: readonly string[],
): APIGatewayProxyResult {
  if (cacheSeconds === undefined || result.statusCode !== 200) return result;

  const tag = computeEntityTag(result.body);
  const audience = auth === 'public' ? 'public' : 'private';
  const headers = {
    ETag: tag,
    'Cache-Control': `${audience}, max-age=${cacheSeconds}`,
  };
  if (matchesEntityTag(ifNoneMatch, tag)) return { statusCode: 304, headers, body: '' };
  return { ...result, headers: { ...result.headers, ...headers } };
}
