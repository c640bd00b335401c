import * as z from 'zod/mini';
import { text } from '#shared/contract/schema.ts';
import {
  type DataKeyProvider,
  decryptEnvelope,
  type Envelope,
} from '#shared/encryption/envelope.ts';
import {
  findCurrentType,
  listConnectionTypes,
} from '#shared/reference-data/connection-types.ts';
import type { credentialsContext } from './remote-connection.keys.ts';
import type { RemoteConnection } from './remote-connection.ts';

/** Some providers issue JWTs of a few thousand characters. */
const secretText = () => text(8192, 1);

/** The credentials for requests to a provider: its tokens and, if known, those of our client. */
export const ProviderCredentials = z.object({
  access_token: secretText(),
  refresh_token: z.optional(secretText()),
  /** Epoch seconds. Absent if the access token does not expire, or if that is unknown. */
  expires_at: z.optional(z.int()),
  client_id: z.optional(text(255, 1)),
  client_secret: z.optional(secretText()),
});
export type ProviderCredentials = z.infer<typeof ProviderCredentials>;

export type StoredConnection = RemoteConnection & { provider_tokens: Envelope };

type EncryptionContext = Record<(typeof credentialsContext)[number], string>;

/**
 * Returns the encryption context of a connection, without which its credentials cannot be
 * decrypted.
 */
export function toEncryptionContext(
  user_id: string,
  { id, type }: Pick<RemoteConnection, 'id' | 'type'>,
): EncryptionContext {
  return { user_id, remote_connection_id: id, type };
}

/**
 * Decrypts the credentials of one of the user's connections. Throws if they were encrypted for
 * another user, connection or type, or with another key.
 */
export async function decryptCredentials(
  user_id: string,
  item: Pick<StoredConnection, 'id' | 'type' | 'provider_tokens'>,
  dataKeys: DataKeyProvider,
): Promise<ProviderCredentials> {
  const context = toEncryptionContext(user_id, item);
  const credentials = await decryptEnvelope(item.provider_tokens, context, dataKeys);
  return ProviderCredentials.parse(JSON.parse(credentials));
}

const listTypeKeys = () => listConnectionTypes().map(({ type }) => type);

/** A new connection, with the credentials that the provider issued. */
export const NewRemoteConnection = z
  .object({
    type: z.string().check(
      z.refine((type) => findCurrentType(type) !== undefined, {
        error: () => `must be one of ${listTypeKeys().join(', ')}`,
      }),
    ),
    remote_id: text(255, 1),
    /** Absent if they are unknown. */
    granted_scopes: z.optional(z.array(z.string())),
    ...ProviderCredentials.shape,
  })
  .check(
    z.refine(
      ({ client_id, client_secret }) =>
        (client_id === undefined) === (client_secret === undefined),
      {
        path: ['client_secret'],
        error: 'must be set if and only if client_id is set',
      },
    ),
  );
export type NewRemoteConnection = z.input<typeof NewRemoteConnection>;
