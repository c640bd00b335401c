import { providerClientKeys } from '#functions/connections/client/provider-client.keys.ts';
import { connectionKeys } from '#functions/connections/connection/remote-connection.keys.ts';
import type { SyncRequest } from '#functions/connections/connection/sync-request.store.ts';
import {
  parseDueTime,
  toDueRange,
} from '#functions/connections/connection/sync-state.ts';
import type { Change } from '#shared/table/expression.ts';
import type { Key } from '#shared/table/keys.ts';
import type {
  CollectionPage,
  RangePage,
  Table,
  WriteResult,
} from '#shared/table/table.ts';

/** Learns what a simulation does to the table. */
export interface TableObserver {
  onRequest(request: SyncRequest): void;
  /** The next sync of a connection is planned. */
  onPlan(remote_connection_id: string, at: Date): void;
  /** The minutes between two syncs that the operator has set for a provider. */
  getSyncMinutes(type: string): number | undefined;
}

const countsPrefix = providerClientKeys.providerLimits('').pk;
const clientPrefix = providerClientKeys.providerClient('').sk;
const { from: firstPlanned } = toDueRange(0, new Date(0));

/**
 * Opens the table with shards of the index and limits of providers that no other test has. Requests
 * of syncs are not stored but passed on, as the table's stream does.
 */
export function openOwnTable(
  shared: Table,
  user_id: string,
  observer: TableObserver,
): Table {
  const requestPrefix = connectionKeys.syncRequest(user_id, '').sk;
  const suffix = ` ${user_id}`;

  function toOwnKey({ pk, sk }: Key): Key {
    return pk.startsWith(countsPrefix) ? { pk: pk + suffix, sk } : { pk, sk };
  }

  function toOwnChange({ set = {}, ...others }: Change, { sk }: Key): Change {
    const { collection, collection_sk } = set;
    if (typeof collection !== 'string') return { set, ...others };
    const sortKey = String(collection_sk);
    if (sortKey >= firstPlanned) {
      const [, id = ''] = sk.split('#');
      observer.onPlan(id, parseDueTime(sortKey));
    }
    return { set: { ...set, collection: collection + suffix }, ...others };
  }

  function fromOwn<R extends object>(item: R | undefined): R | undefined {
    if (item === undefined || !('collection' in item)) return item;
    const collection = String(item.collection).replace(suffix, '');
    return { ...item, collection };
  }

  function fromOwnResult<R extends object>(result: WriteResult<R>): WriteResult<R> {
    if (!result.done) return { done: false, existing: fromOwn(result.existing) };
    return { done: true, item: fromOwn(result.item) ?? result.item };
  }

  return {
    ...shared,
    async get<R extends object>(key: Key) {
      const item = await shared.get<R>(toOwnKey(key));
      if (item === undefined || !key.sk.startsWith(clientPrefix)) return fromOwn(item);
      const sync_minutes = observer.getSyncMinutes(key.sk.slice(clientPrefix.length));
      return { ...item, sync_minutes };
    },
    async put(item, condition) {
      if (!item.sk.startsWith(requestPrefix)) return shared.put(item, condition);
      observer.onRequest(item as Key & typeof item & SyncRequest);
      return { done: true, item };
    },
    async update<R extends object>(
      ...[key, change, condition]: Parameters<Table['update']>
    ) {
      const changed = toOwnChange(change, key);
      return fromOwnResult(await shared.update<R>(toOwnKey(key), changed, condition));
    },
    queryPage: <R extends object>(page: CollectionPage | RangePage) =>
      shared.queryPage<R>(
        'collection' in page ? { ...page, collection: page.collection + suffix } : page,
      ),
  };
}

/** Returns the index attributes of a new connection in the shards of a simulation. */
export function toOwnDue<Due extends { collection: string }>(
  user_id: string,
  due: Due,
): Due {
  return { ...due, collection: `${due.collection} ${user_id}` };
}
