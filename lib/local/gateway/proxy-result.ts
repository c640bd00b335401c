import { validateHeaderName, validateHeaderValue } from 'node:http';
import { getHeader, type HeaderLines, type OutgoingResponse } from '../http/message.ts';
import { toClientHeaders } from './header-handling.ts';
import { isBinary } from './media-types.ts';

/** A result that is not of the form of a Lambda proxy integration; `problem` says what is wrong with it. */
export interface MalformedResult {
  problem: string;
}

type Scalar = string | number | boolean;

const isScalar = (value: unknown): value is Scalar =>
  ['string', 'number', 'boolean'].includes(typeof value);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads `headers` or `multiValueHeaders` as lines; undefined where a value is not what HTTP can carry. */
function readHeaderLines(map: unknown, isMultiValue: boolean): HeaderLines | undefined {
  if (map === undefined || map === null) return [];
  if (!isRecord(map)) return undefined;
  const lines = Object.entries(map).flatMap(([name, value]) =>
    (isMultiValue ? (Array.isArray(value) ? value : [undefined]) : [value]).map(
      (item) => [name, item] as const,
    ),
  );
  const sound = lines.every(([name, value]) => isScalar(value) && isHeader(name, String(value)));
  return sound ? lines.map(([name, value]) => [name, String(value)]) : undefined;
}

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** Both maps as one list; what stands in both counts once. */
function merge(single: HeaderLines, multiple: HeaderLines): HeaderLines {
  const isRepeated = ([name, value]: readonly [string, string]) =>
    multiple.some(([other, same]) => other.toLowerCase() === name.toLowerCase() && same === value);
  return [...single.filter((line) => !isRepeated(line)), ...multiple];
}

const isStatus = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;

/**
 * Makes the response from what a function gave. A base64 body is decoded only where the first media type of the
 * request's Accept is one of the API's binary media types.
 * Source: "Output format of a Lambda function for proxy integration" and "Content type conversions in API Gateway".
 */
export function toOutgoingResponse(
  payload: string,
  requestHeaders: HeaderLines,
  binaryMediaTypes: readonly string[],
): OutgoingResponse | MalformedResult {
  const result: unknown = JSON.parse(payload);
  if (!isRecord(result)) return { problem: 'it is not an object' };
  const { statusCode, body, isBase64Encoded = false } = result;
  if (!isStatus(statusCode)) return { problem: 'statusCode is not an integer from 200 to 599' };
  if (typeof body !== 'string' && body !== undefined && body !== null)
    return { problem: 'body is not a string' };
  if (typeof isBase64Encoded !== 'boolean') return { problem: 'isBase64Encoded is not a boolean' };
  const single = readHeaderLines(result.headers, false);
  const multiple = readHeaderLines(result.multiValueHeaders, true);
  if (!single || !multiple)
    return { problem: 'headers has a name or value that HTTP cannot carry' };
  const headers = toClientHeaders(merge(single, multiple));
  const isTyped = getHeader(headers, 'content-type') !== undefined;
  const isDecoded =
    isBase64Encoded && isBinary(binaryMediaTypes, getHeader(requestHeaders, 'accept'));
  return {
    status: statusCode,
    headers: isTyped ? headers : [...headers, ['Content-Type', 'application/json']],
    body: Buffer.from(body ?? '', isDecoded ? 'base64' : 'utf8'),
  };
}
