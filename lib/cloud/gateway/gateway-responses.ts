import { bearerChallenge } from '#shared/auth/principal.ts';
import {
  type ErrorShape,
  errorShapeByHost,
  type Host,
  maxFormBytes,
} from '#shared/contract/endpoint.ts';
import {
  corsHeaders,
  getSecurityHeaders,
  isOpenToAnyOrigin,
  uncached,
} from '#shared/contract/response-headers.ts';
import { errors } from '#shared/errors/errors.ts';
import { formatSizeLimit } from '#shared/http/body.ts';
import { type GatewayProblem, renderProblem } from '#shared/http/gateway-error.ts';
import { renderErrorPage } from '#shared/pages/error-page.ts';
import { languages } from '#shared/pages/language.ts';
import { compact } from '#shared/runtime/compact.ts';

/** A response in the form of API Gateway: quoted header values, and body templates. */
interface ResponseTemplate {
  headers: Record<string, string>;
  /**
   * The body by media type: its own and JSON. Both have the same body, because API Gateway does not
   * document how it selects a template.
   */
  templates: Record<string, string>;
}

/** The URL of the account page: a stage variable, because the body of an API has no URLs. */
const accountUrl = '$stageVariables.account';

/** Renders the page of an error in every language: API Gateway does not negotiate a language. */
function renderPage({ status, code }: GatewayProblem): string {
  return renderErrorPage(status, code, languages, { accountUrl });
}

/** Returns header values as literals, with the security headers of every response. */
export function toHeaderLiterals(
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const allHeaders = Object.entries({ ...headers, ...getSecurityHeaders('https') });
  const literals = allHeaders.map(([name, value]) => [name, `'${value}'`]);
  return Object.fromEntries(literals);
}

/**
 * Renders an error in a shape, uncached, with the security headers and additional headers. No
 * request can change a body, because API Gateway does not escape the values that it inserts into
 * JSON. So it has the extended id of the request: clients can choose the other one.
 */
function renderResponseTemplate(
  shape: ErrorShape,
  error: Omit<GatewayProblem, 'request_id'>,
  additionalHeaders: Readonly<Record<string, string>>,
): ResponseTemplate {
  const problem = { ...error, request_id: '$context.extendedRequestId' };
  const { headers, body } = renderProblem(shape, problem, renderPage);
  const [mediaType = ''] = (headers['Content-Type'] ?? '').split(';');
  return {
    headers: toHeaderLiterals({ ...uncached, ...headers, ...additionalHeaders }),
    templates: { 'application/json': body, [mediaType]: body },
  };
}

interface GatewayResponse extends Omit<GatewayProblem, 'request_id'> {
  headers?: Readonly<Record<string, string>>;
  /** Whether API Gateway sends its own status for each case of the class. */
  keepsStatus?: true;
}

const unauthorized = { status: 401, code: 'unauthorized' };

/** The error of an unknown path. */
const notFound = {
  status: 404,
  code: 'not-found',
  name: 'not_found',
  message: 'not found; see the documentation for all paths, to which / redirects',
};
const internal = {
  status: 500,
  code: 'internal',
  name: 'internal',
  message: errors.internal.message(),
};

/** The message has the limit of the functions, because the gateway itself accepts larger bodies. */
const imageLimit = formatSizeLimit(maxFormBytes);

/**
 * The responses of API Gateway itself. A type that is not listed has the defaults of its class and
 * its own status (decision 0011).
 *
 * Without a token, the challenge has no error. Deny by the authorizer means an unknown, expired or
 * revoked token, so the challenge says `invalid_token` (RFC 6750 section 3.1).
 * MISSING_AUTHENTICATION_TOKEN is what API Gateway calls an unknown path, and INVALID_SIGNATURE an
 * unknown path with an `Authorization` header, because no route uses AWS signatures.
 */
