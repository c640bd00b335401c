import { getPageHeaders } from '#shared/pages/layout.ts';
import { fillPlaceholders } from '#shared/pages/placeholders.ts';

/** A page and its security policy, both with placeholders for base URLs. */
interface Page {
  html: string;
  policy: string;
}

/** The page that documents a resource, and the anchor that the API reference shows first. */
interface ResourcePage {
  page: string;
  target: string;
}

/** The pages by name. The build inserts them (lib/build/generated-content.ts). */
declare const DOCUMENTATION_PAGES: Readonly<Record<string, Page>>;
/** The pages of resources. The build inserts them, too. */
declare const DOCUMENTED_RESOURCES: Readonly<Record<string, ResourcePage>>;

/** A page as it is sent. */
interface RenderedPage {
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * Renders a guide, the reference, or the page of a resource with the base URLs of this service.
 * Returns undefined if there is no page of that name.
 */
export function renderDocumentation(
  name: string,
  values: Readonly<Record<string, string>>,
): RenderedPage | undefined {
  const { page: pageName = name, target = '' } = find(DOCUMENTED_RESOURCES, name) ?? {};
  const page = find(DOCUMENTATION_PAGES, pageName);
  if (!page) return undefined;

  const fill = (text: string) => fillPlaceholders(text, { ...values, target });
  const headers = {
    ...getPageHeaders(),
    'Content-Security-Policy': fill(page.policy),
  };
  return { headers, body: fill(page.html) };
}

function find<Value>(
  values: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

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
