import type { Host } from '#shared/contract/endpoint.ts';
import { scopeDescriptions } from '#shared/contract/scopes.ts';
import { hosts } from '../reference/labels.ts';

/** Builds the server of a host. Its URL is a variable, because every deployment has its own. */
export function buildServer(host: Host): object {
  const { name, local, description } = hosts[host];
  return {
    url: `{${name}}`,
    description,
    variables: { [name]: { default: local } },
  };
}

const tokenUrl = `${hosts.main.local}/v7.0/oauth2/access_token/`;
const flow = { tokenUrl, refreshUrl: tokenUrl, scopes: scopeDescriptions };

/** How a client gets an access token, and how it sends the token. */
export const securitySchemes = {
  oauth2: {
    type: 'oauth2',
    description:
      'The authorization code flow gives a user token, client credentials a token without a user.',
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
    description: 'An access token.',
  },
};
