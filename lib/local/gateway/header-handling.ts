import { parseMediaType } from '#shared/http/headers.ts';
import type { HeaderLines } from '../http/message.ts';

// The sets are those of the table in "Important notes for REST APIs" of the API Gateway developer
// guide.

/** Request headers that a function does not receive. */
const droppedFromRequests = new Set([
  'connection',
  'content-md5',
  'expect',
  'keep-alive',
  'max-forwards',
  'proxy-authenticate',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
]);
/** Headers of a function's result that a client does not receive. */
const droppedFromResponses = new Set([
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);
/** Headers of a function's result that a client receives with the prefix `x-amzn-Remapped-`. */
const remappedInResponses = new Set([
  'authorization',
  'connection',
  'content-md5',
  'date',
  'max-forwards',
  'server',
  'user-agent',
  'www-authenticate',
]);

function dropHeaders(headers: HeaderLines, dropped: ReadonlySet<string>): HeaderLines {
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()));
}

/** Returns the request headers that a function receives. */
export function toFunctionHeaders(headers: HeaderLines): HeaderLines {
  return dropHeaders(headers, droppedFromRequests);
}

function remapName(name: string): string {
  const isRemapped = remappedInResponses.has(name.toLowerCase());
  return isRemapped ? `x-amzn-Remapped-${name}` : name;
}

/** Returns the headers of a function's result that a client receives, some of them renamed. */
export function toClientHeaders(headers: HeaderLines): HeaderLines {
  const kept = dropHeaders(headers, droppedFromResponses);
  return kept.map(([name, value]) => [remapName(name), value]);
}

function matchesMediaType(pattern: string, type: string): boolean {
  const [kind, subtype] = pattern.split('/');
  if (subtype !== '*') return pattern === type;
  return kind === '*' || type.startsWith(`${kind}/`);
}

/**
 * Returns whether a Content-Type or Accept value names a binary media type of the API. API Gateway
 * only considers the first media type of the value, without parameters. `binaryMediaTypes` may have
 * wildcards.
 */
export function isBinary(
  binaryMediaTypes: readonly string[],
  value: string | undefined,
): boolean {
  if (value === undefined) return false;

  const [firstType] = value.split(',');
  const type = parseMediaType(firstType);
  return binaryMediaTypes.some((binary) => matchesMediaType(binary.toLowerCase(), type));
}
