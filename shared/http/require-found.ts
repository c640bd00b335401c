import type { Fail } from './handler.ts';

/** What the message of a 404 names, as in `data source 01k9x... could not be found.` */
interface RequestedItem {
  kind: string;
  id: string;
}

/** Returns the result of a lookup. Throws `not_found` if it is undefined or false. */
export function requireFound<T>(
  found: T | undefined | false,
  requested: RequestedItem,
  fail: Fail<'not_found'>,
): T {
  if (found === undefined || found === false) throw fail('not_found', requested);
  return found;
}
