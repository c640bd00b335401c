import type { WindowName } from './windows.ts';

/** The most units of each window. */
export type WindowLimits = Readonly<Record<WindowName, number>>;

/** The limits of a client: for each of its users, and for all of them together. */
export interface Limits {
  user: WindowLimits;
  client: WindowLimits;
}

/** How many users at their limit a client can have in a window. */
const usersOfClient = 100;

/** The limits of a client for which the operator has set none. */
export const defaultLimits: Limits = {
  user: { '15min': 200, day: 2000 },
  client: { '15min': 200 * usersOfClient, day: 2000 * usersOfClient },
};
