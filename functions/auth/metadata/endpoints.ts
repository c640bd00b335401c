import {
  ProtectedResource,
  resourceNames,
} from '#functions/auth/resource/protected-resource.ts';
import { defineEndpoint, notModified } from '#shared/contract/endpoint.ts';
import { Metadata } from './metadata.ts';

const document = {
  host: 'main',
  method: 'GET',
  versions: ['.well-known'],
  auth: 'public',
  errorShape: 'oauth',
  cacheSeconds: 3600,
} as const;

const ofServer = {
  ...document,
  responses: {
    200: { description: 'The metadata.', body: Metadata },
    304: notModified,
  },
  baseUrls: ['main', 'auth'],
  settings: ['metadataClients'],
} as const;

const ofResource = {
  ...document,
  responses: {
    200: { description: 'The metadata.', body: ProtectedResource },
    304: notModified,
  },
  baseUrls: resourceNames,
} as const;

/** The endpoints of the documents from which clients configure themselves, in one function. */
export default {
  server: defineEndpoint({
    ...ofServer,
    path: '/oauth-authorization-server',
    operationId: 'getAuthorizationServerMetadata',
    summary: 'Get authorization server metadata',
    description:
      'RFC 8414. The URL is the issuer followed by this path. Without a custom domain name, the ' +
      'issuer ends with the stage of the API. Clients that put the well-known path before the ' +
      'stage get a 404, and must be given the URL.',
  }),

  openid: defineEndpoint({
    ...ofServer,
    path: '/openid-configuration',
    operationId: 'getOpenidConfiguration',
    summary: 'Get the OpenID Connect configuration',
    description:
      'OpenID Connect Discovery 1.0. The URL is the issuer followed by this path. The document ' +
      'is the same as the authorization server metadata.',
  }),

  resource: defineEndpoint({
    ...ofResource,
    // With the name of the MCP endpoint, this is its well-known URL if it is a path of the main
    // host. The body of an API cannot have its own URL, so all challenges name that of the auth
    // host.
    otherHosts: ['auth'],
    path: '/oauth-protected-resource/{name}',
    operationId: 'getProtectedResource',
    summary: 'Get the metadata of a protected resource',
    description:
      'RFC 9728. Each 401 of a host names this URL in its challenge, as `resource_metadata`: ' +
      'with `main`, `diary` or `mcp`.',
    errors: ['not_found'],
  }),

  host: defineEndpoint({
    ...ofResource,
    otherHosts: ['diary', 'mcp'],
    path: '/oauth-protected-resource',
    operationId: 'getHostMetadata',
    summary: 'Get the metadata of this host',
    description:
      'RFC 9728. The diary host and that of the MCP endpoint have the same path.',
  }),
};
