import {
  authInterface,
  diaryInterface,
  type Endpoint,
  type Host,
  mainInterface,
  mcpInterface,
  type PathPrefix,
} from '#shared/contract/endpoint.ts';
import {
  coversScope,
  dataScopes,
  fullScope,
  scopeDescriptions,
} from '#shared/contract/scopes.ts';
import { hosts } from '../reference/labels.ts';

/** The base URL of each host. */
export type HostUrls = Readonly<Record<Host, string>>;

/** The base URLs of `npm start`, which the committed documents have. */
export const localUrls: HostUrls = {
  main: hosts.main.local,
  auth: hosts.auth.local,
  diary: hosts.diary.local,
  mcp: hosts.mcp.local,
};

const interfaces = {
  main: mainInterface,
  auth: authInterface,
  diary: diaryInterface,
  mcp: mcpInterface,
};

/** Lists the versions of a host, newest first. */
export function listVersions(host: Host): readonly PathPrefix[] {
  return interfaces[host].versions.toReversed();
}

/** A server of an OpenAPI document or path. */
interface Server {
  url: string;
  description?: string;
}

/** Builds the servers of a host: its URL under each version, newest first. */
export function buildServers(host: Host, baseUrls: HostUrls): Server[] {
  const [newest, ...older] = listVersions(host);
  const newestServer = {
    url: `${baseUrls[host]}/${newest}`,
    description: hosts[host].description,
  };
  return [
    newestServer,
    ...older.map((version) => ({
      url: `${baseUrls[host]}/${version}`,
      description: `The same under ${version}, for older clients.`,
    })),
  ];
}

/** Builds the servers of a path. Returns undefined if the path has all versions of its host. */
export function buildOwnServers(
  host: Host,
  versions: readonly PathPrefix[],
  baseUrls: HostUrls,
): Server[] | undefined {
  const hostVersions = listVersions(host);
  const hasAllVersions = hostVersions.every((version) => versions.includes(version));
  if (hasAllVersions) return undefined;
  return versions.map((version) => ({ url: `${baseUrls[host]}/${version}` }));
}

type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/**
 * Builds the alternative requirements of an endpoint. Full access includes every other scope for
 * data. The requirement `{}` allows a client to authenticate in the form instead of with HTTP
 * Basic.
 */
export function buildSecurity(endpoint: Endpoint): SecurityRequirement[] {
  const { auth, scope = fullScope, errors = [] } = endpoint;
  if (errors.includes('invalid_client')) return [{ client: [] }, {}];
  if (errors.includes('inbox_secret_required')) return [{ inbox: [] }, { inboxKey: [] }];
  if (auth === 'public') return [];
  if (scope === 'any') return [{ oauth2: [] }, { bearer: [] }];

  const sufficient = coversScope(fullScope, scope) ? [scope, fullScope] : [scope];
  const byScope = [...new Set(sufficient)].map((name) => ({ oauth2: [name] }));
  return [...byScope, { bearer: [] }];
}

/** Builds the schemes that the operations of a host use. */
export function buildSecuritySchemes(
  host: Host,
  baseUrls: HostUrls,
): Record<string, object> {
  if (host === 'auth') return {};
  const schemes = { oauth2: buildOauth2(baseUrls), bearer };
  return host === 'main' ? { ...schemes, client, inbox, inboxKey } : schemes;
}

function buildOauth2({ main, auth }: HostUrls): object {
  const [version] = listVersions('auth');
  const tokenUrl = `${main}/${version}/oauth2/access_token/`;
  const flow = { tokenUrl, refreshUrl: tokenUrl, scopes: scopeDescriptions };
  // Only a user can sign in.
  const ofData = dataScopes.map((name) => [name, scopeDescriptions[name]]);
  const authorizationUrl = `${auth}/${version}/oauth2/authorize/`;
  return {
    type: 'oauth2',
    description:
      'The authorization code flow gives a user token, client credentials a token without a user.',
    flows: {
      authorizationCode: { authorizationUrl, ...flow },
      clientCredentials: { ...flow, scopes: Object.fromEntries(ofData) },
    },
  };
}

const bearer = {
  type: 'http',
  scheme: 'bearer',
  description:
    'An access token: of an application, or a personal one that a user has created on the ' +
    'account page “Access tokens”.',
};

const inbox = {
  type: 'http',
  scheme: 'bearer',
  description: 'The secret of an inbox, from the account page “Phones and apps”.',
};

const inboxKey = {
  type: 'apiKey',
  in: 'header',
  name: 'Api-Key',
  description: 'The same, for apps that cannot send the header Authorization.',
};

const client = {
  type: 'http',
  scheme: 'basic',
  description: 'The id and the secret of the application.',
};
