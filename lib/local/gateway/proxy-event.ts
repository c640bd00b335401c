import { randomBytes } from 'node:crypto';
import type { APIGatewayEventRequestContext, APIGatewayProxyEvent } from 'aws-lambda';
import { getHeader, type HeaderLines, type IncomingRequest } from '../http/message.ts';
import type { Api } from '../template/api.ts';
import { toFunctionHeaders } from './header-handling.ts';
import { isBinary } from './media-types.ts';
import type { RouteMatch } from './route-matcher.ts';

/** All values by name; null where there is nothing, as API Gateway has it. */
function multiValues(pairs: Iterable<readonly [string, string]>): Record<string, string[]> | null {
  const values = Object.groupBy(pairs, ([name]) => name);
  const entries = Object.entries(values).map(
    ([name, found = []]) => [name, found.map(([, value]) => value)] as const,
  );
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** The last value by name. */
function lastValues(pairs: Iterable<readonly [string, string]>): Record<string, string> | null {
  const entries = [...pairs];
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** Headers that the gateway adds or sets by itself. */
function withForwarding(request: IncomingRequest, body: Buffer): HeaderLines {
  const set: HeaderLines = [
    [
      'X-Amzn-Trace-Id',
      `Root=1-${randomBytes(4).toString('hex')}-${randomBytes(12).toString('hex')}`,
    ],
    [
      'X-Forwarded-For',
      [getHeader(request.headers, 'x-forwarded-for'), request.sourceIp].filter(Boolean).join(', '),
    ],
    ['X-Forwarded-Port', String(request.port)],
    ['X-Forwarded-Proto', 'http'],
  ];
  const names = new Set(set.map(([name]) => name.toLowerCase()));
  const kept = toFunctionHeaders(request.headers)
    .filter(([name]) => !names.has(name.toLowerCase()))
    .map(
      ([name, value]) =>
        [name, name.toLowerCase() === 'content-length' ? String(body.length) : value] as const,
    );
  return [...kept, ...set];
}

/**
 * The event of a Lambda proxy integration. `body` is the request's body without its content coding.
 * Source: "Input format of a Lambda function for proxy integration"; a semicolon splits the query like an ampersand.
 */
export function toProxyEvent(
  api: Api,
  request: IncomingRequest,
  body: Buffer,
  { route, pathParameters }: RouteMatch,
  requestContext: APIGatewayEventRequestContext,
): APIGatewayProxyEvent {
  const headers = withForwarding(request, body);
  const query = [...new URLSearchParams(request.query.replaceAll(';', '&'))];
  const isBase64Encoded =
    body.length > 0 && isBinary(api.binaryMediaTypes, getHeader(headers, 'content-type'));
  return {
    resource: route.path,
    path: request.path,
    httpMethod: request.method,
    headers: lastValues(headers) ?? {},
    multiValueHeaders: multiValues(headers) ?? {},
    queryStringParameters: lastValues(query),
    multiValueQueryStringParameters: multiValues(query),
    pathParameters,
    stageVariables: api.stageVariables,
    requestContext,
    body: body.length > 0 ? body.toString(isBase64Encoded ? 'base64' : 'utf8') : null,
    isBase64Encoded,
  };
}
