import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { BenchRequest } from './request-for.ts';

/** Whom a request speaks for. */
export interface BenchCaller {
  user: { user_id: string; username: string };
  application: { client_id: string };
}

/** Returns the body as the gateway passes it on: base64 if it is a form with an image. */
async function encodeBody({ json, form, body }: BenchRequest) {
  if (json !== undefined)
    return {
      contentType: 'application/json',
      body: JSON.stringify(json),
      isBase64Encoded: false,
    };
  const content = form ? new URLSearchParams(form) : body;
  if (content === undefined)
    return { contentType: '', body: null, isBase64Encoded: false };
  const encoded = new Response(content);
  const bytes = Buffer.from(await encoded.arrayBuffer());
  const isBase64Encoded = content instanceof FormData;
  return {
    contentType: encoded.headers.get('Content-Type') ?? '',
    body: bytes.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  };
}

const toMultiValues = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));

/** Builds the event that API Gateway sends to a function, with the authorizer context. */
export async function eventFor(
  { host, method, path, versions }: Endpoint,
  { user: { user_id, username }, application }: BenchCaller,
  request: BenchRequest,
): Promise<APIGatewayProxyEvent> {
  const { item = '', query = {}, client_id = application.client_id } = request;
  const version = versions[0];
  const { contentType, ...body } = await encodeBody(request);
  const headers: Record<string, string> = {
    ...request.headers,
    ...(contentType && { 'Content-Type': contentType }),
    ...(host === 'diary' && { 'svc-client-id': client_id, 'svc-user-id': user_id }),
  };
  const resource = `/{version}${path.replace(/\/$/, '')}`;
  const at = `/${version}${path.replace(/\{\w+\}/, item)}`;
  const params = Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, item]),
  );
  const claims = { sub: user_id, client_id, token_use: 'user', scope: 'read', username };
  return {
    resource,
    path: at,
    httpMethod: method,
    headers,
    multiValueHeaders: toMultiValues(headers),
    queryStringParameters: query,
    multiValueQueryStringParameters: toMultiValues(query),
    pathParameters: { version, ...params },
    stageVariables: null,
    ...body,
    requestContext: {
      accountId: '000000000000',
      apiId: 'bench',
      authorizer: { principalId: user_id, ...claims },
      protocol: 'HTTP/1.1',
      httpMethod: method,
      identity: {
        sourceIp: '127.0.0.1',
      } as APIGatewayProxyEvent['requestContext']['identity'],
      path: at,
      stage: 'live',
      requestId: 'bench',
      requestTimeEpoch: Date.now(),
      resourceId: 'bench',
      resourcePath: resource,
    },
  };
}
