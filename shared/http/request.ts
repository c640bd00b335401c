import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { buildInsufficientScopeChallenge, type Principal } from '../auth/principal.ts';
import { baseUrlVariables, type Endpoint } from '../contract/endpoint.ts';
import {
  parseServiceIdentity,
  type Setting,
  settingVariables,
} from '../contract/resources.ts';
import { coversScope, fullScope, type Scope } from '../contract/scopes.ts';
import { serviceError, withHeaders } from '../errors/errors.ts';
import { buildLinks } from '../hal/links.ts';
import type { CountedRequest } from '../quota/counted-request.ts';
import type { Counts } from '../quota/counts.ts';
import { compact } from '../runtime/compact.ts';
import { findEnvironment, requireEnvironment } from '../runtime/environment.ts';
import type { Meter } from '../runtime/log.ts';
import { readBody } from './body.ts';
import type { AllDependencies } from './declared.ts';
import { type HeaderReader, readScheme } from './headers.ts';
import type { CheckedNames, NameCheck } from './name-check.ts';
import {
  findApiVersion,
  groupParameters,
  parseQueryPairs,
  readPathParameters,
} from './parameters.ts';
import type { ChargeClient, RecordRead, RequestQuota } from './request-quota.ts';
import { validate } from './validation.ts';

/** The Lambda context, with what the pipeline knows about a request. */
export interface PipelineContext extends Context {
  startedAt: number;
  /** The time of the request. */
  now: Date;
  header: HeaderReader;
  /** The caller that the authorizer states, before the endpoint requires one. */
  caller: Principal | undefined;
  /** Counts the store calls of the handler. */
  meter: Meter;
  /** Counts the store calls for limits. Absent while none can be due. */
  useMeter?: Meter;
  /** The request, as it counts against limits. Absent while it is not known who sends it. */
  limited?: CountedRequest;
  /** The data of the user that the handler has read. */
  read?: Counts;
  /** What the response tells of names that the endpoint does not know. */
  names?: CheckedNames | undefined;
}

/** Middleware of the pipeline. */
export type Middleware = middy.MiddlewareObj<
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Error,
  PipelineContext
>;

/**
 * Returns the version in the path. Throws `unknown_version` if the endpoint does not exist at that
 * version.
 */
function requireVersion({ versions }: Endpoint, event: APIGatewayProxyEvent): string {
  const version = findApiVersion({ versions }, event);
  if (version === undefined) throw serviceError('unknown_version', { versions });
  return version;
}

/**
 * Returns the caller, or undefined if the endpoint is public. Throws `unauthorized` if the route
 * has no authorizer, so that a wrong deployment fails closed. Throws `user_token_required`,
 * `application_token_required`, `insufficient_scope`, `restricted`, and for a diary request the
 * errors of `requireServiceHeaders`.
 */
function requireCaller(
  { auth, host, scope }: Endpoint,
  { caller: principal, header }: PipelineContext,
): Principal | undefined {
  if (auth === 'public') return undefined;
  if (!principal) throw serviceError('unauthorized');
  requireTokenUse(auth, principal);
  // An endpoint without a scope needs full access.
  if (scope !== 'any') requireScope(scope ?? fullScope, principal);
  if (principal.is_restricted) throw serviceError('restricted');
  if (host === 'diary') requireServiceHeaders(header, principal);
  return principal;
}

/** Throws an error if the endpoint needs a token of a user, or of an application, and it is not. */
function requireTokenUse(auth: Endpoint['auth'], { token_use }: Principal): void {
  if (auth === 'user' && token_use !== 'user') throw serviceError('user_token_required');
  if (auth === 'application' && token_use !== 'application')
    throw serviceError('application_token_required');
}

/** Throws `insufficient_scope`, with a challenge, if the token does not include the scope. */
export function requireScope(scope: Scope, principal: Pick<Principal, 'scope'>): void {
  if (coversScope(principal.scope, scope)) return;
  const error = serviceError('insufficient_scope', { scope });
  throw withHeaders(error, {
    'WWW-Authenticate': buildInsufficientScopeChallenge(scope),
  });
}

/**
 * Validates query and body together. Throws one error with every problem of both:
 * `unsupported_type` for an unknown type, `invalid_query` if the endpoint has no body, otherwise
 * `validation_failed`. Before that, throws the errors of `readBody`.
 */
