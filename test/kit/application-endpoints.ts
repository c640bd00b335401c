import { discoverEndpoints } from '#lib/endpoints.ts';
import { getResource } from '#shared/contract/endpoint.ts';

const entries = await discoverEndpoints();
const applicationResources = new Set(
  entries
    .filter(({ endpoint }) => endpoint.auth === 'application')
    .map(({ endpoint }) => getResource(endpoint)),
);

/** Returns whether a path, e.g. `/v7.1/webhook/`, needs a token of the application itself. */
export function needsApplicationToken(path: string): boolean {
  const [, , resource = ''] = path.split('/');
  return applicationResources.has(resource);
}
