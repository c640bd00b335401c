import type { ResourceNames } from './names.ts';
import { conditionModule, quotaModule, type VerbTemplate } from './verb-template.ts';

/** Builds the template of the verb `delete`: DELETE of an item. */
export function buildDelete({
  snake,
  pascal,
  camel,
  words,
  kebab,
}: ResourceNames): VerbTemplate {
  return {
    resourceImports: [],
    storeImports: [
      { name: 'exists', from: conditionModule },
      { name: 'toQuotaDecrease', from: quotaModule },
    ],
    schemas: '',
    store: `
/** Deletes a ${words}. Returns false if it does not exist. */
export async function remove(
  table: Table<'delete' | 'update' | 'transact'>,
  user_id: string,
  id: string,
): Promise<boolean> {
  const { done } = await table.transact([
    { delete: keys.${camel}(user_id, id), condition: exists },
    toQuotaDecrease(keys.${camel}Count(user_id)),
  ]);
  return done;
}
`,
    endpoint: `import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { fullScope } from '#shared/contract/scopes.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'DELETE',
  path: '/${snake}/{id}/',
  operationId: 'delete${pascal}',
  summary: 'Delete a ${words}',
  auth: 'user',
  scope: fullScope,
  responses: { 204: { description: 'The ${words} is deleted.' } },
  errors: ['not_found'],
  stores: { table: ['delete', 'update', 'transact'] },
});
`,
    handler: `import { requireFound } from '#shared/http/require-found.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as store from '../${kebab}.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, params: { id }, table, fail }) => {
    const isRemoved = await store.remove(table, caller.user_id, id);
    requireFound(isRemoved, { kind: '${words}', id }, fail);
    return { status: 204 };
  },
);
`,
    test: {
      imports: [`import { newUserToken } from '#kit/fixtures.ts';`],
      body: `
it('does not find a ${words} that does not exist', async () => {
  const token = await newUserToken();
  const { status } = await call('DELETE', '/v7.1/${snake}/unknown/', { token });
  expect(status).toBe(404);
});
`,
    },
  };
}
