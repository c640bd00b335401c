import type { ResourceNames } from './names.ts';

/** What one verb adds to the files of a resource. */
export interface VerbTemplate {
  /** Operations of the table that the verb uses. */
  table: readonly string[];
  /** Names that its store function imports from the resource's schemas. */
  types: readonly string[];
  /** Imports of its store function from elsewhere. */
  storeImports: readonly string[];
  store: string;
  /** What it adds to the resource's schemas. */
  schemas: string;
  endpoint: string;
  handler: string;
  test: string;
}

const conditionImport = (name: string) => `import { ${name} } from '#shared/table/condition.ts';`;
const quotaImport = (name: string) => `import { ${name} } from '#shared/table/quota.ts';`;

function list({ snake, pascal, camel, words, kebab }: ResourceNames): VerbTemplate {
  return {
    table: ['query'],
    types: [`type ${pascal}`],
    storeImports: [],
    schemas: '',
    store: `
/** Returns the user's ${words} items in the order of creation. */
export function list(table: Table<'query'>, user_id: string): Promise<${pascal}[]> {
  return table.query<${pascal}>(keys.${camel}List(user_id));
}
`,
    endpoint: `import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { Collection, Paging } from '#shared/hal/paging.ts';
import { max${pascal}, ${pascal}Representation } from '../${kebab}.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/${snake}/',
  summary: 'List the ${words} items of the user',
  auth: 'user',
  request: { query: z.object(Paging) },
  responses: {
    200: {
      description: 'One page of the list.',
      body: Collection('${snake}', ${pascal}Representation),
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
      name: '${snake}',
      present: (item) => present(item, links),
    });
    return { status: 200, body };
  },
);
`,
    test: `
it('lists nothing for a user without items', async () => {
  const { status, body } = await call<{ total_count: number }>('GET', '/v7.1/${snake}/', {
    token: await userToken(),
  });
  expect([status, body.total_count]).toEqual([200, 0]);
});
`,
  };
}

function create({ snake, pascal, camel, words, kebab }: ResourceNames): VerbTemplate {
  return {
    table: ['put', 'update'],
    types: [`max${pascal}`, `type ${pascal}`],
    storeImports: [conditionImport('isNew'), quotaImport('takeQuota')],
    schemas: `
export const ${pascal}Creation = z.object(fields);
`,
    store: `
/** Stores a new ${words}. Returns false if the user has as many as a user can have. */
export async function create(
  table: Table<'put' | 'update'>,
  user_id: string,
  item: ${pascal},
): Promise<boolean> {
  if (!(await takeQuota(table, keys.${camel}Count(user_id), max${pascal}))) return false;
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
  summary: 'Create a ${words}',
  auth: 'user',
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
    if (!(await store.create(table, caller.user_id, item))) {
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
  const created = await call('POST', '/v7.1/${snake}/', { token: await userToken(), json });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject(json);
});
`,
  };
}

function read({ snake, pascal, camel, words, kebab }: ResourceNames): VerbTemplate {
  return {
    table: ['get'],
    types: [`type ${pascal}`],
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
import { ${pascal}Representation } from '../${kebab}.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/${snake}/{id}/',
  summary: 'Read a ${words}',
  auth: 'user',
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
    test: `
it('does not find a ${words} that does not exist', async () => {
  const { status } = await call('GET', '/v7.1/${snake}/unknown/', { token: await userToken() });
  expect(status).toBe(404);
});
`,
  };
}

function update({ snake, pascal, camel, words, kebab }: ResourceNames): VerbTemplate {
  return {
    table: ['update'],
    types: [`type ${pascal}`, `type ${pascal}Change`],
    storeImports: [conditionImport('exists')],
    schemas: `
export const ${pascal}Change = z.partial(z.object(fields));
export type ${pascal}Change = z.output<typeof ${pascal}Change>;
`,
    store: `
/** Changes fields of a ${words}. Returns it after the change, or undefined if it does not exist. */
export async function update(
  table: Table<'update'>,
  user_id: string,
  id: string,
  fields: ${pascal}Change,
): Promise<${pascal} | undefined> {
  const key = keys.${camel}(user_id, id);
  const outcome = await table.update<${pascal}>(key, { set: fields }, exists);
  return outcome.done ? outcome.row : undefined;
}
`,
    endpoint: `import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { ${pascal}Change, ${pascal}Representation } from '../${kebab}.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'PUT',
  path: '/${snake}/{id}/',
  summary: 'Change a ${words}',
  auth: 'user',
  request: { json: ${pascal}Change },
  responses: { 200: { description: 'The ${words} after the change.', body: ${pascal}Representation } },
  errors: ['not_found'],
  stores: { table: ['update'] },
  examples: [{ summary: 'Rename', body: { name: 'My other ${words}' }, status: 200 }],
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
    test: `
it('does not find a ${words} that does not exist', async () => {
  const { status } = await call('PUT', '/v7.1/${snake}/unknown/', {
    token: await userToken(),
    json: { name: 'Mine' },
  });
  expect(status).toBe(404);
});
`,
  };
}

function remove({ snake, camel, words, kebab }: ResourceNames): VerbTemplate {
  return {
    table: ['delete', 'update'],
    types: [],
    storeImports: [conditionImport('exists'), quotaImport('releaseQuota')],
    schemas: '',
    store: `
/** Deletes a ${words}. Returns false if it does not exist. */
export async function remove(
  table: Table<'delete' | 'update'>,
  user_id: string,
  id: string,
): Promise<boolean> {
  const isRemoved = await table.delete(keys.${camel}(user_id, id), exists);
  if (isRemoved) await releaseQuota(table, keys.${camel}Count(user_id));
  return isRemoved;
}
`,
    endpoint: `import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'DELETE',
  path: '/${snake}/{id}/',
  summary: 'Delete a ${words}',
  auth: 'user',
  responses: { 204: { description: 'The ${words} is deleted.' } },
  errors: ['not_found'],
  stores: { table: ['delete', 'update'] },
  storeCalls: { max: 2, reason: 'the item and the quota are two items' },
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
    test: `
it('does not find a ${words} that does not exist', async () => {
  const { status } = await call('DELETE', '/v7.1/${snake}/unknown/', { token: await userToken() });
  expect(status).toBe(404);
});
`,
  };
}

/** The verbs that can be generated. */
export const verbTemplates: Readonly<Record<string, (names: ResourceNames) => VerbTemplate>> = {
  list,
  create,
  read,
  update,
  delete: remove,
};
