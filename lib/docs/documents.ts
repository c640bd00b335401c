import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import stringify from 'json-stringify-pretty-compact';
import { discoverEndpoints } from '../endpoints.ts';
import { root } from '../paths.ts';
import { reportFailure } from '../terminal/failure.ts';
import { requireNoArguments } from '../terminal/program.ts';
import { generateAccountPages } from './account-pages.ts';
import { generateClientTypes, generateCreatingPaths } from './client/client-types.ts';
import { buildOpenApi } from './openapi/openapi.ts';
import { localUrls } from './openapi/servers.ts';
import type { InterfaceHost } from './reference/labels.ts';
import { type ApiReference, buildReference } from './reference/reference.ts';
import {
  renderEndpointTable,
  renderErrorDocument,
  replaceSection,
} from './reference/tables.ts';

/** A file generated from the code. */
interface GeneratedFile {
  /** The path below the root of the repository. */
  path: string;
  content: string;
}

/** Updates the generated files of the documentation. */
export function writeDocuments(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    const description =
      'Updates the generated documentation, the types of the typed client, and the lists of the ' +
      'pages of the account.';
    requireNoArguments('npm run docs --', description, args);
    for (const { path, content } of await generateDocuments()) {
      const isChanged = (await readDocument(path)) !== content;
      if (isChanged) await writeFile(join(root, path), content);
      console.log(`${path}: ${isChanged ? 'updated' : 'up to date'}`);
    }
  });
}

/** Returns the text of a file of the repository, or an empty string if it does not exist. */
export function readDocument(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8').catch(() => '');
}

/** Generates all documents. Throws if a page has no markers for its generated section. */
export async function generateDocuments(): Promise<readonly GeneratedFile[]> {
  const reference = buildReference(await discoverEndpoints());
  const documents = {
    main: buildOpenApi('main', reference, localUrls),
    auth: buildOpenApi('auth', reference, localUrls),
    diary: buildOpenApi('diary', reference, localUrls),
  };
  return [
    ...Object.entries(documents).map(([host, document]) => ({
      path: `docs/openapi/${host}.json`,
      content: `${stringify(document, { maxLength: 100 })}\n`,
    })),
    await generateTypes('main', reference),
    await generateTypes('diary', reference),
    {
      path: 'client/openapi/creating-paths.ts',
      content: generateCreatingPaths(reference.entries),
    },
    ...(await generateAccountPages()),
    { path: 'docs/errors.md', content: renderErrorDocument() },
    generateDecisionIndex(),
    await generatePage('docs/endpoints.md', {
      endpoints: renderEndpointTable(reference),
    }),
  ];
}

async function generateTypes(
  host: InterfaceHost,
  reference: ApiReference,
): Promise<GeneratedFile> {
  const document = buildOpenApi(host, reference, localUrls, { hasAlternatives: true });
  const content = await generateClientTypes(document);
  return { path: `client/openapi/${host}.ts`, content };
}

/** Generates a page that is written by hand, except for some sections. */
async function generatePage(
  path: string,
  sections: Readonly<Record<string, string>>,
): Promise<GeneratedFile> {
  let content = await readDocument(path);
  for (const [name, section] of Object.entries(sections))
    content = replaceSection(content, name, section);
  return { path, content };
}

const folder = 'docs/decisions';

/** Generates the index of the decision records, by the titles of their pages. */
function generateDecisionIndex(): { path: string; content: string } {
  const records = globSync(`${folder}/[0-9]*.md`, { cwd: root }).sort();
  const content = [
    '# Decisions',
    '',
    'Choices that someone could question, with their reasons and what was rejected. `npm run docs`',
    'writes this list. [wire.md](wire.md) has the behavior that the specification leaves open.',
    '',
    ...records.map(toItem),
    '',
  ].join('\n');
  return { path: `${folder}/README.md`, content };
}

/** The title begins with the number of the record. */
function toItem(path: string): string {
  const [, title = ''] = /^# (.+)$/m.exec(readFileSync(join(root, path), 'utf8')) ?? [];
  return `- [${title}](${basename(path)})`;
}
