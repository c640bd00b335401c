import type { APIGatewayProxyEvent } from 'aws-lambda';
import { issueUserToken, newClient } from '#kit/fixtures.ts';
import { buildMcpRequest } from '#kit/mcp.ts';
import type { EndpointEntry } from '#lib/definitions.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { formatLimits } from '#shared/limits/limits.ts';
import { compact } from '#shared/runtime/compact.ts';
import { buildValidRequest, type ValidRequest } from '../contract/valid-requests.ts';
import type { Bench } from './service-under-bench.ts';

/** The user and the client of a request. */
export interface BenchCaller {
  user: { user_id: string; username: string };
  client: { client_id: string };
}

/** A body as the gateway passes it on. */
interface EncodedBody {
  contentType?: string;
  body: string | null;
  isBase64Encoded: boolean;
}

/** Encodes a body as the gateway does: a form with an image is base64. */
async function encodeBody({ json, form, body }: BenchRequest): Promise<EncodedBody> {
  if (json !== undefined) {
    const text = JSON.stringify(json);
    return { contentType: 'application/json', body: text, isBase64Encoded: false };
  }
  const content = form ? new URLSearchParams(form) : body;
  if (content === undefined) return { body: null, isBase64Encoded: false };

  const encoded = new Response(content);
  const bytes = Buffer.from(await encoded.arrayBuffer());
  const isBase64Encoded = content instanceof FormData;
  return {
    contentType: encoded.headers.get('Content-Type') ?? '',
    body: bytes.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  };
}

function toMultiValues(
  values: Readonly<Record<string, string>>,
): Record<string, string[]> {
  const entries = Object.entries(values).map(([name, value]) => [name, [value]]);
  return Object.fromEntries(entries);
}

/** Builds the path parameters. Every parameter but the version is the item's id. */
function buildPathParameters(path: string, version: string, item: string) {
  const parameters: Record<string, string> = { version };
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) parameters[name] = item;
  return parameters;
}

/** Limits that no benchmark reaches. */
const ampleWindows = { '15min': 1e9, day: 1e9 };
const ampleLimits = formatLimits({ user: ampleWindows, client: ampleWindows });

/** Builds the event that API Gateway sends to an endpoint's function, with the caller's claims. */
export async function buildBenchmarkEvent(
  { host, method, path, versions, auth }: Endpoint,
  { user, client }: BenchCaller,
  request: BenchRequest,
): Promise<APIGatewayProxyEvent> {
  const { user_id, username } = user;
  const { item = '', query = {}, client_id = client.client_id } = request;
  const [version] = versions;
  const { contentType, ...body } = await encodeBody(request);
  const isDiary = host === 'diary';
  const headers: Record<string, string> = compact({
    ...request.headers,
    'Content-Type': contentType,
    'svc-client-id': isDiary ? client_id : undefined,
    'svc-user-id': isDiary ? user_id : undefined,
  });
  const resource = `/{version}${path.replace(/\/$/, '')}`;
  const requestPath = `/${version}${path.replace(/\{\w+\}/, item)}`;
  const isOfApplication = auth === 'application';
  const claims = {
    sub: isOfApplication ? toServicePrincipal(client_id) : user_id,
    client_id,
    origin_jti: 'bench',
    token_use: isOfApplication ? 'application' : 'user',
    scope: 'read openid profile email',
    username,
    limits: ampleLimits,
  };
  return {
    resource,
    path: requestPath,
    httpMethod: method,
    headers,
    multiValueHeaders: toMultiValues(headers),
    queryStringParameters: query,
    multiValueQueryStringParameters: toMultiValues(query),
    pathParameters: buildPathParameters(path, version, item),
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
      path: requestPath,
      stage: 'live',
      requestId: 'bench',
      requestTimeEpoch: Date.now(),
      resourceId: 'bench',
      resourcePath: resource,
    },
  };
}

/** A request that an endpoint accepts. */
export interface BenchRequest extends ValidRequest {
  /** The client that sends the request. Defaults to that of the benchmark. */
  client_id?: string;
}

/** Builds a request by which a new client revokes its own access. */
async function buildDisconnection({ user }: Bench): Promise<BenchRequest> {
  const client = await newClient();
  const { client_id } = client;
  const Authorization = `Bearer ${await issueUserToken(user, client)}`;
  return { query: { user_id: 'self', client_id }, headers: { Authorization }, client_id };
}

/** Builds a request that the endpoint accepts from the user of the benchmark. */
export async function buildRequest(
  entry: EndpointEntry,
  bench: Bench,
): Promise<BenchRequest> {
  if (entry.id === 'auth/grant/delete') return buildDisconnection(bench);
  if (entry.id === 'mcp/message') return buildToolCall('get_day');
  return buildValidRequest(entry, bench.asUser);
}

/** Builds a request that calls a tool of assistants. */
export function buildToolCall(name: string, args: object = {}): BenchRequest {
  return buildMcpRequest('tools/call', { name, arguments: args });
}
