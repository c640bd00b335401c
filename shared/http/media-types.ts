import { type Endpoint, getErrorShape, type Method } from '../contract/endpoint.ts';

const json = 'application/json';
const hal = 'application/hal+json';
const mergePatch = 'application/merge-patch+json';

/** Lists the media types of a JSON request body, the most common type first (wire.md M17). */
export function listJsonTypes(method: Method): readonly string[] {
  return method === 'PATCH' ? [json, hal, mergePatch] : [json, hal];
}

/** A media range of an Accept header (RFC 9110 section 12.5.1). */
interface MediaRange {
  type: string;
  quality: number;
}

function parseMediaRange(text: string): MediaRange {
  const [type = '', ...parameters] = text
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = Number(weight?.slice(2) ?? 1);
  return { type, quality: Number.isNaN(quality) ? 0 : quality };
}

function parseAccept(accept: readonly string[]): MediaRange[] {
  return accept.flatMap((value) => value.split(',')).map(parseMediaRange);
}

/**
 * Returns whether an Accept header names a media type, and names it before another type or with a
 * higher quality. `wildcards` stand for the other type if it is not named.
 */
function prefers(
  accept: readonly string[],
  wanted: string,
  { type, wildcards }: { type: string; wildcards: readonly string[] },
): boolean {
  const ranges = parseAccept(accept);
  const find = (name: string) => ranges.find((range) => range.type === name);
  const wantedRange = find(wanted);
  if (!wantedRange || wantedRange.quality === 0) return false;

  const otherRange = find(type);
  const implied = wildcards.map(find).find(Boolean);
  const otherQuality = (otherRange ?? implied)?.quality ?? 0;
  if (wantedRange.quality !== otherQuality) return wantedRange.quality > otherQuality;
  const isFirst = (other: MediaRange) =>
    ranges.indexOf(wantedRange) < ranges.indexOf(other);
  return otherRange === undefined || isFirst(otherRange);
}

function prefersHal(accept: readonly string[]): boolean {
  return prefers(accept, hal, { type: json, wildcards: ['application/*', '*/*'] });
}

/** Returns whether an Accept header prefers JSON to a page (wire.md A22). */
export function prefersJsonToHtml(accept: readonly string[]): boolean {
  return prefers(accept, json, { type: 'text/html', wildcards: ['text/*', '*/*'] });
}

type Headers = Readonly<Record<string, boolean | number | string>>;

/** Returns the headers of a response with the JSON type that the client prefers (wire.md M17). */
export function negotiateJsonType(
  endpoint: Endpoint,
  headers: Headers,
  accept: readonly string[],
): Headers {
  const isHal = getErrorShape(endpoint) === 'hal' && headers['Content-Type'] === json;
  return isHal && prefersHal(accept) ? { ...headers, 'Content-Type': hal } : headers;
}
