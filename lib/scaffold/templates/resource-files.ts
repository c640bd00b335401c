import type { ResourceNames } from './names.ts';
import type { StoreImport, VerbTemplate } from './verb-template.ts';

const keysImport: StoreImport = { name: 'keys', from: '#shared/table/keys.ts' };

function sortUnique(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

/** Builds the schemas of a resource. */
export function buildResourceFile(
  names: ResourceNames,
  verbs: readonly VerbTemplate[],
): string {
  const { snake, pascal, words } = names;
  const schemas = verbs.map((verb) => verb.schemas).join('');
  return `import * as z from 'zod/mini';
import { described } from '#shared/contract/described.ts';
import { text } from '#shared/contract/text.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';

/** How many ${words} items a user can have. */
export const max${pascal} = 100;

/** The fields that a client can set. */
const fields = {
  name: described(text(255, 1), 'The name that the user gave it.', 'My ${words}'),
};
const Fields = z.object(fields);
${schemas}
/** A ${words} as it is stored. */
export type ${pascal} = z.output<typeof Fields> & { id: string };

export const ${pascal}Representation = z
  .object({ ...fields, _links: z.object({ self: ItemLink, documentation: PlainLink }) })
  .check(z.meta({ id: '${pascal}', description: 'A ${words} of a user.' }));

/** Returns a ${words} as clients see it. */
export function present({ id, name }: ${pascal}, links: Links) {
  return {
    name,
    _links: {
      self: links.item('${snake}', id),
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
    ...verbs.flatMap(({ storeImports }) => storeImports),
    keysImport,
  ]);
  const types = sortUnique(verbs.flatMap((verb) => verb.types)).join(', ');
  const typeImport = types && `\nimport { ${types} } from './${kebab}.ts';`;
  const functions = verbs.map(({ store }) => store).join('');
  return `${imports}
import type { Table } from '#shared/table/table.ts';${typeImport}
${functions}`;
}

/** Builds the rules for what the export of a user shows of an item. */
export function buildExportRulesFile({ camel, pascal, words }: ResourceNames): string {
  return `import { defineRulesFor } from './members.ts';

/** A ${words} as it is stored. Its type is repeated, because domains do not import each other. */
interface Stored${pascal} {
  id: string;
  name: string;
}

/** Which members of a ${words} its document shows. */
export const ${camel}Rules = defineRulesFor<Stored${pascal}>()({
  id: 'shown',
  name: 'shown',
});
`;
}

/** Builds the test of an endpoint, with a failing test if it is the first of the resource. */
export function buildTestFile(
  names: ResourceNames,
  { test }: VerbTemplate,
  isFirst: boolean,
): string {
  return `import { expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newUserToken } from '#kit/fixtures.ts';
${test}${isFirst ? buildUnfinishedTest(names) : ''}`;
}

/** Builds a test that fails and says what is left to write. */
function buildUnfinishedTest({ kebab, snake, words }: ResourceNames): string {
  const steps = [
    `the fields of a ${words} in ${kebab}.ts, and what a client observes here`,
    `the same fields in functions/auth/write-export/documents/${kebab}s.ts: shown or not`,
    `what ${snake}s.json has, in languages/readme-en.ts and readme-de.ts (German) beside it`,
    'a sample with all fields in functions/auth/write-export/everything.test.ts',
  ];
  const lines = steps.map((step) => `    '- ${step}',`).join('\n');
  return `
it('has the fields and tests that it needs', () => {
  const steps = [
${lines}
    'Then run npm run docs, and remove this test.',
  ];
  expect.fail(['Write:', ...steps].join('\\n'));
});
`;
}
