import type { ResourceNames } from './names.ts';
import { conditionModule, quotaModule, type VerbTemplate } from './verb-template.ts';

/** Builds the template of the verb `create`: POST to the collection. */
export function buildCreate(names: ResourceNames): VerbTemplate {
  const { pascal } = names;
  return {
    resourceImports: [`max${pascal}`, `type ${pascal}`],
    storeImports: [
      { name: 'isNew', from: conditionModule },
      { name: 'releaseQuota', from: quotaModule },
      { name: 'takeQuota', from: quotaModule },
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
 * Stores a new ${words}, unless a parallel request with the same id has done so. Returns
 * the stored ${words}, or undefined if the user has reached the limit.
 */
export async function create(
  table: Table<'put' | 'update'>,
  user_id: string,
  item: ${pascal},
): Promise<${pascal} | undefined> {
  const quotaKey = keys.${camel}Count(user_id);
  const isCounted = await takeQuota(table, quotaKey, max${pascal});
  if (!isCounted) return undefined;

  const key = keys.${camel}(user_id, item.id);
  const outcome = await table.put<${pascal}>({ ...key, ...item }, isNew);
  if (outcome.done) return item;
  await releaseQuota(table, quotaKey);
  return outcome.existing;
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
  stores: { table: ['get', 'put', 'update'] },
  storeCalls: {
    max: 5,
    reason:
      'claim the Idempotency-Key, read what an earlier request with the key created, count ' +
      'against the quota, store; release the quota if a parallel request stored first',
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
    const request = { ...caller, resource: '${snake}', key };
    const claim = await idempotency.claimId(table, request, body, now);
    if (!claim) throw fail('idempotency_key_reused');

    const item = { ...body, id: claim.id, created_datetime: now.toISOString() };
    const found = claim.isReplayed && (await store.find(table, caller.user_id, item.id));
    const stored = found || (await store.create(table, caller.user_id, item));
    if (!stored) {
      const message = \`a user can have at most \${max${pascal}} ${pluralWords}\`;
      throw fail('validation_failed', { failures: { __all__: [message] } });
    }
    return withLocation(201, present(stored, links), getReplayHeaders(claim.isReplayed));
  },
);
`;
}

function buildTest({ snake, pascal, camel, words, pluralWords, kebab }: ResourceNames) {
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

it('limits the ${pluralWords} of a user', async () => {
  const person = await newPerson();
  await putItems([{ ...keys.${camel}Count(person.user_id), reserved: max${pascal} }]);
  expect((await post({ token: await issueUserToken(person) })).status).toBe(400);
});
`,
  };
}
