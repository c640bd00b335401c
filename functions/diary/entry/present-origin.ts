import { compact } from '#shared/runtime/compact.ts';
import {
  type FoodOriginFields,
  type ImportOrigin,
  isConnectionOrigin,
  isFileOrigin,
  type OriginFields,
  parseSourceKey,
} from './origin.ts';
import type { SourceRepresentation } from './source-representation.ts';

/** Returns the origin of an entry as clients see it. */
export function presentOrigin({
  origin,
  source,
  duplicates = [],
  separated = {},
  joined = {},
  from_file,
}: OriginFields & FoodOriginFields): SourceRepresentation {
  if (from_file) {
    const { import_id, file_id, file_name } = from_file;
    return { origin: 'file', import_id, file_id, file_name };
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
  };
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
    const { import_id, file_name } = source;
    const origin = 'file' as const;
    return { origin, import_id, file_id, file_name, remote_activity, data_source_id };
  }
  const { inbox_id } = source;
  return { origin: 'inbox' as const, inbox_id, file_id, remote_activity, data_source_id };
}
