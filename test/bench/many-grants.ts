import * as clients from '#functions/auth/client/client.store.ts';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import * as revocations from '#functions/auth/grant/revocation.store.ts';
import { issueUserToken, newClient, newPerson, table } from '#kit/fixtures.ts';
import { send } from '#kit/send.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { fillTable } from './fill-table.ts';
import { markdownTable } from './report.ts';
import type { Bench, Section } from './service-under-bench.ts';
import { measureTime } from './statistics.ts';

const maxGrants = 100_000;
const pageSize = 1000;

/** Stores a grant to the client for each of many users: copies of the grant of `user_id`. */
async function fillGrants(
  client_id: string,
  user_id: string,
  count: number,
): Promise<void> {
  const [grant] = await table().query<Key>(grantKeys.grants(user_id));
  if (!grant) throw new Error('The user has no grant.');
  await fillTable(count, () => {
    const id = newId(new Date());
    const collection = grantKeys.grantsOfClient(client_id);
    const key = grantKeys.grant(id, id);
    return { ...grant, ...key, id, user_id: id, collection, collection_sk: id };
  });
}

/** Returns the table of the service, which fails after this many updates like an ended process. */
function failAfter(updates: number): Table {
  const original = table();
  let remaining = updates;
  return {
    ...original,
    update(...change) {
      remaining -= 1;
      if (remaining < 0) throw new Error('The process has ended.');
      return original.update(...change);
    },
  };
}

/** Revokes half of the grants, then the others. Returns how many the second call revoked. */
async function revokeTwice(client_id: string, count: number): Promise<number> {
  const interrupted = failAfter(count / 2);
  await revocations
    .revokeAllOfClient(interrupted, client_id, new Date())
    .catch(() => undefined);
  return revocations.revokeAllOfClient(table(), client_id, new Date());
}

/** Lists all grants of a client in pages and returns their number. */
async function countGrants(client_id: string): Promise<number> {
  let count = 0;
  let after: string | undefined;
  for (;;) {
    const page = await grants.listByClient(table(), client_id, {
      limit: pageSize,
      after,
    });
    count += page.length;
    if (page.length < pageSize) return count;
    after = page.at(-1)?.id;
  }
}

/** Returns the status of a request with a token that the service has not seen. */
async function requestUser({ urls }: Bench, token: string): Promise<number> {
  return (await send(urls, 'GET', '/v7.1/user/self/', { token })).status;
}

/** Measures an operator's work on an application to which very many users have granted access. */
export const manyGrants: Section = async (bench) => {
  const count = Math.min(maxGrants, bench.items);
  const client = await newClient();
  const { client_id } = client;
  const [person, other] = [await newPerson(), await newPerson()];
  const token = await issueUserToken(person, client);
  const unusedToken = await issueUserToken(other, client);
  await fillGrants(client_id, person.user_id, count);

  const before = await requestUser(bench, token);
  const listing = await measureTime(() =>
    grants.listByClient(table(), client_id, { limit: pageSize }),
  );
  const counted = await countGrants(client_id);
  const disabling = await measureTime(() =>
    clients.disable(table(), client_id, new Date()),
  );
  const after = await requestUser(bench, unusedToken);
  let revoked = 0;
  const revoking = await measureTime(async () => {
    revoked = await revokeTwice(client_id, count);
  });

  return markdownTable(
    ['action', 'result', 'ms'],
    [
      [`list a page of ${pageSize}`, `${counted} grants in all pages`, listing],
      [
        'disable the application',
        `a request: ${before} before, ${after} after`,
        disabling,
      ],
      [
        'revoke all, interrupted halfway',
        `${revoked} by the second call, ${await countGrants(client_id)} left`,
        revoking,
      ],
    ],
  );
};
