import { type Endpoint, type ErrorShape, getErrorShape, type Host } from './endpoint.ts';

/** Response headers that scripts may read, besides those that browsers always show. */
const exposedHeaders = [
  'Location',
  'ETag',
  'Retry-After',
  'RateLimit-Policy',
  'RateLimit',
  'WWW-Authenticate',
  'Idempotency-Replayed',
  'Ignored-Members',
  'Ignored-Parameters',
  'Preference-Applied',
  'x-amzn-RequestId',
  'x-amzn-Remapped-WWW-Authenticate',
];

/** Request headers that scripts may send, besides those that browsers always allow. */
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Content-Encoding',
  'If-None-Match',
  'Idempotency-Key',
  'Prefer',
  'svc-client-id',
  'svc-user-id',
  'Api-Key',
];

/** The headers that clients of the Model Context Protocol send besides these. */
const allowedHeadersOfMcp = ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'];

/** The time for which a browser may remember a preflight: the maximum of Chromium. */
const maxAgeInSeconds = 7200;

const anyOrigin = { 'Access-Control-Allow-Origin': '*' } as const;

/**
 * The headers of every response that scripts of any origin may read (wire.md M13). Without
 * `Access-Control-Allow-Credentials`, a script of another origin cannot read the response to a
 * request that it sends with cookies.
 */
export const corsHeaders = {
  ...anyOrigin,
  'Access-Control-Expose-Headers': exposedHeaders.join(', '),
} as const;

/** Returns the headers of the response to a preflight request for a path with these methods. */
export function buildPreflightHeaders(
  host: Host,
  methods: readonly string[],
): Readonly<Record<string, string>> {
  const others = host === 'mcp' ? allowedHeadersOfMcp : [];
  return {
    ...anyOrigin,
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': [...allowedHeaders, ...others].join(', '),
    'Access-Control-Max-Age': String(maxAgeInSeconds),
  };
}

/** Returns whether scripts of any origin may read the responses. Pages of auth are excluded. */
export function isOpenToAnyOrigin(host: Host, shape: ErrorShape): boolean {
  return host !== 'auth' || shape === 'oauth';
}

/** Returns the CORS headers of every response of an endpoint. */
export function getCorsHeaders(endpoint: Endpoint): Readonly<Record<string, string>> {
  const isOpen = isOpenToAnyOrigin(endpoint.host, getErrorShape(endpoint));
  return isOpen ? corsHeaders : {};
}

/** The headers of every response: no browser guesses the content type. */
const contentSecurity = { 'X-Content-Type-Options': 'nosniff' } as const;

/** The headers of a response over https: browsers use https for this host for a year (RFC 6797). */
const transportSecurity = {
  'Strict-Transport-Security': 'max-age=31536000',
} as const;

/** Returns the security headers of a response by the scheme of its request. */
export function getSecurityHeaders(
  scheme: 'http' | 'https',
): Readonly<Record<string, string>> {
  return scheme === 'https'
    ? { ...contentSecurity, ...transportSecurity }
    : contentSecurity;
}

/**
 * The headers of a response that declares no caching. `Vary` is for caches between: the gateway
 * compresses if the client accepts it, but adds no `Vary`.
 */
export const uncached = {
  'Cache-Control': 'no-store',
  Vary: 'Accept, Accept-Encoding',
} as const;

/**
 * The same for a response to a token, which is personal. The other directives are for caches that
 * keep a response in spite of `no-store`. `Prefer` can make it an error (wire.md M10).
 */
export const personal = {
  Vary: `${uncached.Vary}, Prefer`,
  'Cache-Control': 'private, no-cache, no-store',
} as const;

/** Headers that forbid caching, for responses about tokens (RFC 6749 section 5.1). */
export const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const;
