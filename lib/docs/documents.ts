import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import stringify from 'json-stringify-pretty-compact';
import { discoverEndpoints } from '../endpoints.ts';
import { root } from '../paths.ts';
import { buildOpenApi } from './openapi/openapi.ts';
import { insertTable, renderEndpointTable } from './reference/endpoint-table.ts';
import { renderErrorDocument } from './reference/error-table.ts';
import { buildReference } from './reference/reference.ts';

/** A file generated from the code. */
export interface GeneratedFile {
  /** The path below the root of the repository. */
  path: string;
  content: string;
}

/** Returns the text of a file of the repository, or an empty text if it does not exist. */
export function readDocument(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8').catch(() => '');
}

/** Generates all documents. docs/endpoints.md needs the markers of the table. */
export async function generateDocuments(): Promise<readonly GeneratedFile[]> {
  const reference = buildReference(await discoverEndpoints());
  const openApi = stringify(buildOpenApi(reference), { maxLength: 100 });
  const documents = [
    { path: 'docs/openapi.json', content: `${openApi}\n` },
    { path: 'docs/errors.md', content: renderErrorDocument() },
  ];
  const page = await readDocument('docs/endpoints.md');
  const endpoints = insertTable(page, renderEndpointTable(reference));
  if (endpoints !== undefined)
    documents.push({ path: 'docs/endpoints.md', content: endpoints });
  return documents;
}
