import type { ResourceNames } from './names.ts';
import type { VerbTemplate } from './verb-template.ts';

/** Builds the template of the verb `list`: GET of the collection. */
export function buildList({
  snake,
  pascal,
  camel,
  plural,
  pascalPlural,
  pluralWords,
  kebab,
}: ResourceNames): VerbTemplate {
  return {
    resourceImports: [`type ${pascal}`],
    storeImports: [],
    schemas: '',
    store: `
/** Returns the user's ${pluralWords} in the order of creation. */
export function list(table: Table<'query'>, user_id: string): Promise<${pascal}[]> {
  return table.query<${pascal}>(keys.${camel}List(user_id));
}
`,
    endpoint: `import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { Collection, Paging } from '#shared/hal/paging.ts';
import { max${pascal}, ${pascal}Representation } from '../${kebab}.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/${snake}/',
  operationId: 'list${pascalPlural}',
  summary: 'List the ${pluralWords} of the user',
  auth: 'user',
  scope: fullScope,
  request: { query: z.object(Paging) },
  responses: {
    200: {
      description: 'One page of the list.',
      body: Collection('${plural}', ${pascal}Representation),
    },
  },
  stores: { table: ['query'] },
  maxItems: max${pascal},
});
`,
    handler: `import { presentPage } from '#shared/hal/paging.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as store from '../${kebab}.store.ts';
import { present } from '../${kebab}.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, query, table, links }) => {
    const items = await store.list(table, caller.user_id);
    const body = presentPage(items, query, links, {
      resource: '${snake}',
      name: '${plural}',
      present: (item) => present(item, links),
    });
    return { status: 200, body };
  },
);
`,
    test: {
      imports: [`import { newUserToken } from '#kit/fixtures.ts';`],
      body: `
it('lists nothing for a user without items', async () => {
  const { status, body } = await call<{ total_count: number }>('GET', '/v7.1/${snake}/', {
    token: await newUserToken(),
  });
  expect([status, body.total_count]).toEqual([200, 0]);
});
`,
    },
  };
}
