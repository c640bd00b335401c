import type { EndpointEntry } from '../definitions.ts';
import { renderPages } from '../docs/pages/pages.ts';

/**
 * The documentation pages as constants that esbuild puts into the bundles of the functions that name them
 * (functions/main/docs/docs.ts), and into no other.
 */
export function buildDocumentationConstants(
  catalogue: readonly EndpointEntry[],
): Record<string, string> {
  const { index, resources } = renderPages(catalogue);
  return {
    DOCUMENTATION_INDEX: JSON.stringify(index),
    DOCUMENTATION_PAGES: JSON.stringify(resources),
  };
}
