import * as z from 'zod/mini';
import { ItemLink, type Links, PlainLink } from '../../../shared/hal/links.ts';
import { offsetTime } from '../../../shared/runtime/time.ts';

/** Whom a token speaks for: a person, or an application's service principal, which has no e-mail (decisions A2, D6). */
export interface User {
  id: string;
  username: string;
  display_name: string;
  email?: string;
  date_joined: string;
}

export const UserRepresentation = z.object({
  id: z.string(),
  username: z.string(),
  display_name: z.string(),
  email: z.optional(z.string()),
  date_joined: z.string(),
  _links: z.object({ self: ItemLink, documentation: PlainLink }),
});

/** A user as they see themselves. */
export function present({ id, username, display_name, email, date_joined }: User, links: Links) {
  return {
    id,
    username,
    display_name,
    ...(email !== undefined && { email }),
    date_joined: offsetTime(date_joined),
    _links: { self: links.item('user', id), documentation: links.documentation('user') },
  };
}
