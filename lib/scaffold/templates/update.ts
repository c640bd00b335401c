import type { ResourceNames } from './names.ts';
import { conditionModule, type VerbTemplate } from './verb-template.ts';

/** Builds the template of the verb `update`: PUT of an item. */
export function buildUpdate({
  snake,
  pascal,
  camel,
  words,
  kebab,
}: ResourceNames): VerbTemplate {
  return {
    resourceImports: [`type ${pascal}`, `type ${pascal}Change`],
    storeImports: [{ name: 'exists', from: conditionModule }],
    schemas: `
export const ${pascal}Change = z
  .partial(Fields)
  .check(z.meta({ id: '${pascal}Change' }));
export type ${pascal}Change = z.output<typeof ${pascal}Change>;
`,
    store: `
/** Updates fields of a ${words}. Returns the result, or undefined if it does not exist. */
export async function update(
  table: Table<'update'>,
  user_id: string,
  id: string,
  fields: ${pascal}Change,
): Promise<${pascal} | undefined> {
  const key = keys.${camel}(user_id, id);
  const outcome = await table.update<${pascal}>(key, { set: fields }, exists);
  return outcome.done ? outcome.item : undefined;
}
`,
    endpoint: `import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { ${pascal}Change, ${pascal}Representation, example${pascal} } from '../${kebab}.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'PUT',
  path: '/${snake}/{id}/',
  operationId: 'update${pascal}',
  summary: 'Update a ${words}',
  auth: 'user',
  scope: fullScope,
  request: { json: ${pascal}Change },
  responses: {
    200: { description: 'The updated ${words}.', body: ${pascal}Representation },
  },
  errors: ['not_found'],
  stores: { table: ['update'] },
  examples: [{ summary: 'All fields', body: example${pascal}, status: 200 }],
});
`,
    handler: `import { requireFound } from '#shared/http/require-found.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as store from '../${kebab}.store.ts';
import { present } from '../${kebab}.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, params: { id }, body, table, links, fail }) => {
    const updated = await store.update(table, caller.user_id, id, body);
    const item = requireFound(updated, { kind: '${words}', id }, fail);
    return { status: 200, body: present(item, links) };
  },
);
`,
    test: {
      imports: [
        `import { newUserToken } from '#kit/fixtures.ts';`,
        `import { example${pascal} } from '../${kebab}.ts';`,
      ],
      body: `
it('does not find a ${words} that does not exist', async () => {
  const { status } = await call('PUT', '/v7.1/${snake}/unknown/', {
    token: await newUserToken(),
    json: example${pascal},
  });
  expect(status).toBe(404);
});
`,
    },
  };
}
