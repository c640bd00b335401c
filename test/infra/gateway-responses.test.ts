import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { describe, expect, it } from 'vitest';
import { gatewayErrors } from '#lib/docs/openapi/gateway-errors.ts';
import {
  type ErrorShape,
  errorShapeByHost,
  getErrorShape,
  type Host,
  listHosts,
} from '#shared/contract/endpoint.ts';
import { endpoints, template } from './built-stack.ts';
import { findApiId, listResources, listRoutes } from './template.ts';

interface GatewayResponseProperties {
  RestApiId: { Ref: string };
  ResponseType: string;
  StatusCode?: string;
  ResponseParameters: Record<string, string>;
  ResponseTemplates: Record<string, string>;
}

const responses = listResources<GatewayResponseProperties>(
  template,
  'AWS::ApiGateway::GatewayResponse',
).map(({ Properties }) => Properties);
const hosts = ['main', 'auth', 'diary'] as const;

function findResponse(host: (typeof hosts)[number], type: string) {
  const api = findApiId(template, host);
  return responses.find(
    ({ RestApiId, ResponseType }) => RestApiId.Ref === api && ResponseType === type,
  );
}

/** Lists the responses of the mock integrations of a host's API. */
function listMockResponses(host: Host) {
  const routes = listRoutes(template).filter(
    ({ api }) => api === findApiId(template, host),
  );
  return routes.flatMap(({ Integration }) => Integration.IntegrationResponses ?? []);
}

/** Finds the error shape of the endpoints at a path. */
function findShape(host: Host, path: string): ErrorShape {
  const entry = endpoints.find(
    ({ endpoint }) =>
      listHosts(endpoint).includes(host) &&
      `/{version}${endpoint.path}`.replace(/\/$/, '') === path,
  );
  return entry ? getErrorShape(entry.endpoint) : errorShapeByHost[host];
}

/** Returns the body that a client receives. */
function getBody(templates: Record<string, string> | undefined): string {
  return Object.values(templates ?? {})[0] ?? '';
}

