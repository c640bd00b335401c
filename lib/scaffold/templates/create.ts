import type { ResourceNames } from './names.ts';
import {
  conditionModule,
  quotaModule,
  tableModule,
  type VerbTemplate,
} from './verb-template.ts';

/** Builds the template of the verb `create`: POST to the collection. */
export function buildCreate(names: ResourceNames): VerbTemplate {
  const { pascal } = names;
  return {
    resourceImports: [`max${pascal}`, `type ${pascal}`],
    storeImports: [
      { name: 'isNew', from: conditionModule },
      { name: 'toQuotaIncrease', from: quotaModule },
      { name: 'type TransactionChange', from: tableModule },
    ],
    schemas: `
export const ${pascal}Creation = Fields.check(z.meta({ id: 'New${pascal}' }));
`,
    store: buildStore(names),
    endpoint: buildEndpoint(names),
    handler: buildHandler(names),
    test: buildTest(names),
  };
}

function buildStore({ pascal, camel, words }: ResourceNames): string {
  return `
/**
 * Returns the changes that store and count a new ${words}. The second fails if the user has as
 * many as allowed.
 */
export function to${pascal}Creation(
  user_id: string,
  item: ${pascal},
): TransactionChange<'put' | 'update'>[] {
  const key = keys.${camel}(user_id, item.id);
  return [
    { put: { ...key, ...item }, condition: isNew },
    toQuotaIncrease(keys.${camel}Count(user_id), max${pascal}),
  ];
}
`;
}

function buildEndpoint({ snake, pascal, words, kebab }: ResourceNames): string {
  return `import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { idempotencyKeyHeader } from '#shared/idempotency/idempotency-key.ts';
import { example${pascal}, ${pascal}Creation, ${pascal}Representation } from '../${kebab}.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/${snake}/',
  operationId: 'create${pascal}',
  summary: 'Create a ${words}',
  auth: 'user',
  scope: fullScope,
  request: { headers: idempotencyKeyHeader, json: ${pascal}Creation },
  responses: {
    201: {
      description: 'The new ${words}.',
      body: ${pascal}Representation,
      headers: ['Location'],
    },
  },
  errors: ['validation_failed', 'malformed_header', 'idempotency_key_reused'],
  stores: { table: ['get', 'put', 'update', 'transact'] },
  storeCalls: {
    max: 2,
    reason:
      'one transaction stores the item, its count and the Idempotency-Key; a retry reads what ' +
      'the first request with the key created',
  },
  examples: [{ summary: 'A ${words}', body: example${pascal}, status: 201 }],
});
`;
}

function buildHandler({ snake, pascal, pluralWords, kebab }: ResourceNames): string {
  return `import { serve } from '#shared/http/serve.ts';
import { withLocation } from '#shared/http/with-location.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import { getReplayHeaders, readIdempotencyKey } from '#shared/idempotency/idempotency-key.ts';
import { openTable } from '#shared/table/table.ts';
import * as store from '../${kebab}.store.ts';
import { max${pascal}, present } from '../${kebab}.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, body, header, table, links, now, fail }) => {
    const key = readIdempotencyKey(header, fail);
    const { user_id } = caller;
    const request = { ...caller, resource: '${snake}', key, body, now };
    const buildItem = (id: string) => ({ ...body, id, created_datetime: now.toISOString() });
    const creation = await idempotency.createOnce(table, request, (id) =>
      store.to${pascal}Creation(user_id, buildItem(id)),
    );
    if (creation.outcome === 'key_reused') throw fail('idempotency_key_reused');
    if (creation.outcome === 'refused') {
      const message = \`a user can have at most \${max${pascal}} ${pluralWords}\`;
      throw fail('validation_failed', { failures: { __all__: [message] } });
    }
    const isReplayed = creation.outcome === 'replayed';
    const found = isReplayed ? await store.find(table, user_id, creation.id) : undefined;
    const item = found ?? buildItem(creation.id);
    return withLocation(201, present(item, links), getReplayHeaders(isReplayed));
  },
);
`;
}

function buildTest({ snake, pascal, camel, words, kebab }: ResourceNames) {
  return {
    imports: [
      `import { issueUserToken, newPerson, newUserToken } from '#kit/fixtures.ts';`,
      `import { putItems } from '#kit/put-items.ts';`,
      `import { keys } from '#shared/table/keys.ts';`,
      `import { example${pascal} as json, max${pascal} } from '../${kebab}.ts';`,
    ],
    body: `
interface Created {
  _links: { self: [{ href: string }] };
}

const post = (options: { token: string; headers?: Record<string, string> }) =>
  call<Created>('POST', '/v7.1/${snake}/', { json, ...options });

it('creates a ${words} that its owner reads', async () => {
  const token = await newUserToken();
  const { status, headers, body } = await post({ token });
  expect(status).toBe(201);
  expect(body).toMatchObject(json);

  const [{ href }] = body._links.self;
  expect(headers.get('location')).toBe(href);
  expect((await call('GET', href, { token })).body).toEqual(body);
});

it('creates nothing again for a retry with the same Idempotency-Key', async () => {
  const options = { token: await newUserToken(), headers: { 'Idempotency-Key': 'a' } };
  const first = await post(options);
  expect((await post(options)).body).toEqual(first.body);
});

it('gives the last place to one request and its parallel repeats', async () => {
  const person = await newPerson();
  const count = { ...keys.${camel}Count(person.user_id), count: max${pascal} - 1 };
  await putItems([count]);
  const token = await issueUserToken(person);
  const headers = { 'Idempotency-Key': 'a' };
  const repeats = Array.from({ length: 4 }, () => post({ token, headers }));
  const texts = (await Promise.all(repeats)).map(({ status, text }) => \`\${status} \${text}\`);
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toMatch(/^201/);
  expect((await post({ token })).status).toBe(400);
});
`,
  };
}
