import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { describe, expect, it } from 'vitest';
import { gatewayErrors } from '#lib/docs/reference/errors.ts';
import {
  allHosts,
  type ErrorShape,
  errorShapeByHost,
  type Host,
} from '#shared/contract/endpoint.ts';
import { template } from './built-stack.ts';
import { findApiId, getDocument, listRoutes } from './template.ts';

/** Lists the responses of the gateway of a host by type. */
function getResponses(host: Host) {
  const document = getDocument(template, findApiId(template, host));
  return document['x-amazon-apigateway-gateway-responses'];
}

const responses = allHosts.flatMap((host) => Object.values(getResponses(host)));

function findResponse(host: Host, type: string) {
  return getResponses(host)[type];
}

const authHost = `${findApiId(template, 'auth')}.execute-api.AWS::Region.AWS::URLSuffix`;

interface Joined {
  'Fn::Join': [separator: '', parts: (string | { Ref: string })[]];
}

/** Returns the text of a value, with the names of what it refers to. */
function toText(value: string | Joined = ''): string {
  if (typeof value === 'string') return value;
  const [, parts] = value['Fn::Join'];
  return parts.map((part) => (typeof part === 'string' ? part : part.Ref)).join('');
}

/** Lists the responses of the mock integrations of a host's API. */
function listMockResponses(host: Host) {
  const api = findApiId(template, host);
  const routes = listRoutes(template).filter((route) => route.api === api);
  return routes.flatMap(({ integration }) => Object.values(integration.responses ?? {}));
}

/** Returns the body that a client receives. */
function getBody(templates: Record<string, string> | undefined): string {
  return Object.values(templates ?? {})[0] ?? '';
}

/** Functions that expect a body to have a shape. */
const shapeExpectations: Record<ErrorShape, (body: string) => void> = {
  hal: (body: string) =>
    expect(JSON.parse(body)).toEqual({
      errors: [expect.any(String)],
      codes: [expect.stringMatching(/^[a-z]+(_[a-z]+)*$/)],
      request_id: '$context.extendedRequestId',
      _links: {
        self: [{ href: '/v7.1/docs/' }],
        documentation: [{ href: '/v7.1/docs/' }],
      },
    }),
  oauth: (body: string) =>
    expect(JSON.parse(body)).toEqual({
      error: 'invalid_request',
      error_description: expect.any(String),
    }),
  page: (body: string) => {
    expect(body).toMatch(/^<!doctype html>.*<h1>.+<\/h1>/s);
    expect(body).not.toContain('/*');
    expect(body).toContain('<a href="$stageVariables.account">Go to your account</a>');
  },
  rpc: (body: string) =>
    expect(JSON.parse(body)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: expect.any(Number), message: expect.any(String) },
    }),
  diary: (body: string) =>
    expect(JSON.parse(body)).toEqual({
      error: expect.stringMatching(/^[a-z]+(-[a-z]+)*$/),
      error_description: expect.any(String),
    }),
};

