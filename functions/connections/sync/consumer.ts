import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { hasResumed, type Processing } from '#functions/auth/identity/processing.ts';
import {
  connectionKeys,
  credentialsContext,
} from '#functions/connections/connection/remote-connection.keys.ts';
import type { ImportRequest } from '#functions/connections/connection/sync-request.store.ts';
import { providerClientContext } from '#functions/connections/provider-credentials/client.keys.ts';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import type { DataSource } from '#functions/main/data-source/data-source.ts';
import { defineConsumer } from '#shared/contract/function.ts';
import type { Key } from '#shared/table/keys.ts';

const profileKey = identityKeys.user('');

/** An item of which a write can make a message. */
type RuledItem = (ImportRequest & Key) | Source | Profile;

type Source = Pick<DataSource, 'active' | 'priorities'> & Key;

/**
 * Returns the message to merge imported entries again, if the priority of a data source for
 * activities has changed, or ended with its deactivation: another entry may then be shown for a
 * workout that several providers have sent. Other writes of a data source make no message. A record
 * that is replayed has no earlier image.
 */
function toMergeMessage(
  { pk, sk, active, priorities: { activity: since } }: Source,
  before?: Partial<Source>,
) {
  const isChanged = before
    ? since !== before.priorities?.activity
    : since !== undefined || !active;
  return isChanged ? { pk, sk, reason: 'priorities_changed' as const } : undefined;
}

type Profile = Processing & Key;

/**
 * Returns the message to continue the syncs of a user, if this write has lifted the restriction of
 * processing, or has renewed the consent, without which syncs read no values of the body.
 */
function toResumeMessage(profile: Profile, before?: Partial<Profile>) {
  const { pk, sk, restricted_datetime, health_consent } = profile;
  if (restricted_datetime !== undefined) return undefined;
  const isNew = health_consent?.given_datetime !== before?.health_consent?.given_datetime;
  const isRenewed = isNew && before !== undefined;
  return hasResumed(profile, before) || isRenewed
    ? { pk, sk, reason: 'resumed' as const }
    : undefined;
}

/** Returns the message of a request. One that is held waits until it is released. */
function toRequestMessage(request: ImportRequest & Key) {
  return 'held_id' in request ? undefined : request;
}

export default defineConsumer({
  name: 'Sync',
  summary: 'Import workouts of a remote connection',
  rule: {
    on: 'write',
    prefixes: [
      connectionKeys.syncRequests('').prefix,
      dataSourceKeys.dataSources('').prefix,
      profileKey.sk,
    ],
    toMessage: (item: RuledItem, before?: RuledItem) => {
      if ('priorities' in item) return toMergeMessage(item, before);
      return 'reason' in item ? toRequestMessage(item) : toResumeMessage(item, before);
    },
  },
  // No connection has this `remote_connection_id`, so the example imports nothing.
  example: {
    id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y',
    remote_connection_id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2x',
    reason: 'due',
  },
  // A message is retried every 6 minutes for 2 hours, e.g. while another sync is running.
  retryInterval: 360,
  maxAge: 7200,
  stores: {
    table: ['get', 'getEach', 'query', 'put', 'update', 'delete', 'check', 'transact'],
    pushes: ['put'],
    encryption: {
      encrypts: [credentialsContext],
      decrypts: [credentialsContext, providerClientContext],
    },
  },
  baseUrls: ['main'],
  canRaiseConcurrency: true,
  memory: 512,
  timeout: 60,
});
