import type { Fail } from './handler.ts';

/**
 * What was looked up, as the message of a 404 names it: `data source 01k9x... could not be found.`
 */
interface RequestedItem {
  kind: string;
  id: string;
}

/** Returns what a store has found. Throws `not_found` if that is undefined or false. */
export function requireFound<T>(
  found: T | undefined | false,
  requested: RequestedItem,
  fail: Fail<'not_found'>,
): T {
  if (found === undefined || found === false) throw fail('not_found', requested);
  return found;
}
