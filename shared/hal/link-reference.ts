import * as z from 'zod/mini';
import { described } from '../contract/schema.ts';

/** Schema of a link to an item in a request, which has an href or an id. */
const LinkReference = z
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
