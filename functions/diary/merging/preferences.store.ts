import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import type { Preferences } from './merge.ts';

/** The part of a stored data source that a merge reads. */
interface PreferredSource {
  id: string;
  priorities?: { activity?: string };
}

/** Reads what decides between entries of two providers: priorities and remote connections. */
export async function load(table: Table<'query'>, user_id: string): Promise<Preferences> {
  const [sources, connections] = await Promise.all([
    table.query<PreferredSource>(keys.dataSources(user_id)),
    table.query<{ id: string }>(keys.remoteConnections(user_id)),
  ]);
  const prioritySince = new Map<string, string>();
  for (const { id, priorities } of sources) {
    const since = priorities?.activity;
    if (since) prioritySince.set(id, since);
  }
  const ids = connections.map(({ id }) => id);
  return { prioritySince, connectionIds: new Set(ids) };
}
