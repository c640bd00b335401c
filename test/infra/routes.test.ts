import { describe, expect, it } from 'vitest';
import { getRequestMethods, listHosts } from '#shared/contract/endpoint.ts';
import { endpoints, findBundleId, template } from './built-stack.ts';
import { findApiId, listReferences, listResources, listRoutes } from './template.ts';

const routes = listRoutes(template);

/** The public endpoints. A new one must be added here too. */
const publicIds = [
  'auth/account/applications/remove',
  'auth/account/applications/show',
  'auth/account/connections/change',
  'auth/account/connections/show',
  'auth/account/data/day/show',
  'auth/account/data/show',
  'auth/account/devices/change',
  'auth/account/devices/show',
  'auth/account/password/change',
  'auth/account/password/show',
  'auth/account/security/change',
  'auth/account/security/show',
  'auth/account/show',
  'auth/account/sign-out',
  'auth/authorize',
  'auth/authorize/redirect',
  'auth/connect/callback',
  'auth/connect/create',
  'auth/connect/decide',
  'auth/connect/show',
  'auth/consent/decide',
  'auth/consent/show',
  'auth/metadata',
  'auth/open-link/show',
  'auth/open-link/submit',
  'auth/send-link/show',
  'auth/send-link/submit',
  'auth/sign-in/show',
  'auth/sign-in/submit',
  'auth/token',
  'auth/token/introspect',
  'auth/token/revoke',
  'main/docs/list',
  'main/docs/openapi/main',
  'main/docs/openapi/read',
  'main/docs/read',
  'main/remote-connection-type/connect',
  'main/remote-connection-type/logo',
  'main/remote-connection/webhook/confirm',
  'main/remote-connection/webhook/receive',
];

/** Finds the route of a method of an endpoint. */
function findRoute(
  { endpoint }: (typeof endpoints)[number],
  method: string = endpoint.method,
) {
  const path = `/{version}${endpoint.path.replace(/\/$/, '')}`;
  return routes.find(
    (route) =>
      route.api === findApiId(template, endpoint.host) &&
      route.HttpMethod === method &&
      route.path === path,
  );
}

/** Finds the bundle of the function whose ARN is in a value. */
function findBundle(value: unknown): string | undefined {
  return findBundleId(listReferences(value)[0]);
}

describe.each(endpoints)('$id', (entry) => {
  it('has a route to its own function', () => {
    const integration = findRoute(entry)?.Integration;
    expect(integration?.Type).toBe('AWS_PROXY');
    expect(findBundle(integration?.Uri)).toBe(entry.id);
  });

  it('uses the authorizer of its API, unless it is public', () => {
    const route = findRoute(entry);
    if (publicIds.includes(entry.id)) {
      expect(route?.AuthorizationType).toBe('NONE');
      return;
    }
    expect(route?.AuthorizationType).toBe('CUSTOM');
    const authorizer = template.Resources[route?.AuthorizerId?.Ref ?? ''];
    expect(authorizer?.Properties).toMatchObject({
      Type: 'TOKEN',
      RestApiId: { Ref: route?.api },
    });
    expect(findBundle(authorizer?.Properties.AuthorizerUri)).toBe('auth/authorizer');
  });
});

const reads = endpoints.filter(({ endpoint }) => endpoint.method === 'GET');

it.each(reads)('$id responds to HEAD as to GET (M14)', (entry) => {
  const { HttpMethod: _, ...get } = { ...findRoute(entry) };
  const { HttpMethod, ...head } = { ...findRoute(entry, 'HEAD') };
  expect([HttpMethod, head]).toEqual(['HEAD', get]);
});

describe('the routes', () => {
  it('are exactly those of the endpoints', () => {
    const lambdas = routes.filter(({ Integration }) => Integration.Type === 'AWS_PROXY');
    const methods = endpoints.flatMap(({ endpoint }) =>
      listHosts(endpoint).flatMap(() => getRequestMethods(endpoint)),
    );
    expect(lambdas).toHaveLength(methods.length);
  });

  it('respond with 405 and Allow to every other method of a path (M3)', () => {
    const paths = Map.groupBy(
      routes.filter(({ HttpMethod }) => HttpMethod !== 'ANY'),
      ({ api, path }) => `${api} ${path}`,
    );
    for (const [key, methods] of paths) {
      const rejection = routes.find(
        ({ api, path, HttpMethod }) => `${api} ${path}` === key && HttpMethod === 'ANY',
      );
      const [response, preflight] = rejection?.Integration.IntegrationResponses ?? [];
      expect(rejection?.AuthorizationType, key).toBe('NONE');
      expect(response?.StatusCode, key).toBe('405');
      const names = methods.map(({ HttpMethod }) => HttpMethod);
      const isOpen = preflight?.StatusCode === '204';
      const allowed = isOpen ? [...names, 'OPTIONS'] : names;
      expect(response?.ResponseParameters['method.response.header.Allow'], key).toBe(
        `'${allowed.sort().join(', ')}'`,
      );
    }
  });

  it('follow the 405 of their path, which overrides them in `sam local` otherwise', () => {
    const positions = (method: (name: string) => boolean) =>
      new Map(
        routes.flatMap(({ api, path, HttpMethod }, at) =>
          method(HttpMethod) ? [[api + path, at]] : [],
        ),
      );
    const rejections = positions((name) => name === 'ANY');
    const others = positions((name) => name !== 'ANY');
    for (const [path, at] of others) expect(rejections.get(path), path).toBeLessThan(at);
  });

  it('never have two path parameters at one position, which API Gateway rejects', () => {
    const parameters = Map.groupBy(
      listResources<{ ParentId: unknown; PathPart: string }>(
        template,
        'AWS::ApiGateway::Resource',
      ).filter(({ Properties }) => Properties.PathPart.startsWith('{')),
      ({ Properties }) => JSON.stringify(Properties.ParentId),
    );
    expect([...parameters.values()].filter((siblings) => siblings.length > 1)).toEqual(
      [],
    );
  });

  it('call the authorizer for bearer tokens only, and cache its result for 60 seconds', () => {
    const authorizers = listResources(template, 'AWS::ApiGateway::Authorizer');
    expect(authorizers.length).toBeGreaterThan(0);
    for (const { Properties } of authorizers) {
      expect(Properties).toMatchObject({
        IdentitySource: 'method.request.header.Authorization',
        AuthorizerResultTtlInSeconds: 50,
      });
      const form = new RegExp(`^(?:${String(Properties.IdentityValidationExpression)})$`);
      expect(
        ['Bearer x', 'bearer  x', 'Bearer x y'].every((value) => form.test(value)),
      ).toBe(true);
      expect(['Basic x', 'Bearer', 'xBearer x'].some((value) => form.test(value))).toBe(
        false,
      );
    }
  });
});
