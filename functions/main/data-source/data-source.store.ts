import type { Principal } from '#shared/auth/principal.ts';
import { serviceError } from '#shared/errors/errors.ts';
import {
  belowOrAbsent,
  type Condition,
  equals,
  exists,
  isAbsent,
  isNew,
  isPresent,
  noneOf,
} from '#shared/table/condition.ts';
import type {
  FailedChange,
  FailedWrite,
  Table,
  TransactionChange,
  WriteResult,
} from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { dataSourceKeys } from './data-source.keys.ts';
import type { DataSource, DataSourceChange, PriorityType } from './data-source.ts';
import {
  dataSourceLimits,
  isSourceVisible,
  syncedSourceLimits,
} from './stored-source.ts';

const activeOnly = { active: equals(true) };

/** The item that counts a user's data sources (decision 0018). */
type DataSourceCount = Partial<
  Record<keyof typeof dataSourceLimits | keyof typeof syncedSourceLimits, number>
>;

/**
 * Lists the user's active data sources, or those that were deactivated, by creation date, which is
 * the order of their ids.
 */
export async function list(
  table: Table<'query'>,
  user_id: string,
  isActive = true,
): Promise<DataSource[]> {
  const all = await table.query<DataSource>(dataSourceKeys.dataSources(user_id));
  return all.filter(({ active }) => active === isActive);
}

/** The caller of an endpoint, for whom some data sources of the user do not exist. */
type Viewer = Pick<Principal, 'user_id' | 'hidden_types'>;

/** Lists the user's data sources that a caller may see, as `list` does. */
export async function listVisible(
  table: Table<'query'>,
  caller: Viewer,
  isActive = true,
): Promise<DataSource[]> {
  const sources = await list(table, caller.user_id, isActive);
  return sources.filter((source) => isSourceVisible(source, caller));
}

/** Returns one of the user's data sources, active or not, or undefined if it does not exist. */
export function find(
  table: Table<'get'>,
  user_id: string,
  id: string,
): Promise<DataSource | undefined> {
  return table.get<DataSource>(dataSourceKeys.dataSource(user_id, id));
}

/** Returns those of the user's data sources that exist, at most 100, by their ids. */
export async function findByIds(
  table: Table<'getEach'>,
  user_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DataSource>> {
  if (ids.length === 0) return new Map();
  const found = await table.getEach<DataSource>(
    ids.map((id) => dataSourceKeys.dataSource(user_id, id)),
  );
  return new Map(found.flatMap((source) => (source ? [[source.id, source]] : [])));
}

/** Returns a data source that a caller may see, as `find` does. */
export async function findVisible(
  table: Table<'get'>,
  caller: Viewer,
  id: string,
): Promise<DataSource | undefined> {
  const source = await find(table, caller.user_id, id);
  return source && isSourceVisible(source, caller) ? source : undefined;
}

/**
 * Returns the changes that store and count a new data source. The second fails if the user has as
 * many as allowed.
 */
export function toSourceCreation(
  user_id: string,
  source: DataSource,
): TransactionChange<'put' | 'update'>[] {
  const isSynced = source.remote_connection_type !== undefined;
  const maxima = Object.entries(isSynced ? syncedSourceLimits : dataSourceLimits);
  const increment = Object.fromEntries(maxima.map(([count]) => [count, 1]));
  const room = maxima.map(([count, max]) => [count, belowOrAbsent(max)] as const);
  return [
    {
      put: { ...dataSourceKeys.dataSource(user_id, source.id), ...source },
      condition: isNew,
    },
    {
      update: dataSourceKeys.dataSourceCount(user_id),
      change: { increment },
      condition: Object.fromEntries(room),
    },
  ];
}

/** Returns the limit because of which a creation failed. Throws an error if none is exceeded. */
export function requireExceededLimit(
  failures: readonly FailedChange[],
): keyof typeof dataSourceLimits {
  const count = failures.find(({ index }) => index === 1)?.existing;
  if (!count) throw new Error('The data source cannot be stored.');
  const { active = 0 } = count as DataSourceCount;
  return active >= dataSourceLimits.active ? 'active' : 'total';
}

/**
 * Updates fields of a data source that a caller may see. An update that sets `active` to true fails
 * unless the source is active (wire.md D4).
 */
export async function update(
  table: Table<'get' | 'update' | 'transact'>,
  caller: Viewer,
  id: string,
  fields: DataSourceChange,
): Promise<WriteResult<DataSource>> {
  const deactivated =
    fields.active === false && (await deactivate(table, caller, id, fields));
  if (deactivated) return deactivated;

  const condition = {
    ...(fields.active === true ? activeOnly : exists),
    ...isShownTo(caller),
  };
  const key = dataSourceKeys.dataSource(caller.user_id, id);
  const result = await table.update<DataSource>(key, { set: fields }, condition);
  const isHidden =
    !result.done && result.existing && !isSourceVisible(result.existing, caller);
  return isHidden ? notFound : result;
}

/** Returns the condition that a caller may see a data source. */
function isShownTo({ hidden_types }: Viewer): Condition {
  return hidden_types.length === 0
    ? {}
    : { remote_connection_type: noneOf(hidden_types) };
}

const notFound: FailedWrite<DataSource> = { done: false, existing: undefined };

/**
 * Updates fields of an active data source, removes its priorities and no longer counts it as
 * active. Returns undefined if it is inactive already, which is final.
 */
async function deactivate(
  table: Table<'get' | 'update' | 'transact'>,
  caller: Viewer,
  id: string,
  fields: DataSourceChange,
): Promise<WriteResult<DataSource> | undefined> {
  const { user_id } = caller;
  const source = dataSourceKeys.dataSource(user_id, id);
  const change = { set: { ...fields, priorities: {} } };
  for (const [count, maker] of [
    ['active', isAbsent],
    ['synced_active', isPresent],
  ] as const) {
    const condition = { ...activeOnly, remote_connection_type: maker };
    const result = await table.transact([
      { update: source, change, condition },
      {
        update: dataSourceKeys.dataSourceCount(user_id),
        change: { increment: { [count]: -1 } },
        condition: exists,
      },
    ]);
    if (meetsConditions(result)) {
      const item = await find(table, user_id, id);
      return item ? { done: true, item } : notFound;
    }
    const [failure] = result.failures;
    // Only an erasure that is running deletes the count before the data source.
    if (failure?.index !== 0)
      throw serviceError('unavailable', { cause: 'concurrent_changes' });
    const existing = failure.existing as DataSource | undefined;
    if (!existing || !isSourceVisible(existing, caller)) return notFound;
    if (!existing.active) return undefined;
  }
  return undefined;
}

/** The data source that a user prefers for a kind of data, and since when (ISO 8601). */
interface Preference {
  id: string;
  type: PriorityType;
  since: string;
}

/**
 * Makes an active data source the preferred one for a kind of data. Returns false if the data
 * source is not active.
 */
export async function prefer(
  table: Table<'update'>,
  user_id: string,
  { id, type, since }: Preference,
): Promise<boolean> {
  const change = { set: { [`priorities.${type}`]: since } };
  const { done } = await table.update(
    dataSourceKeys.dataSource(user_id, id),
    change,
    activeOnly,
  );
  return done;
}
