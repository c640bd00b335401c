import { defineExportDocument } from '#shared/contract/export-document.ts';
import type { RemoteConnection } from '#shared/remote-connection/remote-connection.ts';
import type { SyncState } from '#shared/remote-connection/sync-state.ts';

/** A remote connection as it is stored. */
type StoredConnection = RemoteConnection & SyncState & { provider_tokens: object };

/** What an export shows of a remote connection. */
export const remoteConnectionsDocument = defineExportDocument<StoredConnection>({
  description: {
    en: 'Your connections to other providers.',
    de: 'Ihre Verbindungen zu anderen Anbietern.',
  },
  members: {
    id: { en: 'the id', de: 'die ID' },
    type: { en: 'the provider', de: 'der Anbieter' },
    remote_id: {
      en: 'the id of your account at the provider',
      de: 'die ID Ihres Kontos beim Anbieter',
    },
    created_datetime: { en: 'when it was created', de: 'wann es angelegt wurde' },
    last_sync_time: {
      en: 'when workouts were last imported',
      de: 'wann zuletzt Trainings importiert wurden',
    },
    status: {
      en: 'whether workouts can be imported',
      de: 'ob Trainings importiert werden können',
    },
    provider_tokens: 'secret',
    sync_cursor: 'internal',
    sync_fetched: 'internal',
    sync_is_partial: 'internal',
    sync_reported: 'internal',
    sync_turn: 'internal',
    webhook_subscribed: 'internal',
    sync_sources: 'internal',
    sync_failures: 'internal',
    sync_unreadable: 'internal',
    sync_lease: 'internal',
    sync_lease_until: 'internal',
    collection: 'internal',
    collection_sk: 'internal',
  },
});