describe.each(allHosts)('a response that the gateway of %s builds itself', (host) => {
  it('has the shape of the host', () => {
    const shaped = Object.values(getResponses(host));
    expect(shaped.length).toBeGreaterThan(0);
    for (const { responseTemplates } of shaped)
      shapeExpectations[errorShapeByHost[host]](getBody(responseTemplates));
  });

  it.each([
    ['UNAUTHORIZED', '401'],
    ['ACCESS_DENIED', '401'],
    ['MISSING_AUTHENTICATION_TOKEN', '404'],
    ['INVALID_SIGNATURE', '404'],
    ['RESOURCE_NOT_FOUND', '404'],
    ['REQUEST_TOO_LARGE', '413'],
    ['UNSUPPORTED_MEDIA_TYPE', '415'],
    ['THROTTLED', '429'],
    ['WAF_FILTERED', '403'],
    ['AUTHORIZER_FAILURE', '503'],
    ['INTEGRATION_FAILURE', '502'],
    ['INTEGRATION_TIMEOUT', '504'],
    ['DEFAULT_4XX', undefined],
    ['DEFAULT_5XX', undefined],
  ])('has the status of %s: %s', (type, status) => {
    expect(findResponse(host, type)?.statusCode).toBe(status);
  });

  it('has the body of DEFAULT_4XX or DEFAULT_5XX for every other type', () => {
    const types = Object.values(ResponseType).filter(
      (value) => value instanceof ResponseType,
    );
    const others = types.filter(
      ({ responseType }) => !findResponse(host, responseType)?.responseTemplates,
    );
    // Keys, quotas, request validators and AWS credentials are not in use.
    expect(others.map(({ responseType }) => responseType).sort()).toEqual([
      'API_CONFIGURATION_ERROR',
      'AUTHORIZER_CONFIGURATION_ERROR',
      'BAD_REQUEST_BODY',
      'BAD_REQUEST_PARAMETERS',
      'EXPIRED_TOKEN',
      'INVALID_API_KEY',
      'QUOTA_EXCEEDED',
    ]);
  });

  it('has the same body whichever template API Gateway selects', () => {
    for (const { responseTemplates = {} } of Object.values(getResponses(host))) {
      expect(responseTemplates).toHaveProperty(['application/json']);
      expect(new Set(Object.values(responseTemplates)).size).toBe(1);
    }
  });

  it('has the security headers', () => {
    for (const { responseParameters } of Object.values(getResponses(host)))
      expect(responseParameters).toMatchObject({
        'gatewayresponse.header.X-Content-Type-Options': `'nosniff'`,
        'gatewayresponse.header.Strict-Transport-Security': `'max-age=31536000'`,
      });
    for (const { responseParameters } of listMockResponses(host))
      expect(responseParameters).toMatchObject({
        'method.response.header.X-Content-Type-Options': `'nosniff'`,
        'method.response.header.Strict-Transport-Security': `'max-age=31536000'`,
      });
  });

  it('is not cached', () => {
    for (const { responseParameters } of Object.values(getResponses(host)))
      expect(responseParameters).toMatchObject({
        'gatewayresponse.header.Cache-Control': `'no-store'`,
        'gatewayresponse.header.Vary': `'Accept, Accept-Encoding'`,
      });
  });

  it('has a body that no request can change', () => {
    const bodies = Object.values(getResponses(host)).flatMap(
      ({ responseTemplates = {} }) => Object.values(responseTemplates),
    );
    // A reference or a directive of a Velocity template.
    const directive =
      /\$|#(?:#|\*|\[|\{?(?:set|if|else|elseif|end|foreach|include|parse|stop|break|evaluate|define|macro)\b)/;
    // URLs are constants of the stage, the denial is one of the authorizer, and a client cannot
    // choose this id.
    const ours =
      /\$(?:stageVariables\.(?:account|diary)|context\.(?:authorizer\.denial|extendedRequestId))(?=")/g;
    const constants = bodies.map((body) => body.replaceAll(ours, ''));
    expect(constants.filter((body) => directive.test(body))).toEqual([]);
  });

  it('has header values that API Gateway reads as literals', () => {
    const values = responses.flatMap(({ responseParameters }) =>
      Object.values(responseParameters),
    );
    expect(values.map(toText).filter((value) => !/^'.*'$/s.test(value))).toEqual([]);
  });

  it('challenges a client without a token, and names the error of an invalid one', () => {
    const getChallenge = (type: string) =>
      toText(
        findResponse(host, type)?.responseParameters[
          'gatewayresponse.header.WWW-Authenticate'
        ],
      );
    const path = `/.well-known/oauth-protected-resource/${host}`;
    const metadata =
      host === 'auth' ? '' : `, resource_metadata="https://${authHost}/live${path}"`;
    const realm = 'Bearer realm="fitness-data"';
    expect(getChallenge('UNAUTHORIZED')).toBe(`'${realm}${metadata}'`);
    expect(getChallenge('ACCESS_DENIED')).toBe(
      `'${realm}, error="invalid_token"${metadata}'`,
    );
  });

  it('can be read by scripts of any origin, except on the host of the pages', () => {
    const origins = Object.values(getResponses(host)).map(
      ({ responseParameters }) =>
        responseParameters['gatewayresponse.header.Access-Control-Allow-Origin'],
    );
    const expected = host === 'auth' ? undefined : `'*'`;
    expect(new Set(origins)).toEqual(new Set([expected]));
  });

  it('says that the service is unavailable if the authorizer cannot read the table', () => {
    const body = getBody(findResponse(host, 'AUTHORIZER_FAILURE')?.responseTemplates);
    expect(body).toMatch(/temporarily unavailable|<h1>Service unavailable<.h1>/);
  });

  it('has Retry-After if the client is throttled', () => {
    const response = findResponse(host, 'THROTTLED');
    const retryAfter = response?.responseParameters['gatewayresponse.header.Retry-After'];
    expect(retryAfter).toMatch(/^'\d+'$/);
  });
});

it('the OpenAPI documents have every status that the gateway responds with', () => {
  const statuses = responses.map(({ statusCode }) => Number(statusCode ?? 400));
  const documented = gatewayErrors.map(({ status }) => status);
  expect(statuses.filter((status) => !documented.includes(status))).toEqual([]);
});
