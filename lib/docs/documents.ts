import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import stringify from 'json-stringify-pretty-compact';
import type { Host } from '#shared/contract/endpoint.ts';
import { discoverDefinitions } from '../endpoints.ts';
import { root } from '../paths.ts';
import { generateClientTypes } from './client/client-types.ts';
import { generateCreatingPaths } from './client/creating-paths.ts';
import { renderCostTable } from './cost/cost-table.ts';
import { localUrls } from './openapi/base-urls.ts';
import { buildOpenApi } from './openapi/openapi.ts';
import { renderEndpointTable } from './reference/endpoint-table.ts';
import { renderErrorDocument } from './reference/error-table.ts';
import { replaceSection } from './reference/generated-section.ts';
import { hostNames } from './reference/labels.ts';
import { type ApiReference, buildReference } from './reference/reference.ts';

/** A file generated from the code. */
export interface GeneratedFile {
  /** The path below the root of the repository. */
  path: string;
  content: string;
}

/** Returns the text of a file of the repository, or an empty string if it does not exist. */
export function readDocument(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8').catch(() => '');
}

/** Generates all documents. Throws if a page has no markers for its generated section. */
export async function generateDocuments(): Promise<readonly GeneratedFile[]> {
  const definitions = await discoverDefinitions();
  const reference = buildReference(definitions.endpoints);
  return [
    ...hostNames.map((host) => generateOpenApi(host, reference)),
    await generateTypes('main', reference),
    await generateTypes('diary', reference),
    {
      path: 'client/openapi/creating-paths.ts',
      content: generateCreatingPaths(reference.entries),
    },
    { path: 'docs/errors.md', content: renderErrorDocument() },
    await generatePage('docs/endpoints.md', 'endpoints', renderEndpointTable(reference)),
    await generatePage('docs/operations.md', 'cost', renderCostTable(definitions)),
  ];
}

function generateOpenApi(host: Host, reference: ApiReference): GeneratedFile {
  const document = buildOpenApi(host, reference, localUrls);
  const content = stringify(document, { maxLength: 100 });
  return { path: `docs/openapi/${host}.json`, content: `${content}\n` };
}

async function generateTypes(
  host: Host,
  reference: ApiReference,
): Promise<GeneratedFile> {
  const document = buildOpenApi(host, reference, localUrls);
  return {
    path: `client/openapi/${host}.ts`,
    content: await generateClientTypes(document),
  };
}

/** Generates a page that is written by hand, except for one section. */
async function generatePage(
  path: string,
  sectionName: string,
  section: string,
): Promise<GeneratedFile> {
  const page = await readDocument(path);
  return { path, content: replaceSection(page, sectionName, section) };
}
