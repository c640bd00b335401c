import { compact } from '#shared/runtime/compact.ts';
import { findTakenFrom } from './merged-fields.ts';
import {
  type FoodOriginFields,
  type ImportOrigin,
  isConnectionOrigin,
  isFileOrigin,
  type OriginFields,
  parseSourceKey,
  toSourceKey,
} from './origin.ts';
import type { SourceRepresentation } from './source-representation.ts';

/** Returns the origin of an entry as clients see it. */
export function presentOrigin(
  entry: OriginFields & FoodOriginFields,
): SourceRepresentation {
  const { origin, source, duplicates = [], separated = {}, joined = {} } = entry;
  const { from_file } = entry;
  if (from_file) {
    const { import_id, file_id, file_name, original } = from_file;
    return { origin: 'file', import_id, file_id, file_name, ...compact({ original }) };
  }
  if (!source) return { origin: origin ?? 'application' };
  return {
    ...presentImportOrigin(source),
    duplicates: duplicates.map((duplicate) => ({
      ...presentImportOrigin(duplicate),
      id: duplicate.id,
      matched_by: duplicate.matched_by,
      decided_by: duplicate.decided_by,
    })),
    separated_from: Object.keys(separated).sort().map(parseSourceKey),
    joined_with: Object.keys(joined).sort().map(parseSourceKey),
    ...compact({ fields: presentFields(entry) }),
  };
}

/** Returns the workouts from which members are taken, or undefined if none is. */
function presentFields(entry: OriginFields) {
  if (!entry.fields) return undefined;
  const taken = Object.entries(findTakenFrom(entry)).map(
    ([member, from]) => [member, parseSourceKey(toSourceKey(from))] as const,
  );
  return Object.fromEntries(taken);
}

/** Returns the workouts from which the person takes members. */
export function presentChosen(chosen: NonNullable<OriginFields['chosen']>) {
  const workouts = Object.entries(chosen).map(
    ([member, key]) => [member, parseSourceKey(key)] as const,
  );
  return Object.fromEntries(workouts);
}

/** Returns the members of an origin in a fixed order, which stored maps do not keep. */
function presentImportOrigin(source: ImportOrigin) {
  const { remote_activity, data_source_id } = source;
  if (isConnectionOrigin(source)) {
    const { remote_connection_type, remote_connection_id, remote_id, attribution } =
      source;
    return {
      origin: 'connection' as const,
      remote_connection_type,
      remote_connection_id,
      remote_id,
      remote_activity,
      data_source_id,
      ...compact({ attribution }),
    };
  }
  const { file_id } = source;
  if (isFileOrigin(source)) {
    const { import_id, file_name, attribution, original } = source;
    return {
      origin: 'file' as const,
      import_id,
      file_id,
      file_name,
      remote_activity,
      data_source_id,
      ...compact({ attribution, original }),
    };
  }
  const { inbox_id } = source;
  return { origin: 'inbox' as const, inbox_id, file_id, remote_activity, data_source_id };
}
