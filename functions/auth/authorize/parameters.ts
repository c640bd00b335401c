import * as z from 'zod/mini';

/** A parameter as it was sent; that it was sent once is for the checks, since the answer may have to go back. */
const Sent = z.optional(z.union([z.string(), z.array(z.string())]));

/** The parameters of an authorization request (specification section 4.1, RFC 6749 section 4.1.1, RFC 7636). */
export const AuthorizationQuery = z.object({
  client_id: Sent,
  response_type: Sent,
  redirect_uri: Sent,
  scope: Sent,
  state: Sent,
  code_challenge: Sent,
  code_challenge_method: Sent,
});
export type AuthorizationQuery = z.infer<typeof AuthorizationQuery>;

type Name = keyof AuthorizationQuery;

/** The parameters that were sent once and not empty, and the names of those that were sent more than once. */
export interface AuthorizationParameters {
  once: Partial<Record<Name, string>>;
  doubled: readonly Name[];
}

/** Sorts the parameters out. */
export function readParameters(query: AuthorizationQuery): AuthorizationParameters {
  const sent = Object.entries(query) as [Name, AuthorizationQuery[Name]][];
  return {
    once: Object.fromEntries(sent.filter(([, value]) => typeof value === 'string' && value !== '')),
    doubled: sent.filter(([, value]) => Array.isArray(value)).map(([name]) => name),
  };
}
