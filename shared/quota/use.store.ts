import type { Change } from '../table/expression.ts';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { findWindows, windowSeconds } from './quotas.ts';
import { useKeys } from './use.keys.ts';

/** The attributes of an item that count its units: `day`, and `q0` to `q95` for each 15 minutes. */
export type Use = Readonly<Record<string, unknown>>;

/** The item that counts the requests of a day. */
export interface UseItem {
  /** Whether it counts the requests of a user with a client, or of the whole client. */
  of: 'user' | 'client';
  key: Key;
  /** When the table may delete it, in epoch seconds. */
  ttl: number;
}

/** The days for which the table keeps an item, that of a user and that of a client. */
export const useDays = { user: 90, client: 30 };

/** Returns the item that counts what a user does with a client on the day of `now`. */
export function toUserUse(user_id: string, client_id: string, now: Date): UseItem {
  const windows = findWindows(now);
  return {
    of: 'user',
    key: useKeys.userUse(user_id, `${windows.date}#${client_id}`),
    ttl: windows.endsAt.day + useDays.user * windowSeconds.day,
  };
}

/** Returns the item that counts what everybody does with a client on the day of `now`. */
export function toClientUse(client_id: string, now: Date): UseItem {
  const windows = findWindows(now);
  return {
    of: 'client',
    key: useKeys.clientUse(client_id, windows.date),
    ttl: windows.endsAt.day + useDays.client * windowSeconds.day,
  };
}

/** What a function adds to an item: amounts, units included, and members of sets. */
export type Tally = Pick<Change, 'increment' | 'include' | 'exclude'>;

/** Adds a tally to an item, and returns what it then has of all functions. */
export async function addUse(
  table: Table<'update'>,
  { key, ttl }: UseItem,
  tally: Tally,
): Promise<Use> {
  const result = await table.update<Use>(key, { ...tally, set: { ttl } }, {});
  return (result.done ? result.item : result.existing) ?? {};
}
