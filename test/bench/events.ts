import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { cover, tinyPicture } from '../kit/images.ts';
import { formAs, writers } from '../kit/multipart.ts';

const principal = { sub: 'bench', client_id: 'bench', token_use: 'user', scope: 'read', username: 'bench' };

/** A request as API Gateway hands it to the endpoint's function, which gets as far as its first store call. */
export function eventFor(endpoint: Endpoint): APIGatewayProxyEvent {
  const { host, method, path, versions } = endpoint;
  const version = versions[0];
  const { contentType, ...body } = bodyFor(endpoint);
  const headers: Record<string, string> = {
    'Content-Type': contentType,
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
    ...body,
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

interface Body {
  contentType: string;
  body: string | null;
  isBase64Encoded: boolean;
}

function bodyFor({ request, examples }: Endpoint): Body {
  const example = (examples?.[0]?.body ?? {}) as Record<string, string>;
  const asText = (contentType: string, body: string | null) => ({
    contentType,
    body,
    isBase64Encoded: false,
  });
  if (request?.form) return asText('application/x-www-form-urlencoded', `${new URLSearchParams(example)}`);
  if (!request?.multipart) return asText('application/json', request?.json ? JSON.stringify(example) : null);
  const [writer] = Object.values(writers);
  if (!writer) throw new Error('There is no way to write a form.');
  const form = Buffer.from(formAs(writer, tinyPicture, cover));
  return { contentType: writer.contentType, body: form.toString('base64'), isBase64Encoded: true };
}
