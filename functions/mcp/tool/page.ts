import * as z from 'zod/mini';
import { described } from '#shared/contract/schema.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { compact } from '#shared/runtime/compact.ts';

/**
 * The most bytes of the items in a result. Clients limit a result to 25,000 tokens, and a token
 * of such items has two bytes or more.
 */
const maxPageBytes = 45_000;

/** The member of the arguments with which a long result is continued. */
export const cursor = z.optional(
  described(
    z.string(),
    'The `next_cursor` of the previous answer, to continue it with the same arguments.',
  ),
);

interface PageRequest<Item> {
  /** Returns what identifies an item among the others. */
  getKey: (item: Item) => string;
  cursor: string | undefined;
}

/**
 * Returns the items after a cursor that fit into a result, at least one of them. Throws
 * `validation_failed` if the item at the cursor is gone.
 */
export function takePage<Item>(
  items: readonly Item[],
  { getKey, cursor }: PageRequest<Item>,
) {
  const rest = cursor === undefined ? items : listAfter(items, getKey, cursor);
  let bytes = 0;
  const size = rest.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return index > 0 && bytes > maxPageBytes;
  });
  if (size === -1) return { items: [...rest] };
  const page = rest.slice(0, size);
  const last = page.at(-1);
  return { items: page, ...compact({ next_cursor: last && getKey(last) }) };
}

function listAfter<Item>(
  items: readonly Item[],
  getKey: (item: Item) => string,
  cursor: string,
): readonly Item[] {
  const index = items.findIndex((item) => getKey(item) === cursor);
  if (index !== -1) return items.slice(index + 1);
  const failures = { cursor: ['is of a list that has changed; begin without it'] };
  throw serviceError('validation_failed', { failures });
}
