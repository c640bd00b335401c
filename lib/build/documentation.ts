import type { EndpointEntry } from '../definitions.ts';
import { renderPages } from '../docs/pages/pages.ts';

/**
 * Builds the constants with the documentation pages. esbuild inserts them only into the bundles
 * that use them (functions/main/docs/docs.ts).
 */
export function buildDocumentationConstants(
  endpoints: readonly EndpointEntry[],
): Record<string, string> {
  const { index, resources } = renderPages(endpoints);
  return {
    DOCUMENTATION_INDEX: JSON.stringify(index),
    DOCUMENTATION_PAGES: JSON.stringify(resources),
  };
}
