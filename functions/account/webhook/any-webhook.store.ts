import { clientKeys } from '#functions/auth/client/client.keys.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import type { ListedEntry, Table } from '#shared/table/table.ts';
import { webhookKeys } from './webhook.keys.ts';

/** The webhook that was created last, of the whole service. */
interface NewestWebhook {
  /** Undefined if the application is deleted. */
  client_id?: string;
  webhook_id: string;
}

/** The most applications whose webhooks are looked for. Of more, one is taken to have some. */
const maxApplications = 100;

/**
 * The time for which it is known whether there are webhooks, in milliseconds. In it, none is missed
 * but one that a release before has created, which notes no newest one.
 */
const memoryMs = 600_000;

/**
 * Returns a function that tells whether an application may have a webhook. As long as there is
 * none, a call is one read, so a webhook that was created before the call is never missed.
 */
export function createWebhookFinder() {
  const memory = createTtlCache<{ isFound: boolean; newest: string | undefined }>(
    memoryMs,
  );

  return async (table: Table<'get' | 'getEach' | 'query'>, now: Date) => {
    const known = memory.get('', now);
    if (known?.isFound) return true;
    const newest = await table.get<NewestWebhook>(webhookKeys.newestWebhook());
    if (known && known.newest === newest?.webhook_id) return false;
    const isFound = await findAny(table, newest);
    memory.set('', { isFound, newest: newest?.webhook_id }, now);
    return isFound;
  };
}

/** The index may not list the application with the newest webhook yet. */
async function findAny(
  table: Table<'getEach' | 'query'>,
  newest: NewestWebhook | undefined,
): Promise<boolean> {
  const collection = clientKeys.clients();
  const listed = await table.queryPage<ListedEntry>({
    collection,
    limit: maxApplications,
  });
  if (listed.length === maxApplications) return true;
  const clientIds = new Set(listed.map(({ collection_sk }) => collection_sk));
  if (newest?.client_id) clientIds.add(newest.client_id);
  const keys = [...clientIds].map(webhookKeys.webhookTargets);
  const targets = await table.getEach<{ count: number }>(keys);
  return targets.some((ofClient) => (ofClient?.count ?? 0) > 0);
}
