import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import stringify from 'json-stringify-pretty-compact';
import { discoverEndpoints } from '../endpoints.ts';
import { endpointTable, insertTable } from './endpoint-table.ts';
import { errorTable } from './error-table.ts';
import { openApi } from './openapi/openapi.ts';
import { makeReference } from './reference.ts';

const root = join(import.meta.dirname, '..', '..');

/** A file that is made from the code. */
export interface GeneratedFile {
  /** Below the root of the repository. */
  path: string;
  content: string;
}

/** The text of a file of the repository; empty where there is none. */
export function readDocument(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8').catch(() => '');
}

/** All generated files as they must be now; docs/endpoints.md only if it has the markers for the table. */
export async function generateDocuments(): Promise<readonly GeneratedFile[]> {
  const reference = makeReference(await discoverEndpoints());
  const endpoints = insertTable(await readDocument('docs/endpoints.md'), endpointTable(reference));
  return [
    {
      path: 'docs/openapi.json',
      content: `${stringify(openApi(reference), { maxLength: 100 })}\n`,
    },
    { path: 'docs/errors.md', content: errorTable() },
    ...(endpoints === undefined ? [] : [{ path: 'docs/endpoints.md', content: endpoints }]),
  ];
}
