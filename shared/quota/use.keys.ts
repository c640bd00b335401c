import { defineOwnedKey, type Key } from '../table/keys.ts';

/** The keys of the items that count requests, by the day (UTC). */
export const useKeys = {
  /** The use of a client by a user. The id is the day and the client, as in `2026-11-27#watch`. */
  userUse: defineOwnedKey('USE'),
  /** The use of a client by everybody. */
  clientUse: (client_id: string, date: string): Key => ({
    pk: `APPLICATION#${client_id}`,
    sk: `USE#${date}`,
  }),
};
