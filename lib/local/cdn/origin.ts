import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2, LambdaFunctionURLEvent } from 'aws-lambda';
import type { Invoke } from '../functions/invocation.ts';
import type { Notice } from '../gateway/lambda-integration.ts';
import { headerValue, type OutgoingResponse } from '../gateway/message.ts';
import { account } from '../host/aws-account.ts';
import type { CdnRequest } from './cdn.ts';
import type { Origin } from './distribution.ts';

/** What the CDN needs from the rest of the runner. */
export interface OriginSurroundings {
  invoke: Invoke;
  notice: Notice;
  /** Address of the S3 server, without a slash at the end. */
  s3: string;
}

/** Headers of an object that go on to the client. */
const passed = ['content-type', 'cache-control', 'etag', 'last-modified'];
/** Headers with which a client asks for an object only if it has changed. */
const conditions = ['if-none-match', 'if-modified-since'];

/** What S3 says to whoever may not list a bucket. */
const accessDenied: OutgoingResponse = {
  status: 403,
  headers: [],
  body: Buffer.from('AccessDenied'),
};

async function askBucket(
  name: string,
  { path, headers }: CdnRequest,
  s3: string,
): Promise<OutgoingResponse> {
  if (path === '/') return accessDenied;
  const asked = conditions.flatMap((condition) => {
    const value = headerValue(headers, condition);
    return value === undefined ? [] : [[condition, value] as [string, string]];
  });
  const response = await fetch(`${s3}/${name}${path}`, { headers: asked, redirect: 'manual' });
  return {
    status: response.status,
    headers: [...response.headers].filter(([header]) => passed.includes(header)),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** The event of a function URL, as far as a CDN makes it. Source: "Invoking Lambda function URLs". */
function functionUrlEvent({
  method,
  path,
  protocol,
  headers,
  sourceIp,
}: CdnRequest): LambdaFunctionURLEvent {
  const now = new Date();
  const domainPrefix = 'local';
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    // The cache policies leave queries out.
    rawQueryString: '',
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    requestContext: {
      accountId: account,
      apiId: domainPrefix,
      domainName: `${domainPrefix}.lambda-url.localhost`,
      domainPrefix,
      http: {
        method,
        path,
        protocol,
        sourceIp,
        userAgent: headerValue(headers, 'user-agent') ?? '',
      },
      requestId: randomUUID(),
      routeKey: '$default',
      stage: '$default',
      time: now.toISOString(),
      timeEpoch: now.getTime(),
    } as LambdaFunctionURLEvent['requestContext'],
    isBase64Encoded: false,
  };
}

async function askFunction(
  arn: string,
  request: CdnRequest,
  { invoke, notice }: OriginSurroundings,
): Promise<OutgoingResponse> {
  const outcome = await invoke(arn, JSON.stringify(functionUrlEvent(request)));
  if (!outcome.ok) {
    notice(`${arn} failed, which its URL answers with 502: ${outcome.errorMessage}`);
    return { status: 502, headers: [], body: Buffer.from('Internal Server Error') };
  }
  const result = JSON.parse(outcome.payload) as APIGatewayProxyStructuredResultV2;
  return {
    status: result.statusCode ?? 200,
    headers: Object.entries(result.headers ?? {}).map(
      ([name, value]) => [name, String(value)] as const,
    ),
    body: Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8'),
  };
}

/** The answer of one origin. Throws where the S3 server cannot be reached. */
export function askOrigin(
  origin: Origin,
  request: CdnRequest,
  surroundings: OriginSurroundings,
): Promise<OutgoingResponse> {
  return origin.type === 'bucket'
    ? askBucket(origin.name, request, surroundings.s3)
    : askFunction(origin.arn, request, surroundings);
}
