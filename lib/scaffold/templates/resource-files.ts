import type { ResourceNames } from './names.ts';
import { type StoreImport, tableModule, type VerbTemplate } from './verb-template.ts';

/** What every store imports. */
const storeImports: readonly StoreImport[] = [
  { name: 'keys', from: '#shared/table/keys.ts' },
  { name: 'type Table', from: tableModule },
];

function sortUnique(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

/** Builds the schemas of a resource. */
export function buildResourceFile(
  names: ResourceNames,
  verbs: readonly VerbTemplate[],
): string {
  const { snake, pascal, words, pluralWords } = names;
  const schemas = verbs.map((verb) => verb.schemas).join('');
  return `import * as z from 'zod/mini';
import { buildExample, described } from '#shared/contract/described.ts';
import { name } from '#shared/contract/text.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';
import { pick } from '#shared/runtime/pick.ts';
import { formatOffsetTime } from '#shared/runtime/time.ts';

/** How many ${pluralWords} a user can have. */
export const max${pascal} = 100;

/** The fields that a client can set, each with an example. */
const fields = {
  name: described(name(255), 'The name that the user gave the ${words}.', 'My ${words}'),
};
const Fields = z.object(fields);
export const example${pascal} = buildExample(fields);
${schemas}
/** A ${words} as it is stored. */
export type ${pascal} = z.output<typeof Fields> & { id: string; created_datetime: string };

export const ${pascal}Representation = z
  .object({
    ...fields,
    created_datetime: described(
      z.string(),
      'When the ${words} was created.',
      '2026-11-20T09:30:00+00:00',
    ),
    _links: z.object({ self: ItemLink, documentation: PlainLink }),
  })
  .check(z.meta({ id: '${pascal}', description: 'A ${words} of a user.' }));

/** Returns a ${words} as clients see it. */
export function present(item: ${pascal}, links: Links) {
  return {
    ...pick(item, fields),
    created_datetime: formatOffsetTime(item.created_datetime),
    _links: {
      self: links.item('${snake}', item.id),
      documentation: links.documentation('${snake}'),
    },
  };
}
`;
}

/** Builds one import statement for each module. */
function buildImports(imports: readonly StoreImport[]): string {
  const byModule = Map.groupBy(imports, ({ from }) => from);
  const statements = [...byModule].map(([module, importsOfModule]) => {
    const names = sortUnique(importsOfModule.map(({ name }) => name));
    return `import { ${names.join(', ')} } from '${module}';`;
  });
  return statements.sort().join('\n');
}

/** Builds the store of a resource. */
export function buildStoreFile(
  { kebab }: ResourceNames,
  verbs: readonly VerbTemplate[],
): string {
  const imports = buildImports([
    ...verbs.flatMap((verb) => verb.storeImports),
    ...storeImports,
  ]);
  const importedNames = sortUnique(verbs.flatMap((verb) => verb.resourceImports));
  const list = importedNames.join(', ');
  const resourceImport = list && `\nimport { ${list} } from './${kebab}.ts';`;
  const functions = verbs.map(({ store }) => store).join('');
  return `${imports}${resourceImport}
${functions}`;
}

/** Builds what the export of a user shows of an item. */
export function buildExportFile({
  camel,
  pascal,
  words,
  pluralWords,
  kebab,
}: ResourceNames): string {
  return `import { defineExportDocument } from '#shared/contract/export-document.ts';
import type { ${pascal} } from './${kebab}.ts';

/** What the export of a user shows of a ${words}. */
export const ${camel}Document = defineExportDocument<${pascal}>({
  description: { en: 'Your ${pluralWords}.', de: 'Ihre Einträge der Art „${words}“.' },
  members: {
    id: { en: 'the id', de: 'die ID' },
    name: { en: 'the name that you gave it', de: 'der Name, den Sie vergeben haben' },
    created_datetime: { en: 'when it was created', de: 'wann es angelegt wurde' },
  },
});
`;
}

/** Builds the tests of an endpoint. The first endpoint of a resource also gets a failing test. */
export function buildTestFile(
  names: ResourceNames,
  { test: { imports, body } }: VerbTemplate,
  { hasUnfinishedTest }: { hasUnfinishedTest: boolean },
): string {
  return `import { expect, it } from 'vitest';
import { call } from '#kit/call.ts';
${imports.join('\n')}
${body}${hasUnfinishedTest ? buildUnfinishedTest(names) : ''}`;
}

/** Builds a test that fails and says what is left to write. */
function buildUnfinishedTest({ kebab, words }: ResourceNames): string {
  const steps = [
    `the fields of a ${words} in ${kebab}.ts, each with an example`,
    `what the export says of each field in ${kebab}.export.ts; npx tsc names missing fields`,
    'the name of the resource in summaries and in the German description of the export',
    'what a client observes, in the handler.test.ts of each verb',
  ];
  const lines = steps.map((step) => `    '- ${step}',`).join('\n');
  return `
it('has the fields, texts and tests that it needs', () => {
  const steps = [
${lines}
  ];
  const last = 'Then run npm run docs, and remove this test.';
  expect.fail(['Write:', ...steps, last].join('\\n'));
});
`;
}