const responses: Readonly<Record<string, GatewayResponse>> = {
  UNAUTHORIZED: {
    ...unauthorized,
    name: 'unauthorized',
    message: errors.unauthorized.message(),
    headers: { 'WWW-Authenticate': bearerChallenge },
  },
  ACCESS_DENIED: {
    ...unauthorized,
    name: 'invalid_token',
    // One of the sentences of the authorizer.
    message: 'the access token $context.authorizer.denial',
    headers: { 'WWW-Authenticate': `${bearerChallenge}, error="invalid_token"` },
  },
  MISSING_AUTHENTICATION_TOKEN: notFound,
  INVALID_SIGNATURE: notFound,
  RESOURCE_NOT_FOUND: notFound,
  REQUEST_TOO_LARGE: {
    status: 413,
    code: 'malformed-body',
    name: 'payload_too_large',
    message:
      `the request is too large; at most ${imageLimit} for images, less for other requests; ` +
      'in Health Auto Export, switch on Batch Requests and summarize by day',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    code: 'unsupported-content-type',
    name: 'unsupported_media_type',
    message: 'unsupported Content-Type or Content-Encoding',
  },
  THROTTLED: {
    status: 429,
    code: 'too-many-requests',
    name: 'too_many_requests',
    message: 'too many requests; try again later',
    headers: { 'Retry-After': '1' },
  },
  WAF_FILTERED: {
    status: 403,
    code: 'forbidden',
    name: 'access_denied',
    message: 'access denied',
  },
  DEFAULT_4XX: {
    status: 400,
    keepsStatus: true,
    code: 'malformed-request',
    name: 'malformed_request',
    message: 'invalid request; check the address, headers and body',
  },
  // The authorizer fails if it cannot read the table.
  AUTHORIZER_FAILURE: {
    ...internal,
    status: 503,
    name: 'unavailable',
    message: errors.unavailable.message(),
    headers: { 'Retry-After': '1' },
  },
  INTEGRATION_FAILURE: { ...internal, status: 502 },
  INTEGRATION_TIMEOUT: {
    ...internal,
    status: 504,
    name: 'timed_out',
    message: errors.timed_out.message(),
  },
  DEFAULT_5XX: { ...internal, keepsStatus: true },
};

/** Returns a response of the gateway itself, as API Gateway imports it. */
function toGatewayResponse(
  { headers, keepsStatus, ...error }: GatewayResponse,
  shape: ErrorShape,
  cors: Readonly<Record<string, string>>,
) {
  const rendered = renderResponseTemplate(shape, error, { ...headers, ...cors });
  const responseParameters: Record<string, string> = {};
  for (const [name, value] of Object.entries(rendered.headers))
    responseParameters[`gatewayresponse.header.${name}`] = value;

  return compact({
    statusCode: keepsStatus ? undefined : String(error.status),
    responseParameters,
    responseTemplates: rendered.templates,
  });
}

/**
 * Builds the responses of the gateway itself, by type. They have the shape of the host's errors,
 * and CORS headers unless they are pages. `metadataUrl` is where the metadata of the host is
 * (decision 0062).
 */
export function buildGatewayResponses(host: Host, metadataUrl: string | undefined) {
  const shape = errorShapeByHost[host];
  const cors = isOpenToAnyOrigin(host, shape) ? corsHeaders : {};
  const rendered = Object.entries(responses).map(([type, response]) => [
    type,
    toGatewayResponse(addDiary(addMetadata(response, metadataUrl), host), shape, cors),
  ]);
  return Object.fromEntries(rendered);
}

/**
 * Adds to a challenge where clients find out how to get a token (RFC 9728 section 5.1). Only the
 * gateway can send a challenge: it renames that of a function.
 */
function addMetadata(
  response: GatewayResponse,
  metadataUrl: string | undefined,
): GatewayResponse {
  const challenge = response.headers?.['WWW-Authenticate'];
  if (challenge === undefined || metadataUrl === undefined) return response;
  const value = `${challenge}, resource_metadata="${metadataUrl}"`;
  return { ...response, headers: { ...response.headers, 'WWW-Authenticate': value } };
}

/** Adds to an unknown path of main where the diary is, because clients look for it there. */
function addDiary(response: GatewayResponse, host: Host): GatewayResponse {
  if (host !== 'main' || response.status !== 404) return response;
  const message = `${response.message}; the diary is at $stageVariables.diary`;
  return { ...response, message };
}
