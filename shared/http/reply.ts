import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint, Host, ResponseDeclaration } from '../contract/endpoint.ts';
import type { PageRenderer } from '../pages/error-page.ts';
import { compact } from '../runtime/compact.ts';

/** A handler's reply without the types of its endpoint. */
export interface PlainReply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  cookies?: readonly string[];
  body?: unknown;
}

interface Content {
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The parameter of the JSON media type in the responses of each host. */
const charsetParameters: Readonly<Record<Host, string>> = {
  main: '',
  auth: '',
  diary: '; charset=utf-8',
  mcp: '',
};

/** Headers of a text that is not a page, such as an SVG: it may load and run nothing. */
const inertHeaders = { 'Content-Security-Policy': "default-src 'none'; sandbox" };

const renderedJson = new WeakMap<object, string>();

/**
 * Serializes a body. An object that several responses share, such as a whole list of reference
 * data, is serialized once.
 */
function toJson(body: unknown): string {
  if (typeof body !== 'object' || body === null) return JSON.stringify(body);
  const json = renderedJson.get(body) ?? JSON.stringify(body);
  renderedJson.set(body, json);
  return json;
}

function renderContent(
  { host }: Endpoint,
  declared: ResponseDeclaration['body'],
  body: unknown,
  pages: PageRenderer | undefined,
): Content {
  if (body === undefined) return { headers: {}, body: '' };
  if (declared === 'html') return { headers: pages?.headers() ?? {}, body: String(body) };
  if (typeof declared === 'string') {
    return { headers: { 'Content-Type': declared, ...inertHeaders }, body: String(body) };
  }
  const contentType = `application/json${charsetParameters[host]}`;
  return { headers: { 'Content-Type': contentType }, body: toJson(body) };
}

/**
 * Renders a handler's reply as a Lambda proxy result. Throws if the endpoint does not declare the
 * reply's status.
 */
export function renderReply(
  endpoint: Endpoint,
  { status, headers, cookies = [], body }: PlainReply,
  pages: PageRenderer | undefined,
): APIGatewayProxyResult {
  const declared = endpoint.responses[status];
  if (!declared) throw new Error(`The status ${status} is not declared.`);
  const content = renderContent(endpoint, declared.body, body, pages);
  const multiValueHeaders =
    cookies.length > 0 ? { 'Set-Cookie': [...cookies] } : undefined;
  return compact({
    statusCode: status,
    headers: { ...content.headers, ...headers },
    multiValueHeaders,
    body: content.body,
  });
}

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
