import * as z from 'zod/mini';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import { described } from '#shared/contract/schema.ts';
import { coversScope } from '#shared/contract/scopes.ts';
import { compact } from '#shared/runtime/compact.ts';

const Text = z.optional(z.string());

/** The claims about the user whom a client has signed in (OpenID Connect Core 1.0 5.1). */
export const Userinfo = z
  .object({
    sub: described(z.string(), 'The id of the user, as in the id_token.', '01k9wq3d5g'),
    name: described(Text, 'With the scope `profile`.', 'Maria Okafor'),
    preferred_username: described(
      Text,
      'With the scope `profile`. It need not be unique, and can change.',
      'maria',
    ),
    locale: described(
      Text,
      'With the scope `profile`: the language and region, if the user has chosen one.',
      'en-GB',
    ),
    zoneinfo: described(
      Text,
      'With the scope `profile`: the IANA time zone, if the user has chosen one.',
      'Europe/Berlin',
    ),
    email: described(Text, 'With the scope `email`. It can change.', 'maria@example.com'),
    email_verified: described(
      z.optional(z.boolean()),
      'With the scope `email`: whether the user has opened a link that was sent to the address.',
      true,
    ),
  })
  .check(z.meta({ id: 'Userinfo' }));
export type Userinfo = z.output<typeof Userinfo>;

/** Returns the claims of a scope (OpenID Connect Core 1.0 section 5.4). */
export function toUserinfo(profile: UserProfile, scope: string): Userinfo {
  const { id, display_name, username, locale, time_zone } = profile;
  const ofProfile = compact({
    name: display_name,
    preferred_username: username,
    locale,
    zoneinfo: time_zone,
  });
  const ofEmail = {
    email: profile.email,
    email_verified: profile.unconfirmed_email === undefined,
  };
  return {
    sub: id,
    ...(coversScope(scope, 'profile') ? ofProfile : {}),
    ...(coversScope(scope, 'email') ? ofEmail : {}),
  };
}
