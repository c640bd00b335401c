/** The protection space of the whole service (RFC 9110 section 11.5). */
const realm = 'fitness-data';

/** The WWW-Authenticate challenge for an access token (RFC 6750 section 3). */
export const bearerChallenge = `Bearer realm="${realm}"`;

/** Returns the challenge for a token without the required scope (RFC 6750 section 3.1). */
export function buildInsufficientScopeChallenge(scope: string): string {
  return `${bearerChallenge}, error="insufficient_scope", scope="${scope}"`;
}

/** The WWW-Authenticate challenge for client credentials (RFC 7617 section 2). */
export const basicChallenge = `Basic realm="${realm}", charset="UTF-8"`;