async function validateParts(
  endpoint: Endpoint,
  event: APIGatewayProxyEvent,
  context: PipelineContext,
  { multipart, names }: Omit<Available, 'quota'>,
) {
  const { request = {}, method } = endpoint;
  const { header } = context;
  const [contentType] = header('content-type');
  const params = readPathParameters(event);
  const json = request.jsonFor?.(params) ?? request.json;
  const declared = compact({ ...request, json });
  // A GET has no body.
  const body =
    method === 'GET'
      ? undefined
      : await readBody(endpoint, declared, event, contentType, multipart);
  const query = request.query && {
    schema: request.query,
    value: groupParameters(parseQueryPairs(event.multiValueQueryStringParameters)),
  };
  const result = validate(compact({ query, body }));
  const { values, hasUnsupportedType, sentences } = result;
  context.names = names?.({ query, body, params, event, header });
  const refusals = context.names?.failures;
  const failures = { ...result.failures, ...refusals };
  if (Object.keys(failures).length === 0) return values;
  if (hasUnsupportedType) throw serviceError('unsupported_type', { failures, sentences });
  const isQuery = body === undefined && Object.keys(refusals ?? {}).length === 0;
  throw serviceError(isQuery ? 'invalid_query' : 'validation_failed', { failures });
}

/** Reads the base URLs that the endpoint declares from the environment. */
function readBaseUrls({ baseUrls = [] }: Endpoint): Readonly<Record<string, string>> {
  const members = baseUrls.map((name) => [
    name,
    requireEnvironment(baseUrlVariables[name]),
  ]);
  return Object.fromEntries(members);
}

/** Reads the settings that the endpoint declares. A setting that is not set is undefined. */
function readSettings(names: readonly Setting[] = []) {
  const members = names.map((name) => [name, readSetting(name)]);
  return Object.fromEntries(members);
}

function readSetting(name: Setting) {
  const variable = findEnvironment(settingVariables[name]);
  return name === 'service' ? parseServiceIdentity(variable) : variable;
}

/** The dependencies of an endpoint, with its quota and its check of names. */
export type Available = Omit<Partial<AllDependencies>, 'quota' | 'names'> & {
  quota: RequestQuota | undefined;
  names: NameCheck | undefined;
};

/**
 * Reads everything that a handler may use from an API Gateway event. Checks the version and the
 * caller before the body, so that an error reveals as little as possible without a token.
 */
export async function readRequest(
  endpoint: Endpoint,
  { quota, ...dependencies }: Available,
  event: APIGatewayProxyEvent,
  context: PipelineContext,
) {
  const { meter, header, now } = context;
  const version = requireVersion(endpoint, event);
  const caller = requireCaller(endpoint, context);
  const { query, body } = await validateParts(endpoint, event, context, dependencies);
  const { identity, requestId } = event.requestContext;
  const { host = endpoint.host } = event.stageVariables ?? {};
  return {
    version,
    caller,
    host,
    header,
    query,
    body,
    params: readPathParameters(event),
    links: buildLinks(version),
    scheme: readScheme(header),
    table: dependencies.table?.(meter),
    originals: dependencies.originals?.(meter),
    imports: dependencies.imports?.(meter),
    pushes: dependencies.pushes?.(meter),
    uploads: dependencies.uploads?.(meter),
    baseUrls: readBaseUrls(endpoint),
    settings: readSettings(endpoint.settings),
    recordRead: ((...read) => quota?.recordRead(context, ...read)) satisfies RecordRead,
    chargeClient: ((client_id, limits) =>
      quota?.chargeClient(client_id, limits, event, context)) satisfies ChargeClient,
    now,
    sourceAddress: identity?.sourceIp ?? '',
    requestId,
    fail: serviceError,
  };
}

/**
 * Requires the two headers in which a diary request names its client and user (wire.md Y1). They
 * must match the access token, which alone decides whose diary it is. Throws `missing_header` or
 * `identity_mismatch`.
 */
function requireServiceHeaders(
  header: HeaderReader,
  { client_id, user_id }: Principal,
): void {
  const headers = [
    { name: 'svc-client-id', expected: client_id },
    { name: 'svc-user-id', expected: user_id },
  ].map(({ name, expected }) => ({ name, expected, sent: header(name) }));

  const missing = headers.filter(({ sent }) => sent.length !== 1 || sent[0] === '');
  if (missing.length > 0) {
    throw serviceError('missing_header', { names: missing.map(({ name }) => name) });
  }
  const mismatched = headers.filter(({ sent, expected }) => sent[0] !== expected);
  if (mismatched.length > 0) {
    const failures = mismatched.map(
      ({ name }) => [name, ['must match the access token']] as const,
    );
    throw serviceError('identity_mismatch', { failures: Object.fromEntries(failures) });
  }
}
