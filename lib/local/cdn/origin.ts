import { randomUUID } from 'node:crypto';
import type {
  APIGatewayProxyStructuredResultV2,
  LambdaFunctionURLEvent,
} from 'aws-lambda';
import { compact } from '#shared/runtime/compact.ts';
import {
  type ObjectFolder,
  type ObjectHeaders,
  parseObjectName,
} from '../engines/objects/object-folder.ts';
import { isNotModified } from '../engines/objects/send-object.ts';
import type { Invoke } from '../functions/invocation.ts';
import { awsAccount } from '../host/aws-account.ts';
import {
  getHeader,
  type HeaderLines,
  type OutgoingResponse,
  type RequestHead,
} from '../http/message.ts';
import type { Origin } from '../template/distribution.ts';

export interface OriginDeps {
  invoke: Invoke;
  /** Warns the developer about a failure whose reason the client does not see. */
  warn: (message: string) => void;
  /** The objects of the S3 server. */
  objects: ObjectFolder;
}

/** Returns the response of one origin. Rejects if an object cannot be read. */
export function fetchFromOrigin(
  origin: Origin,
  head: RequestHead,
  deps: OriginDeps,
): Promise<OutgoingResponse> {
  return origin.type === 'bucket'
    ? fetchFromBucket(origin.name, head, deps.objects)
    : fetchFromFunction(origin.arn, head, deps);
}

/** The response of S3 to a caller who may not list the bucket, if an object does not exist. */
const accessDenied: OutgoingResponse = {
  status: 403,
  headers: [],
  body: Buffer.from('AccessDenied'),
};

function readConditions(headers: HeaderLines) {
  return compact({
    'if-none-match': getHeader(headers, 'if-none-match'),
    'if-modified-since': getHeader(headers, 'if-modified-since'),
  });
}

/** Returns the headers of an object without its length, which the CDN adds to every response. */
function toHeaderLines({ 'Content-Length': _, ...headers }: ObjectHeaders): HeaderLines {
  return Object.entries(headers);
}

/**
 * Reads an object from a bucket, as CloudFront does through origin access control. Returns 403 if
 * the object does not exist. Reads the object's file: the S3 server would copy it once more.
 */
async function fetchFromBucket(
  bucket: string,
  { path, headers: requestHeaders }: RequestHead,
  objects: ObjectFolder,
): Promise<OutgoingResponse> {
  const name = parseObjectName(`/${bucket}${path}`);
  await using object = name && (await objects.open(bucket, name.key));
  if (!object) return accessDenied;

  const headers = toHeaderLines(object.headers);
  if (isNotModified(readConditions(requestHeaders), object.headers))
    return { status: 304, headers, body: Buffer.alloc(0) };
  return { status: 200, headers, body: await object.readAll() };
}

const domainPrefix = 'local';

/** Builds the context. It has no `authorizer`, although its type requires one. */
function buildRequestContext(
  head: RequestHead,
): LambdaFunctionURLEvent['requestContext'] {
  const { method, path, protocol, sourceIp } = head;
  const now = new Date();
  const userAgent = getHeader(head.headers, 'user-agent') ?? '';
  const context: Omit<LambdaFunctionURLEvent['requestContext'], 'authorizer'> = {
    accountId: awsAccount,
    apiId: domainPrefix,
    domainName: `${domainPrefix}.lambda-url.localhost`,
    domainPrefix,
    http: { method, path, protocol, sourceIp, userAgent },
    requestId: randomUUID(),
    routeKey: '$default',
    stage: '$default',
    time: now.toISOString(),
    timeEpoch: now.getTime(),
  };
  return context as LambdaFunctionURLEvent['requestContext'];
}

/**
 * Builds the event of a function URL. Source: "Invoking Lambda function URLs" in the Lambda
 * developer guide.
 */
export function buildFunctionUrlEvent(head: RequestHead): LambdaFunctionURLEvent {
  const headers: Record<string, string> = {};
  for (const [name, value] of head.headers) headers[name.toLowerCase()] = value;

  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: head.path,
    // The cache policies do not forward queries.
    rawQueryString: '',
    headers,
    requestContext: buildRequestContext(head),
    isBase64Encoded: false,
  };
}

function parseResult(payload: string): OutgoingResponse {
  const result: APIGatewayProxyStructuredResultV2 = JSON.parse(payload);
  const { statusCode = 200, headers = {}, body = '', isBase64Encoded } = result;
  const lines = Object.entries(headers);

  return {
    status: statusCode,
    headers: lines.map(([name, value]) => [name, String(value)]),
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
}

/** Invokes a function through its URL. Returns 502 if the function fails, as Lambda does. */
async function fetchFromFunction(
  arn: string,
  head: RequestHead,
  { invoke, warn }: OriginDeps,
): Promise<OutgoingResponse> {
  const event = buildFunctionUrlEvent(head);
  const result = await invoke(arn, JSON.stringify(event));
  if (result.ok) return parseResult(result.payload);

  warn(`${arn} failed, so its URL responds with 502: ${result.errorMessage}`);
  return { status: 502, headers: [], body: Buffer.from('Internal Server Error') };
}
