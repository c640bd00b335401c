import { atMostOrAbsent } from '../table/condition.ts';
import type { Change } from '../table/expression.ts';
import type { Key } from '../table/keys.ts';
import type { Table, WriteResult } from '../table/table.ts';
import type { WindowLimits } from './limits.ts';
import { useKeys } from './use.keys.ts';
import {
  findWindows,
  type WindowName,
  type Windows,
  windowNames,
  windowSeconds,
} from './windows.ts';

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

/** The counts of a function besides units. They ride with the call that takes units. */
export type Tally = Pick<Change, 'increment' | 'include' | 'exclude'>;

/** The amounts that a call adds to an item of use. */
interface Addition {
  /** The units to take. 0 if the call adds only a tally. */
  units: number;
  /** The limits of the windows, in which the units must have room. */
  limits: WindowLimits;
  tally?: Tally | undefined;
}

/**
 * Takes units of both windows, and adds a tally, by one conditional update. If a window has no room
 * for the units, it adds nothing. The result has the units that all functions have taken.
 */
export function addUse(
  table: Table<'update'>,
  { key, windows, ttl }: UseItem,
  { units, limits, tally = {} }: Addition,
): Promise<WriteResult<Use>> {
  const { attributes } = windows;
  const taken = windowNames.map((name) => [attributes[name], units]);
  const change = {
    ...tally,
    set: { ttl },
    increment: { ...tally.increment, ...Object.fromEntries(taken) },
  };
  const room = windowNames.map((name) => [
    attributes[name],
    atMostOrAbsent(limits[name] - units),
  ]);
  const condition = units > 0 ? Object.fromEntries(room) : {};
  return table.update<Use>(key, change, condition);
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