const shapes: Record<ErrorShape, (body: string) => void> = {
  hal: (body: string) =>
    expect(JSON.parse(body)).toEqual({
      errors: [expect.any(String)],
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
  page: (body: string) => expect(body).toMatch(/^<!doctype html>.*<h1>.+<\/h1>/s),
  diary: (body: string) =>
    expect(JSON.parse(body)).toEqual({
      error: expect.stringMatching(/^[a-z]+(-[a-z]+)*$/),
      error_description: expect.any(String),
    }),
};

describe.each(hosts)('a response of the gateway of %s itself', (host) => {
  it('has the shape of the host', () => {
    const api = findApiId(template, host);
    const shaped = responses.filter(({ RestApiId }) => RestApiId.Ref === api);
    expect(shaped.length).toBeGreaterThan(0);
    for (const { ResponseTemplates } of shaped)
      shapes[errorShapeByHost[host]](getBody(ResponseTemplates));
  });

  it('has the shape of the endpoints at the path for a wrong method (A10)', () => {
    const api = findApiId(template, host);
    const rejections = listRoutes(template).filter(
      (route) => route.api === api && route.HttpMethod === 'ANY' && route.path !== '',
    );
    expect(rejections.length).toBeGreaterThan(0);
    for (const { path, Integration } of rejections)
      shapes[findShape(host, path)](
        getBody(Integration.IntegrationResponses?.[0]?.ResponseTemplates),
      );
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
    ['INTEGRATION_FAILURE', '502'],
    ['INTEGRATION_TIMEOUT', '504'],
    ['DEFAULT_4XX', undefined],
    ['DEFAULT_5XX', undefined],
  ])('has the status of %s: %s', (type, status) => {
    expect(findResponse(host, type)?.StatusCode).toBe(status);
  });

  it('has the defaults of its class in all other cases, which need no entry', () => {
    const types = Object.values(ResponseType).filter(
      (value) => value instanceof ResponseType,
    );
    const others = types.filter(
      ({ responseType }) => !findResponse(host, responseType)?.ResponseTemplates,
    );
    // Keys, quotas, request validators and AWS credentials are not in use.
    expect(others.map(({ responseType }) => responseType).sort()).toEqual([
      'API_CONFIGURATION_ERROR',
      'AUTHORIZER_CONFIGURATION_ERROR',
      'AUTHORIZER_FAILURE',
      'BAD_REQUEST_BODY',
      'BAD_REQUEST_PARAMETERS',
      'EXPIRED_TOKEN',
      'INVALID_API_KEY',
      'QUOTA_EXCEEDED',
    ]);
  });

  it('has the same body whichever template API Gateway selects', () => {
    const api = findApiId(template, host);
    const ofApi = responses.filter(({ RestApiId }) => RestApiId.Ref === api);
    for (const { ResponseTemplates } of [...ofApi, ...listMockResponses(host)]) {
      if (!ResponseTemplates) continue;
      expect(ResponseTemplates).toHaveProperty(['application/json']);
      expect(new Set(Object.values(ResponseTemplates)).size).toBe(1);
    }
  });

  it('has the security headers (M16)', () => {
    const api = findApiId(template, host);
    const ofApi = responses.filter(({ RestApiId }) => RestApiId.Ref === api);
    for (const { ResponseParameters } of ofApi)
      expect(ResponseParameters).toMatchObject({
        'gatewayresponse.header.X-Content-Type-Options': `'nosniff'`,
        'gatewayresponse.header.Strict-Transport-Security': `'max-age=31536000'`,
      });
    for (const { ResponseParameters } of listMockResponses(host))
      expect(ResponseParameters).toMatchObject({
        'method.response.header.X-Content-Type-Options': `'nosniff'`,
        'method.response.header.Strict-Transport-Security': `'max-age=31536000'`,
      });
  });

  it('has a constant body, which no request can change', () => {
    const mocks = listRoutes(template).flatMap(
      ({ Integration }) => Integration.IntegrationResponses ?? [],
    );
    const bodies = [...responses, ...mocks].flatMap(({ ResponseTemplates = {} }) =>
      Object.values(ResponseTemplates),
    );
    const directive =
      /\$|#(?:#|\*|\[|\{?(?:set|if|else|elseif|end|foreach|include|parse|stop|break|evaluate|define|macro)\b)/;
    // A mock integration may set the status of its response, which is constant too.
    const override = /^#set\(\$context\.responseOverride\.status = \d{3}\)/;
    const constants = bodies.map((body) => body.replace(override, ''));
    expect(constants.filter((body) => directive.test(body))).toEqual([]);
  });

  it('has header values that API Gateway reads as literals', () => {
    const values = responses.flatMap(({ ResponseParameters }) =>
      Object.values(ResponseParameters),
    );
    expect(values.filter((value) => !/^'.*'$/s.test(value))).toEqual([]);
  });

  it('challenges a client without a token, and names the error of an invalid one (A11)', () => {
    const challenge = (type: string) =>
      findResponse(host, type)?.ResponseParameters[
        'gatewayresponse.header.WWW-Authenticate'
      ];
    expect(challenge('UNAUTHORIZED')).toBe(`'Bearer realm="fitness-data"'`);
    expect(challenge('ACCESS_DENIED')).toBe(
      `'Bearer realm="fitness-data", error="invalid_token"'`,
    );
  });

  it('has Retry-After if the client is throttled', () => {
    const retryAfter = (type: string) =>
      findResponse(host, type)?.ResponseParameters['gatewayresponse.header.Retry-After'];
    expect(retryAfter('THROTTLED')).toMatch(/^'\d+'$/);
  });
});

it('the OpenAPI documents have every status that the gateway responds with', () => {
  const statuses = responses.map(({ StatusCode }) => Number(StatusCode ?? 400));
  const documented = gatewayErrors.map(({ status }) => status);
  expect(statuses.filter((status) => !documented.includes(status))).toEqual([]);
});
