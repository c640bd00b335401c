import * as z from 'zod/mini';
import { parameter } from '../contract/text.ts';
import { type Link, type Links, PlainLink } from './links.ts';

const count = () =>
  z.pipe(
    parameter().check(z.regex(/^\d+$/, 'must be a whole number of 0 or more')),
    z.transform((digits: string) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER)),
  );

/** What the text of a count is, as JSON Schema says it. */
const wholeNumber = { type: 'integer', minimum: 0 };

const limit = () =>
  z.pipe(
    count(),
    z.transform((asked: number) => Math.min(asked, 40)),
  );

/** The page that a request asks for (decision M5): 20 items from the start unless stated, never more than 40. */
export const Paging = {
  limit: z._default(limit(), 20).check(
    z.meta({
      description: 'Most items of one page; above 40 it is read as 40.',
      ...wholeNumber,
      default: 20,
    }),
  ),
  offset: z
    ._default(count(), 0)
    .check(
      z.meta({ description: 'How many items come before the page.', ...wholeNumber, default: 0 }),
    ),
};

/** The same for a list that is answered whole unless a page of it is asked for (decision R2). */
export const OptionalPaging = {
  limit: z.optional(limit()).check(
    z.meta({
      description:
        'Most items of one page; above 40 it is read as 40. Without limit and offset the whole list is answered.',
      ...wholeNumber,
    }),
  ),
  offset: z
    .optional(count())
    .check(z.meta({ description: 'How many items come before the page.', ...wholeNumber })),
};

export interface Page {
  limit: number;
  offset: number;
}

/** The page that was asked for, undefined where none was. */
export function pageOf(asked: { [Part in keyof Page]?: number | undefined }): Page | undefined {
  const { limit = 20, offset = 0 } = asked;
  return asked.limit === undefined && asked.offset === undefined ? undefined : { limit, offset };
}

/** The links and the count that a collection carries beside its items. */
interface PageFrame {
  _links: { self: Link[]; next?: Link[]; prev?: Link[]; documentation: Link[] };
  total_count: number;
}

/** One page of a list: its items, and the members around them. `filter` is repeated in every link. */
export function paginate<T>(
  all: readonly T[],
  { limit, offset }: Page,
  links: Links,
  resource: string,
  filter: Readonly<Record<string, string>> = {},
): { items: readonly T[]; frame: PageFrame } {
  const page = (from: number) => links.collection(resource, { ...filter, limit, offset: from });
  return {
    items: all.slice(offset, offset + limit),
    frame: {
      _links: {
        self: page(offset),
        ...(limit > 0 && offset + limit < all.length && { next: page(offset + limit) }),
        ...(offset > 0 &&
          all.length > 0 && { prev: page(Math.max(0, Math.min(offset, all.length) - limit)) }),
        documentation: links.documentation(resource),
      },
      total_count: all.length,
    },
  };
}

/** Schema of a collection whose items are embedded under `name`. */
export function Collection<const Name extends string, Item extends z.ZodMiniType>(
  name: Name,
  item: Item,
) {
  return z.object({
    _links: z.object({
      self: PlainLink,
      next: z.optional(PlainLink),
      prev: z.optional(PlainLink),
      documentation: PlainLink,
    }),
    _embedded: z.object({ [name]: z.array(item) } as Record<Name, z.ZodMiniArray<Item>>),
    total_count: z.int().check(z.describe('Items of all pages together.')),
  });
}
