import * as z from 'zod/mini';
import { text } from '#shared/contract/text.ts';
import type { DataKeyProvider } from '#shared/encryption/data-keys.ts';
import { type Envelope, open } from '#shared/encryption/envelope.ts';
import type { RemoteConnection } from './remote-connection.ts';

/** Some providers' tokens are signed statements of a few thousand characters. */
const secret = () => text(8192, 1);

/**
 * With what the provider is called in the user's name: its tokens, and who our client is to it
 * where that is known.
 */
export const ProviderCredentials = z.object({
  access_token: secret(),
  refresh_token: z.optional(secret()),
  client_id: z.optional(text(255, 1)),
  client_secret: z.optional(secret()),
});
export type ProviderCredentials = z.infer<typeof ProviderCredentials>;

/** The whole row of a connection. */
export type ConnectionRow = RemoteConnection & { provider_tokens: Envelope };

/** The names of what the credentials belong to. */
export const credentialsContext = ['user_id', 'remote_connection_id', 'type'] as const;

/** What the credentials belong to: in any other row they are of no use. */
export const toEncryptionContext = (
  user_id: string,
  { id, type }: Pick<RemoteConnection, 'id' | 'type'>,
): Record<(typeof credentialsContext)[number], string> => ({
  user_id,
  remote_connection_id: id,
  type,
});

/**
 * The credentials in the row of one of the user's connections. Throws where they were encrypted for
 * another user, connection or type, or with another key.
 */
export async function openCredentials(
  user_id: string,
  row: ConnectionRow,
  dataKeys: DataKeyProvider,
): Promise<ProviderCredentials> {
  const credentials = await open(row.provider_tokens, toEncryptionContext(user_id, row), dataKeys);
  return ProviderCredentials.parse(JSON.parse(credentials));
}
