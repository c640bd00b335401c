import { type Endpoint, getResource } from '#shared/contract/endpoint.ts';
import type { EndpointEntry } from '../../definitions.ts';
import { requireSchemaName } from './named-schemas.ts';
import type { ApiReference } from './reference.ts';

/** How the documentation presents a resource. */
interface ResourceLabel {
  title: string;
  /** Defaults to the description of the schema of the resource. */
  description?: string;
  /** The resource under which the documentation lists this one. */
  partOf?: string;
}

const labels: Readonly<Record<string, ResourceLabel>> = {
  activity_type: { title: 'Activity types' },
  data_source: { title: 'Data sources' },
  data_source_priority: { title: 'Data source priorities' },
  device: { title: 'Devices' },
  diary: {
    title: 'Diary',
    description: 'What a user ate, and how a user exercised, day by day.',
  },
  docs: { title: 'Documentation', description: 'This documentation, for programs.' },
  image: { title: 'Images' },
  'oauth-authorization-server': { title: 'Metadata', partOf: 'oauth2' },
  oauth2: {
    title: 'Authorization',
    description: 'Tokens, by OAuth 2.0: get, refresh, introspect and revoke them.',
  },
  remoteconnection: { title: 'Remote connections' },
  remoteconnectiontype: { title: 'Remote connection types' },
  user: { title: 'Users' },
};

/** Returns the resource under which the documentation lists an endpoint. */
export function getTag(endpoint: Endpoint): string {
  const resource = getResource(endpoint);
  return labels[resource]?.partOf ?? resource;
}

/** Returns the title of a resource, e.g. `Data sources` for `data_source`. */
export function getResourceTitle(resource: string): string {
  const words = resource.replaceAll(/[_-]/g, ' ');
  return labels[resource]?.title ?? words.charAt(0).toUpperCase() + words.slice(1);
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
