import { describe, expect, it } from 'vitest';
import { allHosts, getRequestMethods, listHosts } from '#shared/contract/endpoint.ts';
import { toResourcePath } from '#shared/contract/served-path.ts';
import { endpoints, findDefinitionId, template } from './built-stack.ts';
import { findApiId, findNamedFunction, getDocument, listRoutes } from './template.ts';

const routes = listRoutes(template);

/**
 * Returns whether an endpoint is a page or a form of the account. They check a session instead of a
 * token, as `test/contract/forms.test.ts` proves.
 */
function isOfAccount({ endpoint }: (typeof endpoints)[number]): boolean {
  return endpoint.path.startsWith('/oauth2/account/');
}

/** The other public endpoints. A new one must be added here, so none is public by mistake. */
const publicIds = [
  'auth/authorize',
  'auth/authorize/redirect/forward',
  'auth/authorize/redirect/submit',
  'connections/connect/callback/key',
  'connections/connect/callback/provider',
  'connections/connect/create',
  'connections/connect/decide',
  'connections/connect/show',
  'auth/consent/decide',
  'auth/consent/show',
  'auth/language/choose',
  'auth/metadata/host',
  'auth/metadata/openid',
  'auth/metadata/resource',
  'auth/metadata/server',
  'auth/openid/jwks',
  'auth/openid/logout/show',
  'auth/openid/logout/submit',
  'auth/email-link/open/show',
  'auth/email-link/open/submit',
  'auth/email-link/send/show',
  'auth/email-link/send/submit',
  'auth/sign-in/show',
  'auth/sign-in/submit',
  'auth/token',
  'auth/token/introspect',
  'auth/token/revoke',
  'main/documentation/list',
  'main/documentation/openapi/main',
  'main/documentation/openapi/read',
  'main/documentation/read',
  'main/documentation/search',
  'account/export/file',
  'connections/connection-type/connect',
  'connections/connection-type/logo',
  'connections/inbox/receive/receive',
  'connections/inbox/receive/receiveByAddress',
  'connections/webhook/receive/confirm',
  'connections/webhook/receive/receive',
];

/** Finds the route of a method of an endpoint. */
function findRoute(
  { endpoint }: (typeof endpoints)[number],
  method: string = endpoint.method,
) {
  const api = findApiId(template, endpoint.host);
  const path = toResourcePath(endpoint);
  return routes.find(
    (route) => route.api === api && route.method === method && route.path === path,
  );
}

/** Finds the bundle of the function whose name is in a value. */
function findBundle(value: unknown): string | undefined {
  return findDefinitionId(findNamedFunction(template, value));
}

const documents = allHosts.map((host) =>
  getDocument(template, findApiId(template, host)),
);
const schemes = documents.flatMap(({ components }) =>
  Object.values(components.securitySchemes),
);

describe.each(endpoints)('$id', (entry) => {
  it('has a route to its own function', () => {
    const integration = findRoute(entry)?.integration;
    expect(integration).toMatchObject({ type: 'aws_proxy', httpMethod: 'POST' });
    expect(findBundle(integration?.uri)).toBe(entry.functionId);
  });

  it('uses the authorizer of its API, unless it is public', () => {
    const route = findRoute(entry);
    const isPublic = isOfAccount(entry) || publicIds.includes(entry.id);
    expect(route?.security).toEqual(isPublic ? [] : ['bearer']);
    if (isPublic) return;

    const { components } = getDocument(template, route?.api ?? '');
    const authorizer =
      components.securitySchemes.bearer?.['x-amazon-apigateway-authorizer'];
    expect(authorizer?.type).toBe('token');
    expect(findBundle(authorizer?.authorizerUri)).toBe('auth/authorizer');
  });
});

const reads = endpoints.filter(({ endpoint }) => endpoint.method === 'GET');

it.each(reads)('$id responds to HEAD as to GET', (entry) => {
  const { method: _, ...get } = { ...findRoute(entry) };
  const { method, ...head } = { ...findRoute(entry, 'HEAD') };
  expect([method, head]).toEqual(['HEAD', get]);
});

describe('the routes', () => {
  const isFallback = ({ integration: { uri } }: (typeof routes)[number]) =>
    findBundle(uri) === 'main/fallback';

  it('are exactly those of the endpoints, besides preflights, redirects and the fallback', () => {
    const lambdas = routes.filter(({ integration }) => integration.type === 'aws_proxy');
    const methods = endpoints.flatMap(({ endpoint }) =>
      listHosts(endpoint).flatMap(() => getRequestMethods(endpoint)),
    );
    const served = lambdas.filter((route) => !isFallback(route));
    expect(served).toHaveLength(methods.length);
  });

  it('lead every other method of a path to the fallback, without a token', () => {
    const paths = Map.groupBy(routes, ({ api, path }) => `${api} ${path}`);
    expect(paths.size).toBeGreaterThan(70);
    for (const [key, methods] of paths) {
      const rejection = methods.find(({ method }) => method === 'ANY');
      expect(rejection?.security, key).toEqual([]);
      const isRedirect = rejection?.integration.type === 'mock';
      expect(isRedirect ? key.endsWith(' /') : rejection && isFallback(rejection)).toBe(
        true,
      );
    }
  });

  it('lead unknown paths to the fallback on the host of the pages only', () => {
    const greedy = routes.filter(({ path }) => path.endsWith('+}'));
    const found = greedy.map(({ api, method, path }) => [api, method, path]);
    expect(found).toEqual([[findApiId(template, 'auth'), 'ANY', '/{version}/{proxy+}']]);
    expect(greedy.every(isFallback)).toBe(true);
  });

  it('list every status and header that a mock integration sets', () => {
    const mocks = routes.filter(({ integration }) => integration.type === 'mock');
    expect(mocks.length).toBeGreaterThan(0);
    for (const { listed, integration } of mocks) {
      for (const response of Object.values(integration.responses ?? {})) {
        const names = Object.keys(listed[response.statusCode ?? '']?.headers ?? {});
        const parameters = names.map((name) => `method.response.header.${name}`);
        expect(parameters).toEqual(Object.keys(response.responseParameters));
      }
    }
  });

  it('never have two path parameters at one position, which API Gateway rejects', () => {
    for (const { paths } of documents) {
      const segments = Object.keys(paths).flatMap((path) => {
        const parts = path.split('/');
        return parts.map((part, index) => {
          const parent = parts.slice(0, index).join('/');
          return { parent, part };
        });
      });
      const parameters = segments.filter(({ part }) => /^\{[^+]*\}$/.test(part));
      const byParent = Map.groupBy(parameters, ({ parent }) => parent);
      for (const [parent, siblings] of byParent)
        expect(new Set(siblings.map(({ part }) => part)).size, parent).toBe(1);
    }
  });

  it('call the authorizer for bearer tokens only, and cache its result for 50 seconds', () => {
    expect(schemes.length).toBeGreaterThan(0);
    for (const { 'x-amazon-apigateway-authorizer': authorizer, ...scheme } of schemes) {
      expect(scheme).toMatchObject({
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
      });
      expect(authorizer.authorizerResultTtlInSeconds).toBe(50);
      const pattern = new RegExp(`^(?:${authorizer.identityValidationExpression})$`);
      expect(
        ['Bearer x', 'bearer  x', 'Bearer x y'].every((value) => pattern.test(value)),
      ).toBe(true);
      expect(
        ['Basic x', 'Bearer', 'xBearer x'].some((value) => pattern.test(value)),
      ).toBe(false);
    }
  });
});
