import * as z from 'zod/mini';
import { knownPrompts } from '#functions/auth/authorize/authorization.ts';
import { grantTypes } from '#functions/auth/client/client.ts';
import type { ServiceSettings } from '#shared/contract/resources.ts';
import { described } from '#shared/contract/schema.ts';
import { scopes } from '#shared/contract/scopes.ts';

const Names = z.array(z.string());

/** The claims about users and their sign-in (OpenID Connect Core 1.0 sections 2 and 5.1). */
const claims = [
  'sub',
  'iss',
  'aud',
  'exp',
  'iat',
  'auth_time',
  'nonce',
  'at_hash',
  'name',
  'preferred_username',
  'locale',
  'zoneinfo',
  'email',
  'email_verified',
] as const;

/** The authorization server metadata, from which clients configure themselves (RFC 8414). */
export const Metadata = z
  .object({
    issuer: described(z.string(), 'The issuer identifier.', 'https://api.example'),
    authorization_endpoint: described(
      z.string(),
      'The authorization endpoint.',
      'https://auth.example/v7.1/oauth2/authorize/',
    ),
    token_endpoint: described(
      z.string(),
      'The token endpoint.',
      'https://api.example/v7.1/oauth2/access_token/',
    ),
    revocation_endpoint: described(
      z.string(),
      'The revocation endpoint (RFC 7009).',
      'https://api.example/v7.1/oauth2/revoke/',
    ),
    introspection_endpoint: described(
      z.string(),
      'The introspection endpoint (RFC 7662).',
      'https://api.example/v7.1/oauth2/introspect/',
    ),
    userinfo_endpoint: described(
      z.string(),
      'The userinfo endpoint (OpenID Connect Core 1.0 section 5.3).',
      'https://api.example/v7.1/openid/userinfo/',
    ),
    end_session_endpoint: described(
      z.string(),
      'The logout endpoint (OpenID Connect RP-Initiated Logout 1.0).',
      'https://auth.example/v7.1/openid/logout/',
    ),
    jwks_uri: described(
      z.string(),
      'The keys of id_tokens (RFC 7517).',
      'https://api.example/.well-known/jwks.json',
    ),
    service_documentation: described(
      z.string(),
      'The documentation for developers.',
      'https://api.example/v7.1/docs/oauth2/',
    ),
    scopes_supported: described(Names, 'The supported scopes.', [...scopes]),
    response_types_supported: described(Names, 'Only the authorization code flow.', [
      'code',
    ]),
    response_modes_supported: described(Names, 'Responses are sent in the query.', [
      'query',
    ]),
    grant_types_supported: described(Names, 'The supported grant types.', [
      ...grantTypes,
    ]),
    token_endpoint_auth_methods_supported: described(
      Names,
      'HTTP Basic, credentials in the body, or none for public applications.',
      ['client_secret_basic'],
    ),
    revocation_endpoint_auth_methods_supported: described(
      Names,
      'As at the token endpoint.',
      ['client_secret_basic'],
    ),
    introspection_endpoint_auth_methods_supported: described(
      Names,
      'HTTP Basic, or credentials in the body.',
      ['client_secret_basic'],
    ),
    code_challenge_methods_supported: described(Names, 'PKCE (RFC 7636).', ['S256']),
    subject_types_supported: described(
      Names,
      'A user has the same `sub` for every application.',
      ['public'],
    ),
    id_token_signing_alg_values_supported: described(
      Names,
      'The algorithm of the signatures of id_tokens.',
      ['ES256'],
    ),
    claims_supported: described(Names, 'The claims of id_tokens and of userinfo.', [
      ...claims,
    ]),
    claims_parameter_supported: described(
      z.boolean(),
      'Scopes choose the claims.',
      false,
    ),
    request_parameter_supported: described(
      z.boolean(),
      'Parameters are sent as such, not in a signed object.',
      false,
    ),
    request_uri_parameter_supported: described(
      z.boolean(),
      'Parameters are sent as such, not by a reference.',
      false,
    ),
    prompt_values_supported: described(Names, 'The supported values of `prompt`.', [
      ...knownPrompts,
    ]),
    authorization_response_iss_parameter_supported: described(
      z.boolean(),
      'Authorization responses contain `iss` (RFC 9207).',
      true,
    ),
    client_id_metadata_document_supported: described(
      z.boolean(),
      'Whether the URL of a metadata document can be a client_id.',
      true,
    ),
  })
  .check(z.meta({ id: 'AuthorizationServerMetadata' }));
export type Metadata = z.output<typeof Metadata>;

/** The base URLs that the metadata contains. */
interface MetadataBaseUrls {
  main: string;
  auth: string;
}

/** Returns the metadata of the service at these base URLs. */
export function buildMetadata(
  { main, auth }: MetadataBaseUrls,
  { metadataClients }: Pick<ServiceSettings, 'metadataClients'>,
): Metadata {
  const withSecret = ['client_secret_basic', 'client_secret_post'];
  const withOrWithoutSecret = [...withSecret, 'none'];
  return {
    issuer: main,
    authorization_endpoint: `${auth}/v7.1/oauth2/authorize/`,
    token_endpoint: `${main}/v7.1/oauth2/access_token/`,
    revocation_endpoint: `${main}/v7.1/oauth2/revoke/`,
    introspection_endpoint: `${main}/v7.1/oauth2/introspect/`,
    userinfo_endpoint: `${main}/v7.1/openid/userinfo/`,
    end_session_endpoint: `${auth}/v7.1/openid/logout/`,
    jwks_uri: `${main}/.well-known/jwks.json`,
    service_documentation: `${main}/v7.1/docs/oauth2/`,
    scopes_supported: [...scopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [...grantTypes],
    token_endpoint_auth_methods_supported: withOrWithoutSecret,
    revocation_endpoint_auth_methods_supported: withOrWithoutSecret,
    introspection_endpoint_auth_methods_supported: withSecret,
    code_challenge_methods_supported: ['S256'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    claims_supported: [...claims],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    prompt_values_supported: [...knownPrompts],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: metadataClients !== 'off',
  };
}
