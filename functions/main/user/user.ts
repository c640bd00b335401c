import * as z from 'zod/mini';
import { UserSettings } from '#functions/auth/identity/user-settings.ts';
import { deferred, described } from '#shared/contract/schema.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';
import { compact, pick } from '#shared/runtime/compact.ts';
import { formatOffsetTime } from '#shared/runtime/time.ts';

/**
 * The user of a token: a person, or the service principal of a client, which has neither an email
 * nor settings.
 */
export interface User extends UserSettings {
  id: string;
  username: string;
  display_name: string;
  email?: string;
  date_joined: string;
}

/** A user as the user themselves sees it. */
export const UserRepresentation = deferred(() =>
  z
    .object({
      id: described(z.string(), 'The id of the user.', '01k9wq3d5g'),
      username: described(z.string(), 'A short name, which need not be unique.', 'maria'),
      display_name: described(
        z.string(),
        'The name that is shown to others.',
        'Maria Okafor',
      ),
      email: z.optional(
        described(
          z.string(),
          'The email address, visible to the user only.',
          'maria@example.com',
        ),
      ),
      date_joined: described(
        z.string(),
        'When the user joined.',
        '2026-11-20T09:30:00+00:00',
      ),
      ...UserSettings.shape,
      // A client must expect others: locales can be added.
      locale: z.optional(
        described(
          z.string(),
          'The language that the user reads and their region (BCP 47), if they have chosen one.',
          'en-GB',
        ),
      ),
      _links: z.object({ self: ItemLink, documentation: PlainLink }),
    })
    .check(
      z.meta({
        id: 'User',
        description:
          'The user of a token: a person, or the service principal of an application.',
      }),
    ),
);

/** Returns a user as the user themselves sees it. */
export function present(user: User, links: Links) {
  const { id, username, display_name, email, date_joined } = user;
  return compact({
    id,
    username,
    display_name,
    email,
    date_joined: formatOffsetTime(date_joined),
    ...pick(user, UserSettings.shape),
    _links: {
      self: links.item('user', id),
      documentation: links.documentation('user'),
    },
  });
}
