import type { APIGatewayProxyEvent } from 'aws-lambda';
import type {
  Endpoint,
  MultipartDeclaration,
  PartDeclaration,
} from '#shared/contract/endpoint.ts';
import { urlOutputs } from '../../deployment/outputs.ts';
import { buildExamples, type CompleteExample } from '../../docs/reference/examples.ts';
import type { ApiReference } from '../../docs/reference/reference.ts';
import { needsIdentityHeaders } from '../../docs/reference/request.ts';
import type { Definitions, EndpointEntry } from '../../endpoints.ts';
import { toProxyEvent } from '../../local/gateway/proxy-event.ts';
import { addRoute, createRequestContext } from '../../local/gateway/request-context.ts';
import { createRouteMatcher } from '../../local/gateway/route-matcher.ts';
import type {
  HeaderLines,
  IncomingRequest,
  RequestHead,
} from '../../local/http/message.ts';
import type { Api } from '../../local/template/api.ts';
import { buildExecuteApiHost } from '../../local/template/identity.ts';
import { readApi } from '../../local/template/read-api.ts';
import type { Stack } from '../../local/template/stack.ts';
import { sampleImage } from '../../sample-image.ts';

/** The sender of the request of an example. */
export interface Caller {
  user_id: string;
  client_id: string;
}

export interface EventContext {
  definitions: Definitions;
  /** The documentation, which has the examples of requests. */
  reference: ApiReference;
  stack: Stack;
  caller: Caller;
  /** The access token that the authorizer checks. Defaults to an unknown token. */
  token?: string | undefined;
  /** Path parameters that replace those of the example. */
  params: Readonly<Record<string, string>>;
  /** An application that exists, for the endpoints to which applications send their secret. */
  application?: ApplicationCredentials | undefined;
}

interface ApplicationCredentials {
  client_id: string;
  client_secret: string;
}

/** Builds the event with which API Gateway invokes an endpoint for the request of its example. */
export async function buildProxyEvent(
  entry: EndpointEntry,
  { stack, reference, caller, params, application }: EventContext,
): Promise<APIGatewayProxyEvent> {
  const { endpoint } = entry;
  const api = readApi(stack, urlOutputs[endpoint.host]);
  const newestVersion = endpoint.versions.at(-1);
  const version = newestVersion ?? endpoint.versions[0];
  const example = getExample(entry, reference, version);
  const target = { host: buildExecuteApiHost(api.id), version };
  const changedExample = {
    ...example,
    params: { ...example.params, ...params },
    body: withCredentials(example.body, application),
  };
  const request = await buildExampleRequest(endpoint, changedExample, target, caller);
  return toEvent(api, request, buildAuthorizerContext(endpoint, caller));
}

/** Builds the event with which API Gateway passes on a request that no endpoint serves. */
export function buildRejectedEvent(
  head: RequestHead,
  { stack }: EventContext,
): APIGatewayProxyEvent {
  return toEvent(readApi(stack, urlOutputs.auth), { ...head, body: Buffer.alloc(0) });
}

/** Builds the event with which API Gateway passes on a request, with the authorizer's context. */
export function toEvent(
  api: Api,
  request: IncomingRequest,
  authorizer?: Record<string, unknown>,
): APIGatewayProxyEvent {
  const match = createRouteMatcher(api.routes)(request.method, request.path);
  const context = { ...createRequestContext(api, request, Date.now()), authorizer };
  return toProxyEvent(api, request, match, addRoute(context, match));
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

/**
 * Returns the body of an example with the credentials of an application, if the body has some. The
 * code of the example does not exist, so a token request asks for a token of the application.
 */
function withCredentials(
  body: unknown,
  application: ApplicationCredentials | undefined,
): unknown {
  const hasSecret = typeof body === 'object' && body !== null && 'client_secret' in body;
  if (!application || !hasSecret) return body;
  return { ...body, grant_type: 'client_credentials', ...application };
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
    token_use: auth === 'application' ? 'application' : 'user',
    username: 'example',
  };
}

/** The host of an API, and a version of the endpoint. */
interface RequestTarget {
  host: string;
  version: string;
}

/** Builds the request of an example, as the gateway receives it. */
async function buildExampleRequest(
  endpoint: Endpoint,
  example: CompleteExample,
  { host, version }: RequestTarget,
  caller: Caller,
): Promise<IncomingRequest> {
  const content = new Response(buildBody(endpoint, example));
  const body = Buffer.from(await content.arrayBuffer());
  const headers: HeaderLines = [
    ['Accept', '*/*'],
    ['Host', host],
    ...listIdentityHeaders(endpoint, caller),
    ...listContentHeaders(content, body),
  ];
  const path = endpoint.path.replace(
    /\{(\w+)\}/g,
    (_, name) => example.params[name] ?? '',
  );
  return {
    method: endpoint.method,
    path: `/${version}${path}`,
    query: String(new URLSearchParams(example.query)),
    protocol: 'HTTP/1.1',
    headers,
    sourceIp: '127.0.0.1',
    scheme: 'https',
    port: 443,
    body,
  };
}

function listIdentityHeaders(
  endpoint: Endpoint,
  { user_id, client_id }: Caller,
): [string, string][] {
  if (!needsIdentityHeaders(endpoint)) return [];
  return [
    ['svc-client-id', client_id],
    ['svc-user-id', user_id],
  ];
}

function listContentHeaders({ headers }: Response, body: Buffer): [string, string][] {
  const contentType = headers.get('Content-Type');
  if (!contentType) return [];
  return [
    ['Content-Type', contentType],
    ['Content-Length', String(body.length)],
  ];
}

function buildBody(
  { request = {} }: Endpoint,
  { body }: CompleteExample,
): RequestInit['body'] {
  if (request.multipart) return buildForm(request.multipart, { ...(body as object) });
  if (request.text) return String(body);
  if (request.form) return new URLSearchParams(body as Record<string, string>);
  return request.json ? buildJson(body) : undefined;
}

function buildForm(
  parts: MultipartDeclaration,
  values: Readonly<Record<string, unknown>>,
): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    const content = buildPart(part, values[name]);
    if (content !== undefined) form.append(name, content);
  }
  return form;
}

/** A file to import. It has no track, which the result says. */
const sampleFile = '<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"/>';

/** Returns the content of a part. A text that the example does not have is left out. */
function buildPart(part: PartDeclaration, value: unknown): Blob | string | undefined {
  if ('imageFile' in part) return new Blob([sampleImage]);
  if ('files' in part) return new Blob([sampleFile]);
  if ('json' in part) return buildJson(value);
  return value === undefined ? undefined : String(value);
}

function buildJson(value: unknown): Blob {
  return new Blob([JSON.stringify(value)], { type: 'application/json' });
}
