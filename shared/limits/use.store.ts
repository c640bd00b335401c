import type { Change } from '../table/expression.ts';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { useKeys } from './use.keys.ts';
import { findWindows, type WindowName, type Windows, windowSeconds } from './windows.ts';

/** The attributes of an item that count its units: `day`, and `q0` to `q95` for each 15 minutes. */
export type Use = Readonly<Record<string, unknown>>;

/** The item that counts the requests of a day. */
export interface UseItem {
  key: Key;
  /** The user and the client, or the client, of this day and of all others. */
  owner: string;
  windows: Windows;
  /** When the table may delete it, in epoch seconds. */
  ttl: number;
}

/** The days for which the table keeps an item, that of a user and that of a client. */
export const useDays = { user: 90, client: 30 };

/** Returns the item that counts what a user does with a client on the day of `now`. */
export function toUserUse(user_id: string, client_id: string, now: Date): UseItem {
  const windows = findWindows(now);
  return {
    key: useKeys.userUse(user_id, `${windows.date}#${client_id}`),
    owner: `${user_id} ${client_id}`,
    windows,
    ttl: windows.endsAt.day + useDays.user * windowSeconds.day,
  };
}

/** Returns the item that counts what everybody does with a client on the day of `now`. */
export function toClientUse(client_id: string, now: Date): UseItem {
  const windows = findWindows(now);
  return {
    key: useKeys.clientUse(client_id, windows.date),
    owner: client_id,
    windows,
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

/** Returns the units of a window that an item says to be taken. */
export function getTaken(
  use: Use | undefined,
  { attributes }: Windows,
  name: WindowName,
): number {
  const taken = use?.[attributes[name]];
  return typeof taken === 'number' ? taken : 0;
}
