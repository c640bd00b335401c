import { validateHeaderName, validateHeaderValue } from 'node:http';
import { getHeader, type HeaderLines, type OutgoingResponse } from '../http/message.ts';
import { isBinary, toClientHeaders } from './header-handling.ts';

/** A result that does not have the form of a Lambda proxy integration. */
interface MalformedResult {
  problem: string;
}

/** A result that has the form of a Lambda proxy integration. */
interface ProxyResult {
  status: number;
  body: string;
  isBase64Encoded: boolean;
  headers: HeaderLines;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStatus(value: unknown): value is number {
  const status = Number(value);
  return Number.isInteger(value) && status >= 200 && status <= 599;
}

export function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function isValidHeader(name: string, value: unknown): boolean {
  if (!isScalar(value)) return false;
  try {
    validateHeaderName(name);
    validateHeaderValue(name, String(value));
    return true;
  } catch {
    return false;
  }
}

type UncheckedHeaders = readonly (readonly [name: string, value: unknown])[];

/** Checks header lines. Returns undefined if HTTP does not allow one of them. */
function toHeaderLines(headers: UncheckedHeaders): HeaderLines | undefined {
  const areValid = headers.every(([name, value]) => isValidHeader(name, value));
  if (!areValid) return undefined;

  return headers.map(([name, value]) => [name, String(value)]);
}

/** Reads `headers`. Returns undefined if HTTP does not allow a name or a value. */
function readHeaders(headers: unknown): HeaderLines | undefined {
  const map = headers ?? {};
  return isRecord(map) ? toHeaderLines(Object.entries(map)) : undefined;
}

/** Reads `multiValueHeaders`. Returns undefined if HTTP does not allow a name or a value. */
function readMultiValueHeaders(headers: unknown): HeaderLines | undefined {
  const map = headers ?? {};
  if (!isRecord(map)) return undefined;

  const lines: [name: string, value: unknown][] = [];
  for (const [name, values] of Object.entries(map)) {
    if (!Array.isArray(values)) return undefined;
    for (const value of values) lines.push([name, value]);
  }

  return toHeaderLines(lines);
}

/** Merges both maps. A line that is in both counts once. */
function mergeHeaders(single: HeaderLines, multiple: HeaderLines): HeaderLines {
  if (multiple.length === 0) return single;

  const toKey = ([name, value]: HeaderLines[number]) => `${name.toLowerCase()}: ${value}`;
  const repeated = new Set(multiple.map(toKey));
  const others = single.filter((line) => !repeated.has(toKey(line)));
  return [...others, ...multiple];
}

function parseProxyResult(payload: string): ProxyResult | MalformedResult {
  const result: unknown = JSON.parse(payload);
  if (!isRecord(result)) return { problem: 'it is not an object' };

  const { statusCode, isBase64Encoded = false } = result;
  const body = result.body ?? '';
  if (!isStatus(statusCode))
    return { problem: 'statusCode is not an integer from 200 to 599' };
  if (typeof body !== 'string') return { problem: 'body is not a string' };
  if (typeof isBase64Encoded !== 'boolean')
    return { problem: 'isBase64Encoded is not a boolean' };

  const single = readHeaders(result.headers);
  const multiple = readMultiValueHeaders(result.multiValueHeaders);
  if (!single || !multiple)
    return { problem: 'headers contains a name or value that HTTP does not allow' };

  const headers = mergeHeaders(single, multiple);
  return { status: statusCode, body, isBase64Encoded, headers };
}

/**
 * Converts the result of a function into a response. A base64 body is decoded only if the first
 * media type of the request's Accept is one of the API's binary media types.
 * Source: "Output format of a Lambda function for proxy integration" and "Content type conversions
 * in API Gateway".
 */
export function toOutgoingResponse(
  payload: string,
  requestHeaders: HeaderLines,
  binaryMediaTypes: readonly string[],
): OutgoingResponse | MalformedResult {
  const result = parseProxyResult(payload);
  if ('problem' in result) return result;

  const { status, body, isBase64Encoded } = result;
  const headers = toClientHeaders(result.headers);
  const hasContentType = getHeader(headers, 'content-type') !== undefined;
  const needsContentType = !hasContentType && status !== 204;
  const acceptsBinary = isBinary(binaryMediaTypes, getHeader(requestHeaders, 'accept'));
  return {
    status,
    headers: needsContentType
      ? [...headers, ['Content-Type', 'application/json']]
      : headers,
    body: Buffer.from(body, isBase64Encoded && acceptsBinary ? 'base64' : 'utf8'),
  };
}
