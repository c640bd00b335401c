import type { ResourceNames } from './templates/names.ts';

/** Lines that a new resource adds to a file of the project. */
export interface Addition {
  file: string;
  /** The first line of the object literal that gets the lines. Undefined for an import. */
  opening?: string;
  lines: readonly string[];
}

const keysFile = 'shared/table/keys.ts';
const kindsFile = 'shared/table/item-kinds.ts';
const exportFolder = 'functions/auth/write-export';
const documentsFile = `${exportFolder}/documents/documents.ts`;

/** Lists what a resource adds to the keys, the kinds of items and the export of a user. */
export function listAdditions(
  names: ResourceNames,
  verbs: readonly string[],
): readonly Addition[] {
  return [
    { file: keysFile, opening: 'export const keys = {', lines: buildKeys(names, verbs) },
    {
      file: kindsFile,
      opening: 'export const itemKinds = {',
      lines: buildKinds(names, verbs),
    },
    ...listExportAdditions(names),
  ];
}

function buildKeys(
  { camel, upper }: ResourceNames,
  verbs: readonly string[],
): readonly string[] {
  const lines = [`  ${camel}: defineOwnedKey('${upper}'),`];
  if (verbs.includes('list')) lines.push(`  ${camel}List: defineOwnedRange('${upper}'),`);

  if (hasQuota(verbs))
    lines.push(`  ${camel}Count: defineSingletonKey('${upper}_COUNT'),`);

  return lines;
}

function buildKinds(
  { camel, snake }: ResourceNames,
  verbs: readonly string[],
): readonly string[] {
  const lines = [
    `  ${camel}: { export: { document: '${snake}s' }, erase: inPartition },`,
  ];
  if (hasQuota(verbs))
    lines.push(
      `  ${camel}Count: { export: { omitted: 'internal' }, erase: inPartition },`,
    );
  return lines;
}

function hasQuota(verbs: readonly string[]): boolean {
  return verbs.includes('create') || verbs.includes('delete');
}

/** Lists what the document of a resource adds to the export, its README and its test. */
function listExportAdditions({ kebab, snake, camel, words }: ResourceNames): Addition[] {
  const name = `${snake}s`;
  return [
    {
      file: documentsFile,
      lines: [`import { ${camel}Rules } from './${kebab}s.ts';`],
    },
    {
      file: documentsFile,
      opening: 'const rules = {',
      lines: [`  ${name}: ${camel}Rules,`],
    },
    {
      file: documentsFile,
      opening: 'const prefixes: Readonly<Record<DocumentName, string>> = {',
      lines: [`  ${name}: keys.${camel}(noId, noId).sk,`],
    },
    {
      file: `${exportFolder}/languages/readme-en.ts`,
      opening: 'const documents: Readonly<Record<DocumentName, string>> = {',
      lines: [`  ${name}: 'Your ${words} items.',`],
    },
    {
      file: `${exportFolder}/languages/readme-de.ts`,
      opening: '  documents: {',
      lines: [`    ${name}: 'Ihre Einträge der Art „${words}“.',`],
    },
    {
      file: `${exportFolder}/everything.test.ts`,
      opening: 'const samples = {',
      lines: [
        `  ${name}: {`,
        `    key: keys.${camel}(user_id, '${kebab}'),`,
        `    shown: { id: '${kebab}', name: 'My ${words}' },`,
        '  },',
      ],
    },
  ];
}

/** Adds lines at the end of their object literal, or an import before all others. */
export function addLines(source: string, { opening, lines }: Addition): string {
  const text = lines.join('\n');
  if (opening === undefined) return `${text}\n${source}`;

  const [indent = ''] = opening.match(/^ */) ?? [];
  const start = source.indexOf(`${opening}\n`);
  const end = source.indexOf(`\n${indent}}`, start);
  if (start === -1 || end === -1) throw new Error(`no line "${opening}" to add to`);

  return `${source.slice(0, end)}\n${text}${source.slice(end)}`;
}
