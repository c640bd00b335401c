import Provider from 'oidc-provider';
import { type LoopbackServer, startLoopbackServer } from '#kit/loopback-server.ts';
import type { AuthorizationServer, OracleClient } from './server.ts';

const redirect_uri = 'https://app.example/callback';

/** Builds the configuration of a confidential client. */
const buildClient = (client_id: string, token_endpoint_auth_method: string) => ({
  client_id,
  client_secret: `${client_id}-secret-of-enough-characters`,
  redirect_uris: [redirect_uri],
  grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
  response_types: ['code'],
  token_endpoint_auth_method,
  scope: 'read',
});

const clients = [
  buildClient('one', 'client_secret_post'),
  buildClient('basic', 'client_secret_basic'),
  buildClient('other', 'client_secret_post'),
] as const;

/** Starts oidc-provider with the features of this service, and otherwise with its defaults. */
export async function startOidcProvider(): Promise<
  AuthorizationServer & Pick<LoopbackServer, 'close'>
> {
  const { server, url: issuer, close } = await startLoopbackServer();
  const provider = new Provider(issuer, {
    clients: structuredClone(clients),
    scopes: ['read'],
    pkce: { required: () => false },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId }),
    }),
    interactions: { url: () => '/interaction' },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true },
      introspection: { enabled: true },
    },
  });
  server.on('request', provider.callback());
  const [client, basic, otherClient] = clients.map(
    ({ client_id, client_secret }): OracleClient => ({
      client_id,
      client_secret,
      redirect_uri,
    }),
  ) as [OracleClient, OracleClient, OracleClient];
  return {
    authorize: `${issuer}/auth`,
    token: `${issuer}/token`,
    revoke: `${issuer}/token/revocation`,
    introspect: `${issuer}/token/introspection`,
    client,
    basic,
    otherClient,
    newCode: async ({ client_id }, code_challenge) => {
      const accountId = 'person';
      const grant = new provider.Grant({ accountId, clientId: client_id });
      grant.addOIDCScope('read');
      const code = new provider.AuthorizationCode({
        accountId,
        client: await provider.Client.find(client_id),
        grantId: await grant.save(),
        redirectUri: redirect_uri,
        scope: 'read',
        ...(code_challenge !== undefined && {
          codeChallenge: code_challenge,
          codeChallengeMethod: 'S256',
        }),
      });
      return code.save();
    },
    close,
  };
}
