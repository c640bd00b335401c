import * as z from 'zod/mini';
import { described } from '#shared/contract/schema.ts';
import { agentScopes, dataScopes } from '#shared/contract/scopes.ts';

/** The hosts that accept tokens. */
export const resourceNames = ['main', 'diary', 'mcp'] as const;
type ResourceName = (typeof resourceNames)[number];

/** The base URLs of these hosts. */
export type ResourceUrls = Readonly<Record<ResourceName, string>>;

const Names = z.array(z.string());

/** The metadata by which a client gets a token for a host (RFC 9728 section 2). */
export const ProtectedResource = z
  .object({
    resource: described(
      z.string(),
      'The `resource` of authorization and token requests.',
      'https://api.example',
    ),
    authorization_servers: described(
      Names,
      'The issuer, whose metadata names the endpoints.',
      ['https://api.example'],
    ),
    scopes_supported: described(Names, 'The scopes that give access here.', [
      'diary.read',
    ]),
    bearer_methods_supported: described(
      Names,
      'Tokens are sent in the Authorization header.',
      ['header'],
    ),
    resource_documentation: described(
      z.string(),
      'The documentation for developers.',
      'https://api.example/v7.1/docs/',
    ),
  })
  .check(z.meta({ id: 'ProtectedResource' }));
export type ProtectedResource = z.output<typeof ProtectedResource>;

/** Returns the metadata of a host. */
export function describeResource(
  name: ResourceName,
  urls: ResourceUrls,
): ProtectedResource {
  return {
    resource: urls[name],
    authorization_servers: [urls.main],
    scopes_supported: [...(name === 'mcp' ? agentScopes : dataScopes)],
    bearer_methods_supported: ['header'],
    resource_documentation: `${urls.main}/v7.1/docs/`,
  };
}
