import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint, Host } from '#shared/contract/endpoint.ts';
import type { EndpointEntry } from '../../definitions.ts';
import { buildExamples, type CompleteExample } from '../../docs/reference/examples.ts';
import type { ApiReference } from '../../docs/reference/reference.ts';
import { toProxyEvent } from '../../local/gateway/proxy-event.ts';
import { addRoute, createRequestContext } from '../../local/gateway/request-context.ts';
import { createRouteMatcher } from '../../local/gateway/route-matcher.ts';
import { buildExecuteApiHost } from '../../local/template/identity.ts';
import { readApi } from '../../local/template/read-api.ts';
import type { Caller, EventContext } from './context.ts';
import { buildExampleRequest } from './example-request.ts';

/** The output with the base URL of each host. */
const outputs: Readonly<Record<Host, string>> = {
  main: 'MainUrl',
  auth: 'AuthUrl',
  diary: 'DiaryUrl',
};

/** Builds the event with which API Gateway invokes an endpoint for the request of its example. */
export async function buildProxyEvent(
  entry: EndpointEntry,
  { stack, reference, caller, params }: EventContext,
): Promise<APIGatewayProxyEvent> {
  const { endpoint } = entry;
  const api = readApi(stack, outputs[endpoint.host]);
  const newestVersion = endpoint.versions.at(-1);
  const version = newestVersion ?? endpoint.versions[0];
  const example = getExample(entry, reference, version);
  const target = { host: buildExecuteApiHost(api.id), version };
  const exampleWithParams = { ...example, params: { ...example.params, ...params } };
  const request = await buildExampleRequest(endpoint, exampleWithParams, target, caller);

  const match = createRouteMatcher(api.routes)(request.method, request.path);
  const context = createRequestContext(api, request, Date.now());
  context.authorizer = buildAuthorizerContext(endpoint, caller);
  return toProxyEvent(api, request, request.body, match, addRoute(context, match));
}

function getExample(
  entry: EndpointEntry,
  reference: ApiReference,
  version: string,
): CompleteExample {
  const [example] = buildExamples(entry, reference, version);
  if (!example) throw new Error(`${entry.id} has no example.`);
  return example;
}

/** Builds the authorizer context for a token of the caller, or undefined for a public endpoint. */
function buildAuthorizerContext({ auth }: Endpoint, { user_id, client_id }: Caller) {
  if (auth === 'public') return undefined;
  return {
    principalId: user_id,
    integrationLatency: 0,
    sub: user_id,
    client_id,
    origin_jti: 'example',
    scope: 'read',
    token_use: 'user',
    username: 'example',
  };
}
