import { defineConsumer } from '#shared/contract/consumer.ts';
import { keys } from '#shared/table/keys.ts';
import { credentialsContext } from '../provider-credentials.ts';

export default defineConsumer({
  summary: 'Revoke a deleted remote connection at its provider',
  onDelete: keys.remoteConnections('').prefix,
  // Outlasts rate limits of 15 minutes, which some providers have; 96 attempts in a day.
  retryInterval: 900,
  maxAge: 86_400,
  decrypts: credentialsContext,
  memory: 256,
  // At most three requests to the provider.
  timeout: 40,
});
