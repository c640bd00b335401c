import { userSettingNames } from '#functions/auth/identity/user-settings.ts';
import type { ExportText } from '#shared/contract/export-document.ts';
import { type DocumentName, exportDocuments, getShownMembers } from './documents.ts';

/**
 * The documents of an export that an application or a script has asked for: what its scope, which
 * is full access, reads by the API, and no more. Lists the members that the API shows, or `all`.
 * What no endpoint lists is left out, such as sessions, grants and uploaded originals.
 */
const readableMembers: Partial<Record<DocumentName, readonly string[] | 'all'>> = {
  user: ['id', 'username', 'display_name', 'email', 'date_joined', ...userSettingNames],
  data_sources: [
    'id',
    'name',
    'active',
    'advertised_name',
    'serial_number',
    'bluetooth_device_address',
    'firmware_version',
    'hardware_version',
    'device',
    'priorities',
  ],
  remote_connections: [
    'id',
    'type',
    'remote_id',
    'created_datetime',
    'last_sync_time',
    'status',
  ],
  file_imports: [
    'id',
    'state',
    'created_datetime',
    'completed_datetime',
    'name',
    'file_name',
    'bytes',
    'timezone',
    'external_id',
    'counts',
    'entries',
    'measurements',
    'images',
    'files_done',
    'failure',
  ],
  imported_files: 'all',
  // No application gets the outline.
  workout_series: [
    'batch',
    // As the origin of the entry has it. An import finds the workout by both.
    'remote_connection_type',
    'seconds',
    'distance',
    'elevation',
    'heart_rate',
    'speed',
    'cadence',
    'power',
    'laps',
    'lap_count',
    'stated',
    'summed',
  ],
  diary: [
    'id',
    'type',
    'date',
    'exercise',
    'start_time',
    'duration',
    'energy',
    'energy_source',
    'avg_heart_rate',
    'max_heart_rate',
    'distance',
    'max_speed',
    'elevation_change',
    'diary_meal',
    'food',
    'servings',
    'nutritional_contents',
    'source',
    // An entry names its duplicates in the API, so the other direction tells nothing new.
    'hidden_by',
  ],
  events: ['id', 'type', 'timestamp', 'resource', 'date', 'previous_date'],
  exports: [
    'id',
    'state',
    'created_datetime',
    'completed_datetime',
    'expires_datetime',
    'files_done',
    'files_total',
    'archives',
    'bytes',
    'failure',
    'incomplete_types',
  ],
};

/**
 * Returns the members of a document, and what the README says about each. Returns undefined if the
 * export of an application or a script does not have the document.
 */
export function findExportedMembers(
  name: DocumentName,
  isOfApplication: boolean,
): Readonly<Record<string, ExportText>> | undefined {
  const shown = getShownMembers(exportDocuments[name]);
  const readable = isOfApplication ? readableMembers[name] : 'all';
  if (readable === undefined || readable === 'all') return readable && shown;
  const members = Object.entries(shown).filter(([member]) => readable.includes(member));
  return Object.fromEntries(members);
}
