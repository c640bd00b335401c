import type { ResourceNames } from './templates/names.ts';

/** Lines that a new resource adds to a file of the project. */
export interface Addition {
  file: string;
  /** The text before which to insert the lines, or the object literal to append them to. */
  position: { before: string } | { inside: string };
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
      position: { before: ' */\nexport const keys = {' },
      lines: buildKeyRows(names, verbs),
    },
    {
      file: keysFile,
      position: { inside: 'export const keys = {' },
      lines: buildKeys(names, verbs),
    },
    {
      file: kindsFile,
      position: { inside: 'export const itemKinds = {' },
      lines: buildKinds(names, verbs),
    },
    {
      file: documentsFile,
      position: { before: 'import ' },
      lines: [`import { ${camel}Document } from '${from}';`],
    },
    {
      file: documentsFile,
      position: {
        inside:
          'export const exportDocuments: Readonly<Record<DocumentName, ExportDocument>> = {',
      },
      lines: [`  ${plural}: ${camel}Document,`],
    },
  ];
}

/** The widths of the columns of the table in the comment above the keys. */
const widths = { item: 21, partitionKey: 21, sortKey: 20, collection: 21 } as const;

/** Builds the rows of the table in the comment above the keys. */
function buildKeyRows(
  { words, upper }: ResourceNames,
  verbs: readonly string[],
): readonly string[] {
  const rows = [{ item: words, sortKey: `${upper}#id` }];
  if (hasQuota(verbs)) rows.push({ item: `${words} count`, sortKey: `${upper}_COUNT` });
  return rows.map(({ item, sortKey }) => {
    const cells = [
      item.padEnd(widths.item),
      'USER#user_id'.padEnd(widths.partitionKey),
      sortKey.padEnd(widths.sortKey),
      ' '.repeat(widths.collection),
    ];
    return ` * | ${cells.join(' | ')} |`;
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

/** Returns whether the resource has an item that counts a user's items, for their limit. */
function hasQuota(verbs: readonly string[]): boolean {
  return verbs.includes('create') || verbs.includes('delete');
}

/** Adds lines at their position. Throws an error if the source does not have the position. */
export function addLines(source: string, { file, position, lines }: Addition): string {
  const index =
    'before' in position
      ? source.indexOf(position.before)
      : findEnd(source, position.inside);
  if (index === -1)
    throw new Error(`Lines cannot be added to ${file}: ${JSON.stringify(position)}`);

  return `${source.slice(0, index)}${lines.join('\n')}\n${source.slice(index)}`;
}

/** Returns the end of the object literal that begins with a line, or -1 if the line is missing. */
function findEnd(source: string, opening: string): number {
  const start = source.indexOf(`${opening}\n`);
  return start === -1 ? -1 : source.indexOf('\n}', start) + 1;
}
