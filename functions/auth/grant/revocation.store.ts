import { epochSeconds } from '../../../shared/runtime/time.ts';
import { absent, present } from '../../../shared/table/condition.ts';
import { type Key, keys } from '../../../shared/table/keys.ts';
import type { Table } from '../../../shared/table/table.ts';

/** Ends a grant with all its tokens; the index keeps only those that are not revoked. */
export async function revoke(table: Table<'update'>, { pk, sk }: Key, now: Date): Promise<void> {
  await table.update(
    { pk, sk },
    { set: { revoked_at: epochSeconds(now) }, remove: ['collection', 'collection_sk'] },
    { pk: present, revoked_at: absent },
  );
}

/** Ends everything that a person granted. */
export async function revokeAllOfUser(
  table: Table<'query' | 'update'>,
  user_id: string,
  now: Date,
): Promise<void> {
  await revokeAll(table, await table.query<Key>(keys.grants(user_id)), now);
}

/** Ends everything that an application was granted. */
export async function revokeAllOfApplication(
  table: Table<'query' | 'update'>,
  client_id: string,
  now: Date,
): Promise<void> {
  const collection = keys.grantsOfApplication(client_id);
  await revokeAll(table, await table.query<Key>({ collection }), now);
}

const atOnce = 25;

async function revokeAll(table: Table<'update'>, grants: readonly Key[], now: Date): Promise<void> {
  for (let i = 0; i < grants.length; i += atOnce)
    await Promise.all(grants.slice(i, i + atOnce).map((key) => revoke(table, key, now)));
}
