import type { EndpointEntry } from '../../definitions.ts';
import { buildReference } from '../reference/reference.ts';
import { renderIndexPage } from './index-page.ts';
import { renderResourcePage } from './resource-page.ts';

/** The documentation pages, with placeholders for the addresses and the version. */
export interface DocumentationPages {
  index: string;
  resources: Readonly<Record<string, string>>;
}

/** Renders the documentation pages of the endpoints: one for each resource, and an index. */
export function renderPages(endpoints: readonly EndpointEntry[]): DocumentationPages {
  const reference = buildReference(endpoints);
  const resources: Record<string, string> = {};
  for (const resource of reference.resources.keys()) {
    resources[resource] = renderResourcePage(resource, reference);
  }
  return { index: renderIndexPage(reference), resources };
}
