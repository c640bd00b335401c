import { expect, it } from 'vitest';
import {
  issueClientToken,
  issueUserToken,
  newClient,
  newPerson,
  table,
} from '#kit/fixtures.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { grantKeys } from './grant.keys.ts';
import { countUsers } from './grant.store.ts';

const limits = { max: 1000, maxPages: 8 };

/** Returns a table in which a client has many pages of tokens of its own after those of a user. */
function createLongTable(client_id: string, pages: number) {
  const read = { pages: 0 };
  const own = grantKeys.grant(toServicePrincipal(client_id), 'token');
  const long: Table<'query'> = {
    ...table(),
    async *listKeys(): AsyncGenerator<Key[]> {
      while (read.pages < pages) {
        read.pages += 1;
        yield read.pages === 1 ? [grantKeys.grant('user', 'grant'), own] : [own];
      }
    },
  };
  return { long, read };
}

it('counts a user with several grants once, and not the client itself', async () => {
  const [client, user] = await Promise.all([newClient(), newPerson()]);
  await issueUserToken(user, client);
  await issueUserToken(user, client);
  await issueUserToken(await newPerson(), client);
  await issueClientToken(client);
  const counted = await countUsers(table(), client.client_id, limits);
  expect(counted).toEqual({ count: 2, isComplete: true });
});

it('counts no further than the limits', async () => {
  const client = await newClient();
  for (let users = 0; users < 3; users += 1)
    await issueUserToken(await newPerson(), client);
  const counted = await countUsers(table(), client.client_id, { ...limits, max: 2 });
  expect(counted).toEqual({ count: 2, isComplete: false });
});

it('reads at most eight pages of the tokens that a client has got for itself', async () => {
  const { long, read } = createLongTable('client', 1000);
  const counted = await countUsers(long, 'client', limits);
  expect(counted).toEqual({ count: 1, isComplete: false });
  expect(read.pages).toBe(8);
});
