import { type Endpoint, getErrorShape, type Method } from '../contract/endpoint.ts';

const json = 'application/json';
const hal = 'application/hal+json';
const mergePatch = 'application/merge-patch+json';

/** Lists the media types of a JSON request body, the most common type first (decision M17). */
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

/**
 * Returns whether an Accept header names HAL, and names it before JSON or with a higher quality.
 */
function prefersHal(accept: readonly string[]): boolean {
  const ranges = accept.flatMap((value) => value.split(',')).map(parseMediaRange);
  const find = (type: string) => ranges.find((range) => range.type === type);
  const halRange = find(hal);
  if (!halRange || halRange.quality === 0) return false;

  const jsonRange = find(json);
  const jsonQuality = (jsonRange ?? find('application/*') ?? find('*/*'))?.quality ?? 0;
  if (halRange.quality !== jsonQuality) return halRange.quality > jsonQuality;
  return jsonRange === undefined || ranges.indexOf(halRange) < ranges.indexOf(jsonRange);
}

type Headers = Readonly<Record<string, boolean | number | string>>;

/** Returns the headers of a response with the JSON type that the client prefers (decision M17). */
export function negotiateJsonType(
  endpoint: Endpoint,
  headers: Headers,
  accept: readonly string[],
): Headers {
  const isHal = getErrorShape(endpoint) === 'hal' && headers['Content-Type'] === json;
  return isHal && prefersHal(accept) ? { ...headers, 'Content-Type': hal } : headers;
}
