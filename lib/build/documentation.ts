import { placeholder } from '#shared/pages/placeholders.ts';
import type { EndpointEntry } from '../definitions.ts';
import { buildOpenApi } from '../docs/openapi/openapi.ts';
import { renderPages } from '../docs/pages/pages.ts';
import { hostNames } from '../docs/reference/labels.ts';
import { buildReference } from '../docs/reference/reference.ts';

/** Placeholders for the addresses of a deployment. Its functions fill them in. */
const addresses = {
  main: placeholder('main'),
  auth: placeholder('auth'),
  diary: placeholder('diary'),
};

/**
 * Builds the constants with the documentation pages and the OpenAPI documents. esbuild inserts them
 * only into the bundles that use them (functions/main/docs).
 */
export function buildDocumentationConstants(
  endpoints: readonly EndpointEntry[],
): Record<string, string> {
  const { index, resources } = renderPages(endpoints);
  return {
    DOCUMENTATION_INDEX: JSON.stringify(index),
    DOCUMENTATION_PAGES: JSON.stringify(resources),
    OPENAPI_DOCUMENTS: JSON.stringify(buildOpenApiFiles(endpoints)),
  };
}

/** Builds the OpenAPI documents by file name, as text with placeholders. */
function buildOpenApiFiles(endpoints: readonly EndpointEntry[]): Record<string, string> {
  const reference = buildReference(endpoints);
  const files: Record<string, string> = {};
  for (const host of hostNames) {
    files[`${host}.json`] = JSON.stringify(buildOpenApi(host, reference, addresses));
  }
  return files;
}
