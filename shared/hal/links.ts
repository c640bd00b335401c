import * as z from 'zod/mini';
import { deferred, described } from '../contract/schema.ts';

/** A HAL link. The API always carries links in arrays (specification 2). */
export interface Link {
  href: string;
}

/** A link to an item, with the item's id. */
export interface ItemLink extends Link {
  id: string;
}

type LinkQuery = Readonly<Record<string, string | number>>;

/** Builds links with the version prefix of the request (specification 9). */
export type Links = ReturnType<typeof buildLinks>;

/** Returns the link builder of a version. */
export function buildLinks(version: string) {
  return {
    item: (resource: string, id: string): [ItemLink] => {
      const href = `/${version}/${resource}/${encodeURIComponent(id)}/`;
      return [{ href, id }];
    },
    /** A link to the page about a resource, also for one below it as `user/self/export`. */
    documentation: (resource: string): Link[] => {
      const [topic = resource] = resource.split('/');
      return [{ href: `/${version}/docs/${topic}/` }];
    },
    /** A link to a collection. The query's values are encoded. */
    collection: (resource: string, query: LinkQuery = {}): Link[] => {
      return [{ href: `/${version}/${resource}/${formatQuery(query)}` }];
    },
  };
}

function formatQuery(query: LinkQuery): string {
  const members = Object.entries(query);
  if (members.length === 0) return '';
  const pairs = members.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `?${pairs.join('&')}`;
}

/** Schema of a link to an item. */
export const ItemLink = deferred(() =>
  z.array(
    z.object({ href: z.string(), id: z.string() }).check(z.meta({ id: 'ItemLink' })),
  ),
);

/** Schema of a link to anything else. */
export const PlainLink = deferred(() =>
  z.array(z.object({ href: z.string() }).check(z.meta({ id: 'Link' }))),
);

/** Schema of a link to an item in a request, which has an href or an id. */
export const LinkReference = z
  .object({
    href: described(z.optional(z.string()), "The href of the item's link."),
    id: described(
      z.optional(z.string()),
      'The id of the item, instead of the href.',
      '01k9wq3d5g',
    ),
  })
  .check(
    z.refine(
      ({ href, id }) => href !== undefined || id !== undefined,
      'must have an href or an id',
    ),
    z.meta({
      id: 'ItemReferenceInput',
      description: 'An item, by the href or the id of its link.',
    }),
  );
/** Schema of a request member that links to exactly one item. */
export const SingleLink = z.tuple([LinkReference], 'must be an array of exactly 1 link');

/**
 * The href of an item, whose version and trailing slash may be missing. The host ends at a slash,
 * so that the time for a text does not grow with the square of its length.
 */
const itemHref = /^(?:https?:\/\/[^/]+(?=\/))?\/*(?:v7\.[01]\/)?(\w+)\/([^/]+)\/*$/;

/**
 * Returns the id that a link to an item of a resource names: its id, or the decoded last segment
 * of its href (wire.md D7). Any other href is returned as a whole: it is an id, or names nothing.
 */
export function parseItemId(
  resource: string,
  { id, href = '' }: z.output<typeof LinkReference>,
): string {
  const [, linked, segment] = itemHref.exec(href) ?? [];
  const named = id ?? (linked === resource ? segment : href) ?? '';
  try {
    return decodeURIComponent(named);
  } catch {
    return named;
  }
}
