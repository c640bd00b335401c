import type { APIGatewayEventRequestContext, APIGatewayProxyEvent } from 'aws-lambda';
import { getHeader, type HeaderLines, type IncomingRequest } from '../http/message.ts';
import type { Api } from '../template/api.ts';
import { isBinary, toFunctionHeaders } from './header-handling.ts';
import { createRandomHex } from './request-context.ts';
import type { RouteMatch } from './route-matcher.ts';

type NameValuePairs = readonly (readonly [name: string, value: string])[];

/** Groups all values by name. Returns null for no pairs, as API Gateway does. */
function groupValues(pairs: NameValuePairs): Record<string, string[]> | null {
  if (pairs.length === 0) return null;

  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = groups.get(name);
    if (values) values.push(value);
    else groups.set(name, [value]);
  }

  return Object.fromEntries(groups);
}

/** Selects the last value by name. Returns null for no pairs, as API Gateway does. */
function selectLastValues(pairs: NameValuePairs): Record<string, string> | null {
  return pairs.length > 0 ? Object.fromEntries(pairs) : null;
}

/** Generates a trace id, which contains the time. Source: "Tracing header" of AWS X-Ray. */
function generateTraceId(epochMs: number): string {
  const seconds = Math.floor(epochMs / 1000).toString(16);
  return `Root=1-${seconds}-${createRandomHex(24)}`;
}

/** Builds the headers that the gateway adds or replaces. */
function buildForwardingHeaders(
  { headers, sourceIp, scheme, port }: IncomingRequest,
  epochMs: number,
): HeaderLines {
  const forwardedFor = getHeader(headers, 'x-forwarded-for');
  const addresses = forwardedFor ? `${forwardedFor}, ${sourceIp}` : sourceIp;

  return [
    ['X-Amzn-Trace-Id', generateTraceId(epochMs)],
    ['X-Forwarded-For', addresses],
    ['X-Forwarded-Port', String(port)],
    ['X-Forwarded-Proto', scheme],
  ];
}

/** Builds the headers of the event: those of the client and those that the gateway sets. */
function buildHeaders(request: IncomingRequest, epochMs: number): HeaderLines {
  const forwarding = buildForwardingHeaders(request, epochMs);
  const headers: [name: string, value: string][] = [];

  for (const [name, value] of toFunctionHeaders(request.headers)) {
    if (getHeader(forwarding, name) !== undefined) continue;

    const isLength = name.toLowerCase() === 'content-length';
    headers.push([name, isLength ? String(request.body.length) : value]);
  }

  return [...headers, ...forwarding];
}

/** Parses a query string. A semicolon separates parameters like an ampersand. */
function parseQuery(query: string): NameValuePairs {
  if (query === '') return [];
  return [...new URLSearchParams(query.replaceAll(';', '&'))];
}

/**
 * Builds the event of a Lambda proxy integration from a request with its body decompressed.
 * Source: "Input format of a Lambda function for proxy integration".
 */
export function toProxyEvent(
  api: Api,
  request: IncomingRequest,
  { route, pathParameters }: RouteMatch,
  requestContext: APIGatewayEventRequestContext,
): APIGatewayProxyEvent {
  const { body } = request;
  const headers = buildHeaders(request, requestContext.requestTimeEpoch);
  const query = parseQuery(request.query);
  const hasBody = body.length > 0;
  const contentType = getHeader(headers, 'content-type');
  const isBase64Encoded = hasBody && isBinary(api.binaryMediaTypes, contentType);

  return {
    resource: route.path,
    path: request.path,
    httpMethod: request.method,
    headers: selectLastValues(headers) ?? {},
    multiValueHeaders: groupValues(headers) ?? {},
    queryStringParameters: selectLastValues(query),
    multiValueQueryStringParameters: groupValues(query),
    pathParameters,
    stageVariables: api.stageVariables,
    requestContext,
    body: hasBody ? body.toString(isBase64Encoded ? 'base64' : 'utf8') : null,
    isBase64Encoded,
  };
}
