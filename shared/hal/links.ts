import * as z from 'zod/mini';
import { deferred } from '../contract/schema.ts';

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
