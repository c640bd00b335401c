import {
  type AuthRequirement,
  type Endpoint,
  getResource,
  type Host,
} from '#shared/contract/endpoint.ts';
import type { EndpointEntry } from '../../endpoints.ts';
import { capitalize } from '../../pascal-case.ts';
import { type ApiReference, requireSchemaName } from './reference.ts';

/** The token that an endpoint requires. */
const authLabels: Readonly<Record<AuthRequirement, string>> = {
  public: 'none',
  client: 'any token',
  application: 'application token',
  user: 'user token',
};

/** Returns whether requests have the secret of an inbox instead of a token. */
export function takesInboxSecret({ errors = [] }: Endpoint): boolean {
  return errors.includes('inbox_not_found');
}

/** Describes the token or secret that an endpoint requires, in Markdown. */
export function describeAuth(endpoint: Endpoint): string {
  if (takesInboxSecret(endpoint)) return 'secret of an inbox';
  const { auth, scope = 'any' } = endpoint;
  const label = authLabels[auth];
  return scope === 'any' ? label : `${label} with \`${scope}\``;
}

/** The hosts that OpenAPI documents describe. That of assistants describes itself. */
export type InterfaceHost = Exclude<Host, 'mcp'>;

interface HostLabel {
  /** The name of the host's base URL in the specification. */
  name: string;
  title: string;
  /** The host's base URL with `npm start`. */
  local: string;
  description: string;
}

export const hosts: Readonly<Record<Host, HostLabel>> = {
  main: {
    name: 'base_url',
    title: 'Main',
    local: 'http://127.0.0.1:3000',
    description: 'The token endpoints, and all resources but the diary.',
  },
  auth: {
    name: 'auth_url',
    title: 'Authorization',
    local: 'http://127.0.0.1:3001',
    description: 'The authorization and account pages.',
  },
  diary: {
    name: 'diary_base_url',
    title: 'Diary',
    local: 'http://127.0.0.1:3002',
    description: 'The food and exercise diary.',
  },
  mcp: {
    name: 'mcp_url',
    title: 'Assistants',
    local: 'http://127.0.0.1:3006',
    description: 'The tools of assistants, by the Model Context Protocol.',
  },
};

export const hostNames: readonly InterfaceHost[] = ['main', 'auth', 'diary'];

/** The presentation of a resource in the documentation. */
interface ResourceLabel {
  title: string;
  /** Defaults to the description of the schema of the resource. */
  description?: string;
  /** The resource under which the documentation lists this one. */
  partOf?: string;
}

const labels: Readonly<Record<string, ResourceLabel>> = {
  activity_type: { title: 'Activity types' },
  changes: {
    title: 'Changes',
    description:
      'What has changed of the data of a user, as events that can be followed.',
  },
  data_source: { title: 'Data sources' },
  data_source_priority: { title: 'Data source priorities' },
  device: { title: 'Devices' },
  diary: {
    title: 'Diary',
    description: 'What a user ate, and how a user exercised, day by day.',
  },
  docs: { title: 'Documentation', description: 'This documentation, for programs.' },
  image: { title: 'Images' },
  inbox: { title: 'Inboxes', partOf: 'remoteconnection' },
  'oauth-authorization-server': { title: 'Metadata', partOf: 'oauth2' },
  oauth2: {
    title: 'Authorization',
    description: 'Tokens, by OAuth 2.0: get, refresh, introspect and revoke them.',
  },
  'jwks.json': { title: 'Keys', partOf: 'openid' },
  openid: {
    title: 'Sign-in',
    description: 'Who has signed in, by OpenID Connect.',
  },
  'openid-configuration': { title: 'Configuration', partOf: 'openid' },
  remoteconnection: { title: 'Remote connections' },
  remoteconnectiontype: { title: 'Remote connection types' },
  user: { title: 'Users' },
  webhook: { title: 'Webhooks' },
};

/** Returns the resource under which the documentation lists an endpoint. */
export function getTag(endpoint: Endpoint): string {
  const resource = getResource(endpoint);
  return labels[resource]?.partOf ?? resource;
}

/** Returns the title of a resource, e.g. `Data sources` for `data_source`. */
export function getResourceTitle(resource: string): string {
  const words = resource.replaceAll(/[_-]/g, ' ');
  return labels[resource]?.title ?? capitalize(words);
}

/** Returns the description of a resource, or undefined if neither a label nor a schema has one. */
export function getResourceDescription(
  resource: string,
  reference: ApiReference,
): string | undefined {
  return labels[resource]?.description ?? findSchemaDescription(resource, reference);
}

/** Finds the description of the schema of one item. */
function findSchemaDescription(
  resource: string,
  { entries, schemas }: ApiReference,
): string | undefined {
  const read = entries.find((entry) => isRead(entry, resource));
  const body = read?.endpoint.responses[200]?.body;
  if (typeof body !== 'object') return undefined;
  return schemas[requireSchemaName(body)]?.description;
}

function isRead({ endpoint }: EndpointEntry, resource: string): boolean {
  const isItem = endpoint.path.endsWith('}') || endpoint.path.endsWith('}/');
  return endpoint.method === 'GET' && isItem && getResource(endpoint) === resource;
}
