import * as z from 'zod/mini';
import { deferred, getSchemaName, parameter } from '../contract/schema.ts';
import { compact } from '../runtime/compact.ts';
import { type Link, type Links, PlainLink } from './links.ts';

const defaultLimit = 20;
const maxLimit = 40;

const count = () =>
  z.pipe(
    parameter().check(z.regex(/^\d+$/, 'must be a non-negative integer')),
    z.transform((digits: string) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER)),
  );

/** The JSON Schema of a count, which is sent as text. */
const wholeNumber = { type: 'integer', minimum: 0 };

const limit = () =>
  z.pipe(
    count(),
    z.transform((requested: number) => Math.min(requested, maxLimit)),
  );

/** The query parameters of a paged list. Defaults to the first 20 items. */
export const Paging = {
  limit: z._default(limit(), defaultLimit).check(
    z.meta({
      description: 'Maximum items on a page. Values above 40 count as 40.',
      ...wholeNumber,
      default: defaultLimit,
    }),
  ),
  offset: z
    ._default(count(), 0)
    .check(
      z.meta({ description: 'Number of items to skip.', ...wholeNumber, default: 0 }),
    ),
};

/** The query parameters of a list that is returned whole without them (wire.md R2). */
export const OptionalPaging = {
  limit: z.optional(limit()).check(
    z.meta({
      description:
        'Maximum items on a page. Values above 40 count as 40. Without limit and offset, all ' +
        'items are returned.',
      ...wholeNumber,
    }),
  ),
  offset: z
    .optional(count())
    .check(z.meta({ description: 'Number of items to skip.', ...wholeNumber })),
};

/** A page of a list: at most `limit` items, after the first `offset`. */
export interface Page {
  limit: number;
  offset: number;
}

/** Returns the requested page, or undefined if the request has neither limit nor offset. */
export function findRequestedPage(query: {
  limit?: number | undefined;
  offset?: number | undefined;
}): Page | undefined {
  const { limit = defaultLimit, offset = 0 } = query;
  const isRequested = query.limit !== undefined || query.offset !== undefined;
  return isRequested ? { limit, offset } : undefined;
}

/** The presentation of a list as a collection. */
interface CollectionOptions<Name extends string, Item, Presented> {
  /** The resource in the links, as in `data_source`. */
  resource: string;
  /** The member of `_embedded` that holds the items. */
  name: Name;
  present: (item: Item) => Presented;
  /** Query parameters that every link repeats, other than those of the page. */
  filter?: Readonly<Record<string, string>>;
}

/**
 * Returns the links to the next and the previous page of a resource with `total` items, as far as
 * there are such pages. An offset beyond the end leads back to the last page.
 */
export function linkOtherPages(
  { limit, offset }: Page,
  total: number,
  linkTo: (page: Page) => Link[],
): { next?: Link[]; prev?: Link[] } {
  // Pages without items do not follow each other.
  if (limit === 0) return {};
  const hasNext = offset + limit < total;
  const hasPrevious = offset > 0 && total > 0;
  const previousOffset = Math.max(0, Math.min(offset, total) - limit);
  return compact({
    next: hasNext ? linkTo({ limit, offset: offset + limit }) : undefined,
    prev: hasPrevious ? linkTo({ limit, offset: previousOffset }) : undefined,
  });
}

/** Returns one page of a list as a collection. Its self link repeats the page. */
export function presentPage<const Name extends string, Item, Presented>(
  all: readonly Item[],
  page: Page,
  links: Links,
  { resource, name, present, filter = {} }: CollectionOptions<Name, Item, Presented>,
) {
  const { limit, offset } = page;
  const linkTo = (other: Page) => links.collection(resource, { ...filter, ...other });
  const items = all.slice(offset, offset + limit).map(present);
  return {
    _links: {
      self: linkTo({ limit, offset }),
      ...linkOtherPages(page, all.length, linkTo),
      documentation: links.documentation(resource),
    },
    _embedded: { [name]: items } as Record<Name, Presented[]>,
    total_count: all.length,
  };
}

/** Returns a whole list as a collection. Its self link has no paging parameters. */
export function presentAll<const Name extends string, Item, Presented>(
  all: readonly Item[],
  links: Links,
  { resource, name, present }: CollectionOptions<Name, Item, Presented>,
) {
  return {
    _links: {
      self: links.collection(resource),
      documentation: links.documentation(resource),
    },
    _embedded: { [name]: all.map(present) } as Record<Name, Presented[]>,
    total_count: all.length,
  };
}

const CollectionLinks = deferred(() =>
  z
    .object({
      self: PlainLink,
      next: z.optional(PlainLink),
      prev: z.optional(PlainLink),
      documentation: PlainLink,
    })
    .check(z.meta({ id: 'CollectionLinks' })),
);

/** The links of a list that a cursor pages. Its items are not counted. */
export const CursorLinks = deferred(() =>
  z
    .object({
      self: PlainLink,
      next: z
        .optional(PlainLink)
        .check(z.describe('The next page. Absent if there is none.')),
      documentation: PlainLink,
    })
    .check(z.meta({ id: 'CursorLinks' })),
);

/**
 * Schema of a collection whose items are embedded under `name`. It is named after its items, as in
 * `DataSourceList`.
 */
export function Collection<const Name extends string, Item extends z.ZodMiniType>(
  name: Name,
  item: Item,
) {
  return deferred(() => {
    const collection = z.object({
      _links: CollectionLinks,
      _embedded: z.object({ [name]: z.array(item) } as Record<
        Name,
        z.ZodMiniArray<Item>
      >),
      total_count: z.int().check(z.describe('Number of items on all pages.')),
    });
    return collection.check(z.meta({ id: `${getSchemaName(item)}List` }));
  });
}
