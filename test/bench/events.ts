import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../shared/contract/endpoint.ts';

const principal = { sub: 'bench', client_id: 'bench', token_use: 'user', scope: 'read', username: 'bench' };

/** A request as API Gateway hands it to the endpoint's function, which gets as far as its first store call. */
export function eventFor({
  host,
  method,
  path,
  versions,
  request,
  examples,
}: Endpoint): APIGatewayProxyEvent {
  const version = versions[0];
  const body = request?.json
    ? JSON.stringify(examples?.[0]?.body ?? {})
    : request?.form
      ? formBody(examples?.[0]?.body)
      : null;
  const headers: Record<string, string> = {
    'Content-Type': request?.form ? 'application/x-www-form-urlencoded' : 'application/json',
    ...(host === 'diary' && { 'svc-client-id': principal.client_id, 'svc-user-id': principal.sub }),
  };
  const resource = `/{version}${path.replace(/\/$/, '')}`;
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'bench']));
  return {
    resource,
    path: `/${version}${path}`,
    httpMethod: method,
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: { version, ...params },
    stageVariables: null,
    body,
    isBase64Encoded: false,
    requestContext: {
      accountId: '000000000000',
      apiId: 'bench',
      authorizer: { principalId: principal.sub, ...principal },
      protocol: 'HTTP/1.1',
      httpMethod: method,
      identity: {
        sourceIp: '127.0.0.1',
        userAgent: 'bench',
      } as APIGatewayProxyEvent['requestContext']['identity'],
      path: `/${version}${path}`,
      stage: 'live',
      requestId: 'bench',
      requestTimeEpoch: Date.now(),
      resourceId: 'bench',
      resourcePath: resource,
    },
  };
}

function formBody(example: unknown): string {
  return new URLSearchParams((example ?? {}) as Record<string, string>).toString();
}
