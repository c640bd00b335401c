import type { Host } from '#shared/contract/endpoint.ts';
import { hosts } from '../words.ts';

/** The server of a host: its address is a variable, because every installation has its own. */
export function serverOf(host: Host): object {
  const { name, local, serves } = hosts[host];
  return { url: `{${name}}`, description: serves, variables: { [name]: { default: local } } };
}

const tokenUrl = `${hosts.main.local}/v7.0/oauth2/access_token/`;
const flow = { tokenUrl, refreshUrl: tokenUrl, scopes: { read: 'The one scope there is.' } };

/** The ways in which a client comes by an access token, and how it sends it. */
export const securitySchemes = {
  oauth2: {
    type: 'oauth2',
    description:
      'A token of the authorization code flow is granted by a user, one of the other is not.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${hosts.auth.local}/v7.0/oauth2/authorize/`,
        ...flow,
      },
      clientCredentials: flow,
    },
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token that the client has already.',
  },
};
