/** Whom a valid access token speaks for, as the authorizer states it. */
export interface Principal {
  /** A user's id, or the service principal of an application (decision A2). Owner keys are built from it alone. */
  user_id: string;
  client_id: string;
  token_use: TokenUse;
  scope: string;
}

/** `user`: granted by a person. `application`: from client credentials, tied to no person. */
export type TokenUse = 'user' | 'application';

/**
 * The user id of an application's own tokens. No person can have it: people's ids have no hyphen (decision A2).
 */
export function toServicePrincipal(client_id: string): string {
  return `app-${client_id}`;
}

type AuthorizerContext = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * Reads the principal from the authorizer's context, in the claim names that Cognito uses; undefined where any of
 * them is missing, so that a handler behind a misconfigured route has no caller rather than a wrong one.
 */
export function parsePrincipal(
  context: AuthorizerContext | null | undefined,
): Principal | undefined {
  const { sub, client_id, token_use, scope } = context ?? {};
  if (!isText(sub) || !isText(client_id) || !isText(scope)) return undefined;
  if (token_use !== 'user' && token_use !== 'application') return undefined;
  return { user_id: sub, client_id, token_use, scope };
}
