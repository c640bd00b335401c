import { serviceError } from '#shared/errors/errors.ts';
import { belowOrAbsent, equals, exists, isNew } from '#shared/table/condition.ts';
import type {
  FailedChange,
  FailedWrite,
  Table,
  TransactionChange,
  WriteResult,
} from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/transactions.ts';
import { dataSourceKeys } from './data-source.keys.ts';
import {
  type DataSource,
  type DataSourceChange,
  dataSourceLimits,
  type PriorityType,
} from './data-source.ts';

const isActive = { active: equals(true) };

/** The item that counts a user's data sources (decision 0018). */
interface DataSourceCount {
  active: number;
  total: number;
}

/** Lists the user's active data sources by creation date, which is the order of their ids. */
export async function list(
  table: Table<'query'>,
  user_id: string,
): Promise<DataSource[]> {
  const all = await table.query<DataSource>(dataSourceKeys.dataSources(user_id));
  return all.filter(({ active }) => active);
}

/** Returns one of the user's data sources, active or not, or undefined if it does not exist. */
export function find(
  table: Table<'get'>,
  user_id: string,
  id: string,
): Promise<DataSource | undefined> {
  return table.get<DataSource>(dataSourceKeys.dataSource(user_id, id));
}

/**
 * Returns the changes that store and count a new data source. The second fails if the user has as
 * many as allowed.
 */
export function toSourceCreation(
  user_id: string,
  source: DataSource,
): TransactionChange<'put' | 'update'>[] {
  const { active, total } = dataSourceLimits;
  return [
    {
      put: { ...dataSourceKeys.dataSource(user_id, source.id), ...source },
      condition: isNew,
    },
    {
      update: dataSourceKeys.dataSourceCount(user_id),
      change: { increment: { active: 1, total: 1 } },
      condition: { active: belowOrAbsent(active), total: belowOrAbsent(total) },
    },
  ];
}

/** Returns the limit because of which a creation failed. Throws an error if none is exceeded. */
export function requireExceededLimit(
  failures: readonly FailedChange[],
): keyof typeof dataSourceLimits {
  const count = failures.find(({ index }) => index === 1)?.existing;
  if (!count) throw new Error('The data source cannot be stored.');
  const { active } = count as DataSourceCount;
  return active >= dataSourceLimits.active ? 'active' : 'total';
}

/**
 * Updates fields of a data source. An update that sets `active` to true fails unless the source is
 * active (wire.md D4).
 */
export async function update(
  table: Table<'get' | 'update' | 'transact'>,
  user_id: string,
  id: string,
  fields: DataSourceChange,
): Promise<WriteResult<DataSource>> {
  const deactivated =
    fields.active === false && (await deactivate(table, user_id, id, fields));
  if (deactivated) return deactivated;

  const condition = fields.active === true ? isActive : exists;
  const key = dataSourceKeys.dataSource(user_id, id);
  return table.update<DataSource>(key, { set: fields }, condition);
}

/**
 * Updates fields of an active data source, removes its priorities and no longer counts it as
 * active. Returns undefined if it is inactive already, which is final.
 */
async function deactivate(
  table: Table<'get' | 'update' | 'transact'>,
  user_id: string,
  id: string,
  fields: DataSourceChange,
): Promise<WriteResult<DataSource> | undefined> {
  const key = dataSourceKeys.dataSource(user_id, id);
  const result = await table.transact([
    { update: key, change: { set: { ...fields, priorities: {} } }, condition: isActive },
    {
      update: dataSourceKeys.dataSourceCount(user_id),
      change: { increment: { active: -1 } },
      condition: exists,
    },
  ]);
  const notFound: FailedWrite<DataSource> = { done: false, existing: undefined };
  if (meetsConditions(result)) {
    const item = await find(table, user_id, id);
    return item ? { done: true, item } : notFound;
  }
  const [failure] = result.failures;
  // Only an erasure that is running deletes the count before the data source.
  if (failure?.index !== 0)
    throw serviceError('unavailable', { cause: 'concurrent_changes' });
  return failure.existing ? undefined : notFound;
}

/** The data source that a user prefers for a kind of data, and since when (ISO 8601). */
export interface Preference {
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
    isActive,
  );
  return done;
}
