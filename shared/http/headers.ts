import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { ErrorShape, Method } from '../contract/endpoint.ts';
import { parseWeightedNames } from '../runtime/weighted-names.ts';

/** Returns all values of a header by its lower-case name, in the order sent, or an empty list. */
export type HeaderReader = (name: string) => readonly string[];

/** Returns a function that reads the headers of an event. Names are case-insensitive. */
export function createHeaderReader(event: APIGatewayProxyEvent): HeaderReader {
  const valuesByName = new Map<string, string[]>();
  for (const [name, sent = []] of Object.entries(event.multiValueHeaders ?? {})) {
    const key = name.toLowerCase();
    const values = valuesByName.get(key) ?? [];
    valuesByName.set(key, [...values, ...sent]);
  }
  return (name) => valuesByName.get(name) ?? [];
}

/** Returns the scheme with which the client reached the gateway. Defaults to https. */
export function readScheme(header: HeaderReader): 'http' | 'https' {
  const [scheme] = header('x-forwarded-proto');
  return scheme === 'http' ? 'http' : 'https';
}

const utf8Charsets = ['utf-8', 'utf8', 'us-ascii'];

/** Returns whether a Content-Type allows UTF-8, the encoding of JSON (RFC 8259 section 8.1). */
export function isUtf8Compatible(contentType = ''): boolean {
  const match = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType);
  const charset = match?.[1] ?? 'utf-8';
  return utf8Charsets.includes(charset.toLowerCase());
}

/**
 * Returns the media type of a Content-Type in lower case without parameters, or an empty string.
 */
export function parseMediaType(contentType = ''): string {
  const [mediaType = ''] = contentType.split(';', 1);
  return mediaType.trim().toLowerCase();
}

const json = 'application/json';
const hal = 'application/hal+json';
const mergePatch = 'application/merge-patch+json';
const page = 'text/html';

/** Lists the media types of a JSON request body, the most common type first. */
export function listJsonTypes(method: Method): readonly string[] {
  return method === 'PATCH' ? [json, hal, mergePatch] : [json, hal];
}

/**
 * Returns whether an Accept header names a media type, with a higher weight than the default or,
 * if both weights are equal, before the default. A wildcard gives the weight of a default that the
 * header does not name (RFC 9110 section 12.5.1).
 */
function prefers(accept: readonly string[], type: string, defaultType: string): boolean {
  const ranges = parseWeightedNames(accept);
  const find = (name: string) => ranges.find((range) => range.name === name);
  const range = find(type);
  if (!range || range.weight === 0) return false;

  const defaultRange = find(defaultType);
  const wildcardRange = find(defaultType.replace(/[^/]+$/, '*')) ?? find('*/*');
  const defaultWeight = (defaultRange ?? wildcardRange)?.weight ?? 0;
  if (range.weight !== defaultWeight) return range.weight > defaultWeight;
  if (!defaultRange) return true;
  return ranges.indexOf(range) < ranges.indexOf(defaultRange);
}

function prefersHal(accept: readonly string[]): boolean {
  return prefers(accept, hal, json);
}

/** Returns whether an Accept header prefers JSON to a page (wire.md A22). */
export function prefersJsonToHtml(accept: readonly string[]): boolean {
  return prefers(accept, json, page);
}

/** Returns whether an Accept header prefers a page to JSON. */
export function prefersHtmlToJson(accept: readonly string[]): boolean {
  return prefers(accept, page, json);
}

type Headers = Readonly<Record<string, boolean | number | string>>;

/**
 * Returns the headers of a response with the JSON type that the client prefers, if the endpoint has
 * errors in HAL.
 */
export function negotiateJsonType(
  shape: ErrorShape,
  headers: Headers,
  accept: readonly string[],
): Headers {
  const isHal = shape === 'hal' && headers['Content-Type'] === json;
  return isHal && prefersHal(accept) ? { ...headers, 'Content-Type': hal } : headers;
}
