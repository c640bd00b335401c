import type { HeaderLines } from '../http/message.ts';

/**
 * What API Gateway does to headers on the way to and from a Lambda function.
 * Source: the table in "Important notes for REST APIs" of the developer guide.
 */
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

/** The headers of a request that a function sees. */
export function toFunctionHeaders(headers: HeaderLines): HeaderLines {
  return headers.filter(([name]) => !droppedFromRequests.has(name.toLowerCase()));
}

/** The headers of a function's result as a client sees them: some get another name, and some are the gateway's own. */
export function toClientHeaders(headers: HeaderLines): HeaderLines {
  return headers
    .filter(([name]) => !droppedFromResponses.has(name.toLowerCase()))
    .map(([name, value]) => [
      remappedInResponses.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name,
      value,
    ]);
}
