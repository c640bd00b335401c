import type { ItemLink } from '../hal/links.ts';

interface Linked {
  _links: { self: readonly [ItemLink] };
}

/**
 * Returns a reply whose `Location` is the self link of its body. Every 201 has a `Location`, and so
 * has a 200 to a POST of an item that exists already (wire.md M3).
 */
export function withLocation<const Status extends 200 | 201, Body extends Linked>(
  status: Status,
  body: Body,
  headers: Readonly<Record<string, string>> = {},
) {
  return { status, headers: { ...headers, Location: body._links.self[0].href }, body };
}
