import { placeholder } from '#shared/pages/placeholders.ts';
import type { EndpointEntry } from '../definitions.ts';
import { buildOpenApi } from '../docs/openapi/openapi.ts';
import { hostNames } from '../docs/reference/labels.ts';
import { type ApiReference, buildReference } from '../docs/reference/reference.ts';
import { listResourcePages, renderSite } from '../docs/site/site.ts';

/** Placeholders for the base URLs of a deployment, which its functions fill in. */
const baseUrls = {
  main: placeholder('main'),
  auth: placeholder('auth'),
  diary: placeholder('diary'),
};

/**
 * Builds the constants with the documentation pages and the OpenAPI documents. esbuild inserts them
 * only into the bundles that use them (functions/main/documentation).
 */
export function buildDocumentationConstants(
  endpoints: readonly EndpointEntry[],
): Record<string, string> {
  const reference = buildReference(endpoints);
  return {
    DOCUMENTATION_PAGES: JSON.stringify(renderSite()),
    DOCUMENTED_RESOURCES: JSON.stringify(listResourcePages(reference)),
    OPENAPI_DOCUMENTS: JSON.stringify(buildOpenApiFiles(reference)),
  };
}

/** Builds the OpenAPI documents by file name, as text with placeholders. */
function buildOpenApiFiles(reference: ApiReference): Record<string, string> {
  const files: Record<string, string> = {};
  for (const host of hostNames) {
    files[`${host}.json`] = JSON.stringify(buildOpenApi(host, reference, baseUrls));
  }
  return files;
}
