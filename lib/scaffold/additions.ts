import type { ResourceNames } from './templates/names.ts';

/** Lines that a new resource adds to a file of the project. */
export interface Addition {
  file: string;
  /** The text after the lines, or the first line of the object literal that gets them. */
  place: { before: string } | { inside: string };
  lines: readonly string[];
}

const keysFile = 'shared/table/keys.ts';
const kindsFile = 'shared/table/item-kinds.ts';
const documentsFile = 'functions/auth/write-export/documents/documents.ts';

/** Lists what a resource adds to the keys, the kinds of items and the export of a user. */
export function listAdditions(
  names: ResourceNames,
  verbs: readonly string[],
): readonly Addition[] {
  const { plural, camel, kebab } = names;
  const from = `#functions/main/${kebab}/${kebab}.export.ts`;
  return [
    {
      file: keysFile,
      place: { before: ' */\nexport const keys = {' },
      lines: buildKeyRows(names, verbs),
    },
    {
      file: keysFile,
      place: { inside: 'export const keys = {' },
      lines: buildKeys(names, verbs),
    },
    {
      file: kindsFile,
      place: { inside: 'export const itemKinds = {' },
      lines: buildKinds(names, verbs),
    },
    {
      file: documentsFile,
      place: { before: 'import ' },
      lines: [`import { ${camel}Document } from '${from}';`],
    },
    {
      file: documentsFile,
      place: {
        inside:
          'export const exportDocuments: Readonly<Record<DocumentName, ExportDocument>> = {',
      },
      lines: [`  ${plural}: ${camel}Document,`],
    },
  ];
}

/** Builds the rows of the table in the docstring of the keys. */
function buildKeyRows(
  { words, upper }: ResourceNames,
  verbs: readonly string[],
): readonly string[] {
  const rows = [{ item: words, sortKey: `${upper}#id` }];
  if (hasQuota(verbs)) rows.push({ item: `${words} count`, sortKey: `${upper}_COUNT` });
  return rows.map(({ item, sortKey }) => {
    const cells = [item.padEnd(21), 'USER#user_id'.padEnd(21), sortKey.padEnd(20)];
    return ` * | ${cells.join(' | ')} | ${' '.repeat(21)} |`;
  });
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
  { camel, plural }: ResourceNames,
  verbs: readonly string[],
): readonly string[] {
  const lines = [
    `  ${camel}: { export: { document: '${plural}' }, erase: inPartition },`,
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

/** Adds lines at their place. Throws an error if the source does not have it. */
export function addLines(source: string, { file, place, lines }: Addition): string {
  const end =
    'before' in place ? source.indexOf(place.before) : findEnd(source, place.inside);
  if (end === -1)
    throw new Error(`${file} has no place for lines: ${JSON.stringify(place)}`);

  return `${source.slice(0, end)}${lines.join('\n')}\n${source.slice(end)}`;
}

/** Returns where the object literal ends that begins with a line. Returns -1 without the line. */
function findEnd(source: string, opening: string): number {
  const start = source.indexOf(`${opening}\n`);
  return start === -1 ? -1 : source.indexOf('\n}', start) + 1;
}
