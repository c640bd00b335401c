import { fillPlaceholders } from '#shared/pages/placeholders.ts';

/** The OpenAPI documents by file name. The build inserts them (lib/build/generated-content.ts). */
declare const OPENAPI_DOCUMENTS: Readonly<Record<string, string>>;

/**
 * Returns an OpenAPI document, as in `main.json`, with the base URLs of this service. Returns
 * undefined if it does not exist.
 */
export function findOpenApi(
  name: string,
  baseUrls: Readonly<Record<string, string>>,
): string | undefined {
  const document = Object.hasOwn(OPENAPI_DOCUMENTS, name)
    ? OPENAPI_DOCUMENTS[name]
    : undefined;
  return document && fillPlaceholders(document, baseUrls);
}
