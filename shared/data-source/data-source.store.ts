import { equals, exists, isNew } from '../table/condition.ts';
import { keys } from '../table/keys.ts';
import type { Table, WriteResult } from '../table/table.ts';
import type { DataSource, DataSourceChange, PriorityType } from './data-source.ts';

const isActive = { active: equals(true) };

/** Lists the user's active data sources by creation date, which is the order of their ids. */
export async function list(
  table: Table<'query'>,
  user_id: string,
): Promise<DataSource[]> {
  const all = await table.query<DataSource>(keys.dataSources(user_id));
  return all.filter(({ active }) => active);
}

/** Returns one of the user's data sources, active or not, or undefined if it does not exist. */
export function find(
  table: Table<'get'>,
  user_id: string,
  id: string,
): Promise<DataSource | undefined> {
  return table.get<DataSource>(keys.dataSource(user_id, id));
}

/** Stores a new data source, unless a parallel request with its idempotency key has done so. */
export async function create(
  table: Table<'put'>,
  user_id: string,
  source: DataSource,
): Promise<void> {
  const key = keys.dataSource(user_id, source.id);
  await table.put<DataSource>({ ...key, ...source }, isNew);
}

/**
 * Updates fields of a data source. Deactivating also removes its priorities. An update that sets
 * `active` to true fails unless the source is active (wire.md D4).
 */
export function update(
  table: Table<'update'>,
  user_id: string,
  id: string,
  fields: DataSourceChange,
): Promise<WriteResult<DataSource>> {
  const key = keys.dataSource(user_id, id);
  const set = fields.active === false ? { ...fields, priorities: {} } : fields;
  const condition = fields.active === true ? isActive : exists;
  return table.update<DataSource>(key, { set }, condition);
}

/** Makes an active data source the preferred one for a kind of data. Fails if it is inactive. */
export function prefer(
  table: Table<'update'>,
  user_id: string,
  id: string,
  type: PriorityType,
  since: string,
): Promise<WriteResult<DataSource>> {
  const key = keys.dataSource(user_id, id);
  const set = { [`priorities.${type}`]: since };
  return table.update<DataSource>(key, { set }, isActive);
}
