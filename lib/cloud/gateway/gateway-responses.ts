import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import upload from '#functions/main/image/create/endpoint.ts';
import { bearerChallenge } from '#shared/auth/challenges.ts';
import { formatSizeLimit } from '#shared/contract/body-size.ts';
import { errorShapeByHost, type Host } from '#shared/contract/endpoint.ts';
import { errors } from '#shared/errors/errors.ts';
import { compact } from '#shared/runtime/compact.ts';
import { type ResponseError, renderResponseError } from './gateway-response.ts';

interface GatewayResponse extends ResponseError {
  headers?: Readonly<Record<string, string>>;
}

const unauthorized = {
  status: 401,
  code: 'unauthorized',
  message: errors.unauthorized.message(),
};
const forbidden = { status: 403, code: 'forbidden', message: 'access denied' };
const notFound = {
  status: 404,
  code: 'not-found',
  message: 'not found; see the documentation for all paths',
};
const tooManyRequests = {
  status: 429,
  code: 'too-many-requests',
  message: 'too many requests; try again later',
};
const internal = { status: 500, code: 'internal', message: errors.internal.message() };
const invalidRequest = 'invalid request; check the address, headers and body';

/** The gateway accepts larger bodies than the functions, so the message has their limits. */
const { maxBytes } = upload.request.multipart.image.imageFile;
const imageLimit = formatSizeLimit(maxBytes);

/**
 * Every response that API Gateway makes itself. Without a token, the challenge has no error. Deny
 * by the authorizer means an unknown, expired or revoked token, so the challenge says
 * `invalid_token` (RFC 6750 section 3.1). MISSING_AUTHENTICATION_TOKEN is what API Gateway calls an
 * unknown path.
 */
const responses: Readonly<Record<string, GatewayResponse>> = {
  UNAUTHORIZED: { ...unauthorized, headers: { 'WWW-Authenticate': bearerChallenge } },
  ACCESS_DENIED: {
    ...unauthorized,
    headers: { 'WWW-Authenticate': `${bearerChallenge}, error="invalid_token"` },
  },
  EXPIRED_TOKEN: forbidden,
  INVALID_API_KEY: forbidden,
  INVALID_SIGNATURE: forbidden,
  WAF_FILTERED: forbidden,
  MISSING_AUTHENTICATION_TOKEN: notFound,
  RESOURCE_NOT_FOUND: notFound,
  REQUEST_TOO_LARGE: {
    status: 413,
    code: 'malformed-body',
    message: `the request is too large; the limit is ${imageLimit} for images and less for others`,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    code: 'unsupported-content-type',
    message: 'unsupported Content-Type or Content-Encoding',
  },
  THROTTLED: { ...tooManyRequests, headers: { 'Retry-After': '1' } },
  QUOTA_EXCEEDED: { ...tooManyRequests, headers: { 'Retry-After': '3600' } },
  BAD_REQUEST_BODY: { status: 400, code: 'malformed-body', message: invalidRequest },
  BAD_REQUEST_PARAMETERS: {
    status: 400,
    code: 'malformed-request',
    message: invalidRequest,
  },
  DEFAULT_4XX: { code: 'malformed-request', message: invalidRequest },
  API_CONFIGURATION_ERROR: internal,
  AUTHORIZER_CONFIGURATION_ERROR: internal,
  AUTHORIZER_FAILURE: internal,
  INTEGRATION_FAILURE: { ...internal, status: 502 },
  INTEGRATION_TIMEOUT: { ...internal, status: 504, message: errors.timed_out.message() },
  DEFAULT_5XX: { code: 'internal', message: errors.internal.message() },
};

/** Gives every response of the gateway itself the shape of the host's errors. */
export function addGatewayResponses(api: RestApi, host: Host): void {
  for (const [type, { headers, ...error }] of Object.entries(responses)) {
    const rendered = renderResponseError(errorShapeByHost[host], error, headers);
    const options = compact({
      type: ResponseType.of(type),
      statusCode: error.status?.toString(),
      responseHeaders: rendered.headers,
      templates: rendered.templates,
    });
    api.addGatewayResponse(type, options);
  }
}
