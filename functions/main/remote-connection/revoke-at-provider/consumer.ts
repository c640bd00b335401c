import { defineConsumer } from '#shared/contract/consumer.ts';
import { keys } from '#shared/table/keys.ts';
import { credentialsContext } from '../provider-credentials.ts';

export default defineConsumer({
  summary: 'Tell the provider of a remote connection that was removed',
  removed: keys.remoteConnections('').prefix,
  // Long enough for a provider that limits calls by the quarter of an hour, as some do; 96 tries in a day.
  retryAfter: 900,
  giveUpAfter: 86_400,
  decrypts: credentialsContext,
  memory: 256,
  // Three calls to the provider at most.
  timeout: 40,
});
