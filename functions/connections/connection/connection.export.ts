import { commonMembers, defineExportDocument } from '#shared/contract/export-document.ts';
import type { StoredConnection } from './credentials.ts';
import type { SyncState } from './sync-state.ts';

export const remoteConnectionsDocument = defineExportDocument<
  StoredConnection & SyncState
>({
  description: {
    en: 'Your connections to other services (providers).',
    de: 'Ihre Verbindungen zu anderen Diensten (Anbietern).',
  },
  members: {
    id: commonMembers.id,
    type: { en: 'the provider', de: 'der Anbieter' },
    remote_id: {
      en: 'the id of your account at the provider',
      de: 'die ID Ihres Kontos beim Anbieter',
    },
    created_datetime: commonMembers.created_datetime,
    last_sync_time: {
      en: 'when workouts were last imported',
      de: 'wann zuletzt Trainings importiert wurden',
    },
    status: {
      en: 'whether workouts can be imported',
      de: 'ob Trainings importiert werden können',
    },
    authorized_at: {
      en: 'when you last connected the account, in seconds since 1970',
      de: 'wann Sie das Konto zuletzt verbunden haben, in Sekunden seit 1970',
    },
    granted_scopes: {
      en: 'what you have allowed at the provider, in its words',
      de: 'was Sie beim Anbieter erlaubt haben, in seinen Worten',
    },
    sync_measured: 'internal',
    sync_imported: {
      en: 'how many workouts were imported',
      de: 'wie viele Trainings importiert wurden',
    },
    sync_history: 'internal',
    sync_files: {
      en: 'how many original files of workouts were fetched, and how many are left',
      de: 'wie viele Originaldateien von Trainings geholt wurden, und wie viele fehlen',
    },
    sync_withheld: {
      en: 'how many workouts the provider has from others and withholds',
      de: 'wie viele Trainings von anderen der Anbieter hat und nicht herausgibt',
    },
    sync_problem: {
      en: 'why workouts are not imported at the moment',
      de: 'warum zurzeit keine Trainings importiert werden',
    },
    provider_tokens: 'secret',
    unreadable_workouts: {
      en: 'the number of workouts that could not be read at the provider so far',
      de: 'die Anzahl der Trainings, die beim Anbieter bisher nicht lesbar waren',
    },
    sync_checks: 'internal',
    sync_cursor: 'internal',
    sync_fetched: 'internal',
    sync_is_partial: 'internal',
    sync_reports: 'internal',
    sync_turn: 'internal',
    webhook_subscribed: 'internal',
    sync_sources: 'internal',
    renewed_at: {
      en: 'since when all workouts are confirmed by the provider, in seconds since 1970',
      de: 'seit wann der Anbieter alle Trainings bestätigt hat, in Sekunden seit 1970',
    },
    renewal: 'internal',
    sync_failures: 'internal',
    sync_refused_since: 'internal',
    sync_lease: 'internal',
    sync_lease_until: 'internal',
    sync_requested_at: 'internal',
    collection: 'internal',
    collection_sk: 'internal',
  },
});
