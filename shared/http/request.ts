import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Principal, parsePrincipal } from '../auth/principal.ts';
import { addressVariables } from '../contract/addresses.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { serviceError } from '../errors/errors.ts';
import { links } from '../hal/links.ts';
import { compact } from '../runtime/compact.ts';
import { environment } from '../runtime/environment.ts';
import type { Meter } from '../runtime/meter.ts';
import { readBody } from './body.ts';
import type { AllDependencies } from './dependencies.ts';
import { type HeaderReader, headerReader } from './headers.ts';
import { groupParameters, queryPairs } from './parameters.ts';
import { requireServiceHeaders } from './service-headers.ts';
import { validate } from './validation.ts';

/** The version that the path names; throws `unknown_version` where the endpoint does not exist under it. */
export function requireVersion({ versions }: Endpoint, event: APIGatewayProxyEvent): string {
  const asked = event.pathParameters?.version ?? event.resource.split('/')[1] ?? '';
  const version = versions.find((known) => known === asked);
  if (!version) throw serviceError('unknown_version', { versions });
  return version;
}

/** The caller, as far as the endpoint wants one. A route without its authorizer has none and is refused. */
function requireCaller(
  { auth, host }: Endpoint,
  event: APIGatewayProxyEvent,
  header: HeaderReader,
): Principal | undefined {
  if (auth === 'public') return undefined;
  const principal = parsePrincipal(event.requestContext.authorizer);
  if (!principal) throw serviceError('unauthorized');
  if (auth === 'user' && principal.token_use !== 'user') throw serviceError('user_token_required');
  if (host === 'diary') requireServiceHeaders(header, principal);
  return principal;
}

/**
 * Validates query and body together, and throws every problem of both: `unsupported_type` where one is of a kind of
 * thing that is not known here, `invalid_query` where there is no body, else `validation_failed`.
 */
async function validateParts(
  { request = {} }: Endpoint,
  event: APIGatewayProxyEvent,
  contentType: string | undefined,
  { multipart }: Partial<AllDependencies>,
) {
  const json =
    request.jsonFor?.((event.pathParameters ?? {}) as Record<string, string>) ?? request.json;
  const body = await readBody(compact({ ...request, json }), event, contentType, multipart);
  const { values, failures, unsupported } = validate({
    ...(request.query && {
      query: {
        schema: request.query,
        value: groupParameters(queryPairs(event.multiValueQueryStringParameters)),
      },
    }),
    ...(body && { body }),
  });
  if (Object.keys(failures).length === 0) return values;
  if (unsupported) throw serviceError('unsupported_type', { failures });
  throw serviceError(body ? 'validation_failed' : 'invalid_query', { failures });
}

/** Everything that a handler may use, made from an API Gateway event in the one order that reveals least. */
export async function readRequest(
  endpoint: Endpoint,
  dependencies: Partial<AllDependencies>,
  event: APIGatewayProxyEvent,
  meter: Meter,
) {
  const version = requireVersion(endpoint, event);
  const header = headerReader(event);
  const caller = requireCaller(endpoint, event, header);
  const { query, body } = await validateParts(
    endpoint,
    event,
    header('content-type')[0],
    dependencies,
  );
  return {
    version,
    caller,
    header,
    query,
    body,
    params: { ...event.pathParameters },
    links: links(version),
    scheme: header('x-forwarded-proto')[0] === 'http' ? ('http' as const) : ('https' as const),
    table: dependencies.table?.(meter),
    objects: dependencies.objects?.(meter),
    addresses: Object.fromEntries(
      (endpoint.addresses ?? []).map((address) => [
        address,
        environment(addressVariables[address]),
      ]),
    ),
    now: new Date(event.requestContext.requestTimeEpoch ?? Date.now()),
    sourceAddress: event.requestContext.identity?.sourceIp ?? '',
    requestId: event.requestContext.requestId,
    fail: serviceError,
  };
}
