import type { ResourceNames } from './names.ts';
import type { VerbTemplate } from './verb-template.ts';

/** Builds the template of the verb `read`: GET of an item. */
export function buildRead({
  snake,
  pascal,
  camel,
  words,
  kebab,
}: ResourceNames): VerbTemplate {
  return {
    resourceImports: [`type ${pascal}`],
    storeImports: [],
    schemas: '',
    store: `
/** Returns one ${words} of the user, or undefined if it does not exist. */
export function find(
  table: Table<'get'>,
  user_id: string,
  id: string,
): Promise<${pascal} | undefined> {
  return table.get<${pascal}>(keys.${camel}(user_id, id));
}
`,
    endpoint: `import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { ${pascal}Representation } from '../${kebab}.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/${snake}/{id}/',
  operationId: 'get${pascal}',
  summary: 'Get a ${words}',
  auth: 'user',
  scope: fullScope,
  responses: { 200: { description: 'The ${words}.', body: ${pascal}Representation } },
  errors: ['not_found'],
  stores: { table: ['get'] },
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
  async ({ caller, params: { id }, table, links, fail }) => {
    const found = await store.find(table, caller.user_id, id);
    const item = requireFound(found, { kind: '${words}', id }, fail);
    return { status: 200, body: present(item, links) };
  },
);
`,
    test: {
      imports: [`import { newUserToken } from '#kit/fixtures.ts';`],
      body: `
it('does not find a ${words} that does not exist', async () => {
  const token = await newUserToken();
  const { status } = await call('GET', '/v7.1/${snake}/unknown/', { token });
  expect(status).toBe(404);
});
`,
    },
  };
}
