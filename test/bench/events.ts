import { issueUserToken, newClient } from '#kit/fixtures.ts';
import { buildIncomingRequest } from '#kit/incoming-request.ts';
import { buildMcpRequest } from '#kit/mcp.ts';
import type { SendOptions } from '#kit/send.ts';
import type { EndpointEntry } from '#lib/endpoints.ts';
import { readDefinition, type ServiceDefinition } from '#lib/local/service-definition.ts';
import { buildExecuteApiHost } from '#lib/local/template/identity.ts';
import { templateFile } from '#lib/paths.ts';
import { toEvent } from '#lib/sam/events/proxy-event.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { formatQuotas } from '#shared/quota/quotas.ts';
import { toLogHash } from '#shared/runtime/ids.ts';
import { buildPath } from '../contract/endpoint-path.ts';
import { buildValidRequest, type ValidRequest } from '../contract/valid-requests.ts';
import type { Bench } from './service-under-bench.ts';

/** What the build has synthesized, read once. */
let definition: ServiceDefinition | undefined;

/** The user and the client of a request. */
export interface BenchCaller {
  user: { user_id: string; username: string };
  client: { client_id: string };
}

/** A request that an endpoint accepts. */
export interface BenchRequest extends ValidRequest {
  /** The client that sends the request. Defaults to that of the benchmark. */
  client_id?: string;
}

/** Returns the path of a request, with its query, and what is sent there. */
export function toSent(
  endpoint: Endpoint,
  { user: { user_id }, client }: BenchCaller,
  request: BenchRequest,
): { path: string; options: SendOptions } {
  const { item, query, client_id = client.client_id, status: _, ...content } = request;
  const path = buildPath({ endpoint }, endpoint.versions[0], item);
  const isDiary = endpoint.host === 'diary';
  const identity = { 'svc-client-id': client_id, 'svc-user-id': user_id };
  const headers = { ...(isDiary ? identity : {}), ...content.headers };
  return {
    path: `${path}?${new URLSearchParams(query)}`,
    options: { ...content, headers },
  };
}

/** Limits that no benchmark reaches. */
const ampleWindows = { '15min': 1e9, day: 1e9 };
const ampleLimits = formatQuotas({ user: ampleWindows, client: ampleWindows });

/** Builds the event that API Gateway sends to an endpoint's function, with the caller's claims. */
export async function buildBenchmarkEvent(
  endpoint: Endpoint,
  caller: BenchCaller,
  request: BenchRequest,
) {
  const { host, method, auth } = endpoint;
  const { user_id, username } = caller.user;
  const { client_id = caller.client.client_id } = request;
  const isOfApplication = auth === 'application';
  const sub = isOfApplication ? toServicePrincipal(client_id) : user_id;
  const claims = {
    principalId: user_id,
    sub,
    user_hash: toLogHash(sub),
    client_id,
    origin_jti: 'bench',
    token_use: isOfApplication ? 'application' : 'user',
    scope: 'read openid profile email',
    username,
    limits: ampleLimits,
  };
  const { path, options } = toSent(endpoint, caller, request);
  definition ??= readDefinition(templateFile);
  const api = definition.apis[host];
  const baseUrl = `https://${buildExecuteApiHost(api.id)}`;
  const incoming = await buildIncomingRequest(baseUrl, method, path, options);
  return toEvent(api, incoming, auth === 'public' ? undefined : claims);
}

/** Builds the event with which API Gateway calls the authorizer for a token of the caller. */
export async function buildAuthorizerEvent({
  user,
  client,
}: Pick<Bench, 'user' | 'client'>) {
  return {
    type: 'TOKEN',
    methodArn: 'arn:aws:execute-api:eu-west-1:0:api/live/GET/',
    authorizationToken: `Bearer ${await issueUserToken(user, client)}`,
  };
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
  if (entry.id === 'mcp/message') {
    return buildMcpRequest('tools/call', { name: 'get_day', arguments: {} });
  }
  return buildValidRequest(entry, bench.asUser);
}
