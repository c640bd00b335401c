import {
  type Endpoint,
  getErrorShape,
  isLimited,
  tellsIgnoredNames,
} from '#shared/contract/endpoint.ts';
import { type ErrorCode, errors } from '#shared/errors/errors.ts';
import { getErrorStatus } from '#shared/http/render-error.ts';
import { needsIdentityHeaders } from './request.ts';

/** An error of the pipeline, and the endpoints that it can occur at. */
interface PipelineError {
  code: ErrorCode;
  canOccur: (endpoint: Endpoint) => boolean;
}

const pipelineErrors: readonly PipelineError[] = [
  { code: 'validation_failed', canOccur: hasNames },
  { code: 'invalid_query', canOccur: hasOnlyQuery },
  { code: 'missing_header', canOccur: needsIdentityHeaders },
  { code: 'missing_body', canOccur: hasBody },
  { code: 'malformed_body', canOccur: hasBody },
  { code: 'unauthorized', canOccur: ({ auth }) => auth !== 'public' },
  { code: 'user_token_required', canOccur: ({ auth }) => auth === 'user' },
  {
    code: 'application_token_required',
    canOccur: ({ auth }) => auth === 'application',
  },
  { code: 'insufficient_scope', canOccur: needsScope },
  { code: 'restricted', canOccur: ({ auth }) => auth !== 'public' },
  { code: 'quota_exceeded', canOccur: isLimited },
  { code: 'identity_mismatch', canOccur: needsIdentityHeaders },
  { code: 'payload_too_large', canOccur: hasMaxSize },
  { code: 'unsupported_media_type', canOccur: hasBody },
  { code: 'unsupported_image_format', canOccur: hasImageFile },
  { code: 'internal', canOccur: () => true },
  { code: 'unavailable', canOccur: hasStores },
  { code: 'timed_out', canOccur: () => true },
];

function needsScope({ scope = 'any' }: Endpoint): boolean {
  return scope !== 'any';
}

function hasBody({ request }: Endpoint): boolean {
  const { json, form, multipart } = request ?? {};
  return json !== undefined || form !== undefined || multipart !== undefined;
}

/** Returns whether a body, or a name that is unknown, can be refused. */
function hasNames(endpoint: Endpoint): boolean {
  return hasBody(endpoint) || tellsIgnoredNames(endpoint);
}

function hasMaxSize(endpoint: Endpoint): boolean {
  return hasBody(endpoint) || endpoint.request?.text === true;
}

function hasOnlyQuery(endpoint: Endpoint): boolean {
  const hasQuery = endpoint.request?.query !== undefined;
  return hasQuery && !hasBody(endpoint);
}

function hasImageFile({ request }: Endpoint): boolean {
  const parts = Object.values(request?.multipart ?? {});
  return parts.some((part) => 'imageFile' in part);
}

function hasStores({ stores }: Endpoint): boolean {
  return stores !== undefined;
}

/** Groups every error of an endpoint, including those of the pipeline, by its status. */
export function groupErrorsByStatus(
  endpoint: Endpoint,
): ReadonlyMap<number, readonly ErrorCode[]> {
  const shape = getErrorShape(endpoint);
  const codes = listErrors(endpoint);
  const byStatus = Map.groupBy(codes, (code) => getErrorStatus(shape, code));
  const sorted = [...byStatus].sort(([status], [otherStatus]) => status - otherStatus);
  return new Map(sorted);
}

function listErrors(endpoint: Endpoint): ReadonlySet<ErrorCode> {
  const codes = new Set<ErrorCode>();
  for (const { code, canOccur } of pipelineErrors) {
    if (canOccur(endpoint)) codes.add(code);
  }
  for (const code of endpoint.errors ?? []) {
    codes.add(code);
  }
  return codes;
}

/** Sample values of the details that a message cannot render from a name alone. */
const samples: Readonly<Record<string, unknown>> = {
  failures: { '{field}': ['{what it must be}'] },
  sentences: [],
};

/** Has `{name}` for every other detail, in a list, because some messages join or map a detail. */
const placeholders: object = new Proxy(samples, {
  get: (details, name) => details[String(name)] ?? [`{${String(name)}}`],
});

/**
 * Returns the message of an error, with `{name}` in place of each detail. Descriptions are
 * Markdown, in which `<name>` would be an element of HTML that no reader sees.
 */
export function getErrorMessage(code: ErrorCode): string {
  const render = errors[code].message as (details: object) => unknown;
  return String(render(placeholders));
}

/** An error that API Gateway returns itself, before or instead of a function. */
interface GatewayError {
  status: number;
  message: string;
}

const internal = errors.internal.message();

/** The errors of API Gateway by status. A test compares the statuses with the template. */
export const gatewayErrors: readonly GatewayError[] = [
  { status: 400, message: 'invalid request; check the address, headers and body' },
  { status: 401, message: errors.unauthorized.message() },
  { status: 401, message: 'the access token {reason}' },
  { status: 403, message: 'access denied' },
  {
    status: 404,
    message: 'not found; see the documentation for all paths, to which / redirects',
  },
  { status: 405, message: 'method not allowed; allowed: {methods}' },
  { status: 413, message: 'the request is too large' },
  { status: 415, message: 'unsupported Content-Type or Content-Encoding' },
  { status: 429, message: 'too many requests; try again later' },
  { status: 500, message: internal },
  { status: 502, message: internal },
  { status: 503, message: errors.unavailable.message() },
  { status: 504, message: errors.timed_out.message() },
];

/** Lists the gateway's errors that can occur at an endpoint. */
export function listGatewayErrors({ auth }: Endpoint): readonly GatewayError[] {
  const hasAuthorizer = auth !== 'public';
  return gatewayErrors.filter(({ status }) => status !== 401 || hasAuthorizer);
}
