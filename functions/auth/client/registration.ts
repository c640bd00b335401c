import * as z from 'zod/mini';
import { isEmail } from '#functions/auth/identity/identity.ts';
import { shownToOthers, text } from '#shared/contract/schema.ts';
import { coversScope, isIdentityScope, scopes } from '#shared/contract/scopes.ts';
import { getAllowedScope, grantTypes, type ScopedClient } from './client.ts';
import { findRedirectUriProblem } from './redirect-uri.ts';

function isWebAddress(value: string): boolean {
  if (!value.startsWith('https://') || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return !username && !password;
}

/** The URL of a page of a client, which people open from the consent page. */
export const WebAddress = text(500, 1).check(
  z.refine(isWebAddress, {
    error: 'must be an https URL without a user name or password',
  }),
);

const RedirectUris = z.array(z.string()).check(z.maxLength(20));
const GrantTypes = z.array(z.enum(grantTypes)).check(z.minLength(1));

const Scopes = z.array(z.enum(scopes)).check(
  z.minLength(1),
  z.refine(
    (names) => names.includes('openid') || !names.some(isIdentityScope),
    'must have openid with profile or email',
  ),
);

const RegistrationFields = z.object({
  name: shownToOthers(text(100, 1)),
  redirect_uris: z._default(RedirectUris, []),
  post_logout_redirect_uris: z.optional(RedirectUris),
  grant_types: z._default(GrantTypes, [...grantTypes]),
  native: z._default(z.boolean(), false),
  /** Defaults to true for native clients (RFC 8252 section 6). */
  pkce_required: z.optional(z.boolean()),
  scopes: z.optional(Scopes),
  default_scopes: z.optional(Scopes),
  own: z.optional(z.literal(true)),
  client_uri: z.optional(WebAddress),
  policy_uri: z.optional(WebAddress),
  contact: z.optional(z.string().check(z.refine(isEmail, 'must be an email address'))),
});

/** The fields of a new client. */
export const Registration = RegistrationFields.check(
  ({ value, issues }) => {
    for (const { path, message } of findProblems(value))
      issues.push({ code: 'custom', path: [path], message, input: value[path] });
  },
  z.refine(hasAllowedDefault, {
    path: ['default_scopes'],
    error: 'must be among the scopes that the application may request',
  }),
);
export type Registration = Readonly<z.input<typeof Registration>>;

/** The fields that a registered client can change. The others decide how it gets tokens. */
export type ChangeableField = Exclude<
  keyof Registration,
  'grant_types' | 'native' | 'pkce_required'
>;

function hasAllowedDefault({ scopes, default_scopes }: ScopedClient): boolean {
  if (default_scopes === undefined) return true;
  return coversScope(getAllowedScope({ scopes }), default_scopes.join(' '));
}

/** The lists of URIs of a registration. */
const uriLists = ['redirect_uris', 'post_logout_redirect_uris'] as const;

/** The reason why a list of URIs is refused. */
interface UriProblem {
  path: (typeof uriLists)[number];
  message: string;
}

/** Returns what is wrong with the URIs of a registration. */
function findProblems(fields: z.output<typeof RegistrationFields>): UriProblem[] {
  const { redirect_uris, grant_types, native } = fields;
  const found = uriLists.flatMap((path) =>
    (fields[path] ?? []).flatMap((uri): UriProblem[] => {
      const problem = findRedirectUriProblem(uri, native);
      return problem === undefined ? [] : [{ path, message: `${uri} ${problem}` }];
    }),
  );
  const needsRedirectUri = grant_types.includes('authorization_code');
  if (needsRedirectUri && redirect_uris.length === 0)
    found.push({
      path: 'redirect_uris',
      message: 'must have at least 1 item for the authorization_code grant',
    });
  return found;
}
