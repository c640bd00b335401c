import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { BuiltFile } from '#shared/contract/function.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import { buildOpenApi } from '../docs/openapi/openapi.ts';
import { hostNames } from '../docs/reference/labels.ts';
import { type ApiReference, buildReference } from '../docs/reference/reference.ts';
import { renderSite } from '../docs/site/site.ts';
import type { Definitions, EndpointEntry } from '../endpoints.ts';
import { archiveClientPackage } from './client-package.ts';

/** Placeholders for the base URLs of a deployment, which its functions fill in. */
const baseUrls = {
  main: placeholder('main'),
  auth: placeholder('auth'),
  diary: placeholder('diary'),
  mcp: placeholder('mcp'),
};

/**
 * Builds the constants with the documentation pages and the OpenAPI documents. esbuild inserts them
 * only into the bundles that use them (functions/main/documentation).
 */
export function buildDocumentationConstants(
  endpoints: readonly EndpointEntry[],
): Record<string, string> {
  const reference = buildReference(endpoints);
  const { pages, searchPage, notFoundPage, searchIndex } = renderSite(reference);
  return {
    DOCUMENTATION_PAGES: JSON.stringify(pages),
    SEARCH_PAGE: JSON.stringify(searchPage),
    NOT_FOUND_PAGE: JSON.stringify(notFoundPage),
    SEARCH_INDEX: JSON.stringify(searchIndex),
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

/** Builds the constant with the icons of `data/icons`, for the function that serves them. */
export async function buildIconConstant(root: string): Promise<Record<'ICONS', string>> {
  const files = await Array.fromAsync(glob('data/icons/*.svg', { cwd: root }));
  const icons: Record<string, string> = {};
  for (const file of files.sort()) {
    icons[basename(file)] = await readFile(join(root, file), 'utf8');
  }
  return { ICONS: JSON.stringify(icons) };
}

const compress = promisify(gzip);

/** The contents of the files before compression. */
const contents: Readonly<Record<BuiltFile, () => Promise<string | Buffer>>> = {
  'reference.js.gz': readReferenceScript,
  'fitness-data-client.tgz': archiveClientPackage,
};

/** Writes the files that functions with these ids declare, beside the functions' bundles. */
export async function addBuiltFiles(
  { functions }: Definitions,
  ids: readonly string[],
  outdir: string,
): Promise<void> {
  const bundled = functions.filter(({ id }) => ids.includes(id));
  for (const { id, definition } of bundled) {
    for (const name of definition.files ?? []) {
      const folder = join(outdir, id);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, name), await compress(await contents[name]()));
    }
  }
}

/** The methods of a Fastify reply that Scalar's plugin calls. */
interface Reply {
  header(): Reply;
  send(body: string): void;
}

interface Route {
  url: string;
  handler(request: object, reply: Reply): void;
}

/**
 * Returns the browser script of Scalar, which shows the API reference. Reads it from Scalar's
 * plugin for Fastify, because `@scalar/api-reference` would install 260 packages.
 */
async function readReferenceScript(): Promise<string> {
  const { default: registerRoutes } = await import('@scalar/fastify-api-reference');
  // Instead of a Fastify server, this object collects the routes that the plugin registers.
  const routes: Route[] = [];
  const server = { initialConfig: {}, route: (route: Route) => routes.push(route) };
  const configuration = { url: '/openapi.json' };
  registerRoutes(server, { configuration }, () => undefined);

  const script = routes.find(({ url }) => url.endsWith('.js'));
  if (!script) throw new Error('The plugin of Scalar serves no script.');
  return callRoute(script);
}

/** Calls the handler of a route, and returns the body that it sends. */
function callRoute({ handler }: Route): string {
  let body = '';
  const reply: Reply = {
    header: () => reply,
    send(sent) {
      body = sent;
    },
  };
  handler({}, reply);
  return body;
}
