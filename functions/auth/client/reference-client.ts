import type { Client } from './client.ts';

/**
 * The id of the client with which the API reference lets readers try requests. Every deployment has
 * it, so nobody has to register it.
 */
export const referenceClientId = 'api-reference';

/**
 * The public client of the API reference. It is a constant rather than an item, so the reference
 * works in every deployment without a registration.
 */
export const referenceClient: Client = {
  client_id: referenceClientId,
  name: 'API reference',
  redirect_uris: [],
  grant_types: ['authorization_code', 'refresh_token'],
  native: true,
  pkce_required: true,
  public: true,
  secrets: [],
  created_datetime: '2026-11-20T00:00:00.000Z',
};

/**
 * Returns the client of the API reference with its redirect URIs, which depend on the base URL of
 * the main host. Returns any other client unchanged.
 */
export function addReferenceRedirectUris(client: Client, mainBaseUrl: string): Client {
  if (client.client_id !== referenceClientId) return client;
  const redirect_uris = ['v7.0', 'v7.1'].map(
    (version) => `${mainBaseUrl}/${version}/docs/signed-in/`,
  );
  return { ...client, redirect_uris };
}
