import type { ResourceNames } from './names.ts';
import { conditionModule, quotaModule, type VerbTemplate } from './verb-template.ts';

/** Builds the template of the verb `create`: POST to the collection. */
export function buildCreate({
  snake,
  pascal,
  camel,
  words,
  kebab,
}: ResourceNames): VerbTemplate {
  return {
    types: [`max${pascal}`, `type ${pascal}`],
    storeImports: [
      { name: 'isNew', from: conditionModule },
      { name: 'takeQuota', from: quotaModule },
    ],
    schemas: `
export const ${pascal}Creation = z.object(fields).check(z.meta({ id: 'New${pascal}' }));
`,
    store: `
/** Stores a new ${words}. Returns false if the user has reached the limit. */
export async function create(
  table: Table<'put' | 'update'>,
  user_id: string,
  item: ${pascal},
): Promise<boolean> {
  const isCounted = await takeQuota(table, keys.${camel}Count(user_id), max${pascal});
  if (!isCounted) return false;
  await table.put<${pascal}>({ ...keys.${camel}(user_id, item.id), ...item }, isNew);
  return true;
}
`,
    endpoint: `import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { ${pascal}Creation, ${pascal}Representation } from '../${kebab}.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/${snake}/',
  operationId: 'create${pascal}',
  summary: 'Create a ${words}',
  auth: 'user',
  scope: 'read',
  request: { json: ${pascal}Creation },
  responses: {
    201: {
      description: 'The new ${words}.',
      body: ${pascal}Representation,
      headers: ['Location'],
    },
  },
  errors: ['validation_failed'],
  stores: { table: ['put', 'update'] },
  storeCalls: { max: 2, reason: 'the quota and the item are two items' },
  examples: [{ summary: 'A ${words}', body: { name: 'My ${words}' }, status: 201 }],
});
`,
    handler: `import { serve } from '#shared/http/serve.ts';
import { withLocation } from '#shared/http/with-location.ts';
import { newId } from '#shared/runtime/ids.ts';
import { openTable } from '#shared/table/table.ts';
import * as store from '../${kebab}.store.ts';
import { max${pascal}, present } from '../${kebab}.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, body, table, links, now, fail }) => {
    const item = { ...body, id: newId(now) };
    const isCreated = await store.create(table, caller.user_id, item);
    if (!isCreated) {
      const message = \`a user can have at most \${max${pascal}} ${words} items\`;
      throw fail('validation_failed', { failures: { __all__: [message] } });
    }
    return withLocation(201, present(item, links));
  },
);
`,
    test: `
it('creates a ${words}', async () => {
  const json = { name: 'My ${words}' };
  const created = await call('POST', '/v7.1/${snake}/', { token: await newUserToken(), json });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject(json);
});
`,
  };
}
