import { equals, exists, isNew } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import { takeQuota } from '#shared/table/quota.ts';
import type { Table, WriteResult } from '#shared/table/table.ts';
import {
  type DataSource,
  type DataSourceChange,
  maxDataSources,
  type PriorityType,
} from './data-source.ts';

/** The user's active data sources, by date added: their ids sort in that order. */
export async function list(table: Table<'query'>, user_id: string): Promise<DataSource[]> {
  const all = await table.query<DataSource>(keys.dataSources(user_id));
  return all.filter(({ active }) => active);
}

/** One of the user's data sources, active or not. */
export function find(
  table: Table<'get'>,
  user_id: string,
  id: string,
): Promise<DataSource | undefined> {
  return table.get<DataSource>(keys.dataSource(user_id, id));
}

/**
 * Takes one of the user's places for a data source. Returns false if none is left (decision D3).
 */
export function reserveSlot(table: Table<'update'>, user_id: string): Promise<boolean> {
  return takeQuota(table, keys.dataSourceCount(user_id), maxDataSources);
}

/** Stores a new data source. */
export async function create(
  table: Table<'put'>,
  user_id: string,
  source: DataSource,
): Promise<void> {
  await table.put<DataSource>({ ...keys.dataSource(user_id, source.id), ...source }, isNew);
}

/**
 * Changes fields of a data source. Deactivating removes its priorities in the same write; a change
 * that would activate is refused unless the source is active (decision D4).
 */
export function update(
  table: Table<'update'>,
  user_id: string,
  id: string,
  fields: DataSourceChange,
): Promise<WriteResult<DataSource>> {
  return table.update<DataSource>(
    keys.dataSource(user_id, id),
    { set: fields.active === false ? { ...fields, priorities: {} } : fields },
    fields.active === true ? { active: equals(true) } : exists,
  );
}

/** Makes an active data source the preferred one for a kind of data from `since` on. */
export function prefer(
  table: Table<'update'>,
  user_id: string,
  id: string,
  type: PriorityType,
  since: string,
): Promise<WriteResult<DataSource>> {
  return table.update<DataSource>(
    keys.dataSource(user_id, id),
    { set: { [`priorities.${type}`]: since } },
    { active: equals(true) },
  );
}
