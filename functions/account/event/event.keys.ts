import { defineOwnedKey, defineSingletonKey } from '#shared/table/keys.ts';

/**
 * The keys of a person's log: its head, and its rows, each named by the sequence of its last event.
 * The head sorts after all rows.
 */
export const eventKeys = {
  eventLog: defineSingletonKey('EVENTS'),
  eventRow: defineOwnedKey('EVENT'),
};
