import type { Endpoint, Host } from '#shared/contract/endpoint.ts';
import { fullScope, scopeDescriptions } from '#shared/contract/scopes.ts';
import type { HostUrls } from './base-urls.ts';

type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/**
 * Builds the alternative requirements of an endpoint. Full access includes every other scope. The
 * requirement `{}` allows a client to authenticate in the form instead of with HTTP Basic.
 */
export function buildSecurity(endpoint: Endpoint): SecurityRequirement[] {
  const { auth, scope = fullScope, errors = [] } = endpoint;
  if (errors.includes('invalid_client')) return [{ client: [] }, {}];
  if (auth === 'public') return [];
  if (scope === 'any') return [{ oauth2: [] }, { bearer: [] }];

  const sufficient = new Set([scope, fullScope]);
  const byScope = [...sufficient].map((name) => ({ oauth2: [name] }));
  return [...byScope, { bearer: [] }];
}

/** Builds the schemes that the operations of a host use. */
export function buildSecuritySchemes(
  host: Host,
  baseUrls: HostUrls,
): Record<string, object> {
  if (host === 'auth') return {};
  const schemes = { oauth2: buildOauth2(baseUrls), bearer };
  return host === 'main' ? { ...schemes, client } : schemes;
}

function buildOauth2({ main, auth }: HostUrls): object {
  const tokenUrl = `${main}/v7.0/oauth2/access_token/`;
  const flow = { tokenUrl, refreshUrl: tokenUrl, scopes: scopeDescriptions };
  const authorizationUrl = `${auth}/v7.0/oauth2/authorize/`;
  return {
    type: 'oauth2',
    description:
      'The authorization code flow gives a user token, client credentials a token without a user.',
    flows: {
      authorizationCode: { authorizationUrl, ...flow },
      clientCredentials: flow,
    },
  };
}

const bearer = {
  type: 'http',
  scheme: 'bearer',
  description: 'An access token.',
};

const client = {
  type: 'http',
  scheme: 'basic',
  description: 'The id and the secret of the application.',
};
