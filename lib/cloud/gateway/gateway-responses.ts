import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import upload from '#functions/main/image/create/endpoint.ts';
import { realm } from '#shared/auth/realm.ts';
import { formatSizeLimit } from '#shared/contract/body-size.ts';
import { type Host, shapeOfHost } from '#shared/contract/endpoint.ts';
import { errors } from '#shared/errors/errors.ts';
import { gatewayAnswer, type Refusal } from './gateway-response.ts';

const challenge = `Bearer realm="${realm}"`;
const nothingHere = 'not found; see the documentation for all paths';
const unreadable = 'invalid request; check the address, headers and body';
const tooMany = 'too many requests; try again later';
const refused = 'access denied';

/** The gateway takes more than any function does, so it says what the functions take. */
const { maxBytes } = upload.request.multipart.image.imageFile;
const tooLarge = `the request is too large; the limit is ${formatSizeLimit(maxBytes)} for an image and less for other bodies`;

type Row = readonly [
  status: number | undefined,
  code: string,
  sentence: string,
  headers?: Readonly<Record<string, string>>,
];

/**
 * Every answer that API Gateway can give by itself. A caller without a token gets a bare challenge; the authorizer's
 * Deny means a token that is unknown, expired or revoked, so it says `invalid_token` (RFC 6750 section 3.1). The
 * gateway calls a path that does not exist a missing authentication token; to the caller it is a 404.
 */
const table = {
  UNAUTHORIZED: [
    401,
    'unauthorized',
    errors.unauthorized.message(),
    { 'WWW-Authenticate': challenge },
  ],
  ACCESS_DENIED: [
    401,
    'unauthorized',
    errors.unauthorized.message(),
    { 'WWW-Authenticate': `${challenge}, error="invalid_token"` },
  ],
  EXPIRED_TOKEN: [403, 'forbidden', refused],
  INVALID_API_KEY: [403, 'forbidden', refused],
  INVALID_SIGNATURE: [403, 'forbidden', refused],
  WAF_FILTERED: [403, 'forbidden', refused],
  MISSING_AUTHENTICATION_TOKEN: [404, 'not-found', nothingHere],
  RESOURCE_NOT_FOUND: [404, 'not-found', nothingHere],
  REQUEST_TOO_LARGE: [413, 'malformed-body', tooLarge],
  UNSUPPORTED_MEDIA_TYPE: [
    415,
    'unsupported-content-type',
    'unsupported Content-Type or Content-Encoding',
  ],
  THROTTLED: [429, 'too-many-requests', tooMany, { 'Retry-After': '1' }],
  QUOTA_EXCEEDED: [429, 'too-many-requests', tooMany, { 'Retry-After': '3600' }],
  BAD_REQUEST_BODY: [400, 'malformed-body', unreadable],
  BAD_REQUEST_PARAMETERS: [400, 'malformed-request', unreadable],
  DEFAULT_4XX: [undefined, 'malformed-request', unreadable],
  API_CONFIGURATION_ERROR: [500, 'internal', errors.internal.message()],
  AUTHORIZER_CONFIGURATION_ERROR: [500, 'internal', errors.internal.message()],
  AUTHORIZER_FAILURE: [500, 'internal', errors.internal.message()],
  INTEGRATION_FAILURE: [502, 'internal', errors.internal.message()],
  INTEGRATION_TIMEOUT: [504, 'internal', errors.timed_out.message()],
  DEFAULT_5XX: [undefined, 'internal', errors.internal.message()],
} as const satisfies Record<string, Row>;

/** Makes every answer that the gateway gives by itself look like the answers of `host`. */
export function shapeGatewayResponses(api: RestApi, host: Host): void {
  for (const [type, [status, code, sentence, headers]] of Object.entries<Row>(table)) {
    const refusal: Refusal = { status, code, sentence };
    const answer = gatewayAnswer(shapeOfHost[host], refusal, headers);
    api.addGatewayResponse(type, {
      type: ResponseType.of(type),
      ...(status && { statusCode: String(status) }),
      responseHeaders: answer.headers,
      templates: answer.templates,
    });
  }
}
