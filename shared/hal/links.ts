import * as z from 'zod/mini';
import { described } from '../contract/described.ts';

/** A HAL link as this interface carries it: always in an array (specification section 2). */
export interface Link {
  href: string;
}

/** A link to an item, which names the item's id as well. */
export interface ItemLink extends Link {
  id: string;
}

/** Makes hrefs under the version prefix of the request (specification section 9). */
export interface Links {
  item(resource: string, id: string): [ItemLink];
  documentation(resource: string): Link[];
  /** A collection, with the query that the answer reflects; values are encoded. */
  collection(resource: string, query?: Readonly<Record<string, string | number>>): Link[];
}

/** The links of one version. */
export function links(version: string): Links {
  return {
    item: (resource, id) => [{ href: `/${version}/${resource}/${encodeURIComponent(id)}/`, id }],
    documentation: (resource) => [{ href: `/${version}/docs/${resource}/` }],
    collection: (resource, query = {}) => [
      { href: `/${version}/${resource}/${queryString(query)}` },
    ],
  };
}

function queryString(query: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Schema of a link to an item. */
export const ItemLink = z.array(z.object({ href: z.string(), id: z.string() }));
/** Schema of a link to anything else. */
export const PlainLink = z.array(z.object({ href: z.string() }));

/** Schema of a link that a client sends to name one of our items. */
export const LinkTo = z
  .object({
    href: described(z.optional(z.string()), 'The href of its link.'),
    id: described(z.optional(z.string()), 'Its id, instead of the href.', '01k9wq3d5g'),
  })
  .check(
    z.refine(
      ({ href, id }) => href !== undefined || id !== undefined,
      'must have an href or an id',
    ),
  );

/** Schema of a member that leads to exactly one item. */
export const OneLink = z.tuple([LinkTo], 'must be an array of exactly 1 link');

/**
 * The id that a link, or a bare text, names: an id as it is, or the last segment of an href with or without its
 * trailing slash, version or URL-encoding (decision D7).
 */
export function idOf(link: { href?: string | undefined; id?: string | undefined }): string {
  const segment = link.id ?? link.href?.replace(/\/+$/, '').split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
