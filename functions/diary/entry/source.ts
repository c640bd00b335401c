import * as z from 'zod/mini';
import { deferred, described } from '#shared/contract/schema.ts';
import { compact } from '#shared/runtime/compact.ts';
import {
  type ImportOrigin,
  isFileOrigin,
  matchRules,
  type OriginFields,
  parseSourceKey,
  preferenceRules,
  type WorkoutReference,
} from './origin.ts';

const matchedBy = described(
  z.enum(matchRules),
  'Why both entries are the same workout: they `overlap`, or they are of the same kind and ' +
    'have a similar `start_time` and duration, or one of them is a `part` of the workout, or ' +
    'the person has `joined` them or others of the workout.',
);

const decidedBy = described(
  z.enum(preferenceRules),
  'Why the other entry is shown: it was `edited`, the `terms` of the provider of this one ' +
    'do not let its workouts be combined with others, it is the `whole` workout, its remote ' +
    'connection is still `connected`, its data source has the newer `priority`, it ' +
    "is the `recording_device`'s own file, or comes directly from its maker, it has " +
    '`more_data`, or it is of the `earlier_connection` or import.',
);

/** The kinds of origin, by which clients tell them apart. */
const OriginKind = z.enum(['connection', 'file', 'application', 'person']).check(
  z.meta({
    description:
      'Where the entry comes from: a workout of a remote `connection`, a `file`, an ' +
      '`application`, or the `person`, who has entered it on the pages of the service.',
  }),
);

const remoteConnectionType = described(
  z.string(),
  'The `type` of the remote connection type.',
  'polar',
);
const remoteId = described(z.string(), "The provider's id of the workout.", '9810274');
const fileId = described(
  z.string(),
  'The id of the workout of the file: the same in all imports of the file.',
);

/** The members of each kind of origin. Those of other kinds are absent. */
const originMembers = {
  origin: OriginKind,
  remote_connection_type: z.optional(remoteConnectionType),
  remote_connection_id: z.optional(
    described(z.string(), 'The id of the remote connection.'),
  ),
  remote_id: z.optional(remoteId),
  import_id: z.optional(described(z.string(), 'The id of the import of the file.')),
  file_id: z.optional(fileId),
  file_name: z.optional(described(z.string(), 'The name of the file.', 'run.fit')),
  remote_activity: z.optional(
    described(
      z.string(),
      'The word of the provider or of the file for the kind of activity.',
      'trail_running',
    ),
  ),
  data_source_id: z.optional(
    described(
      z.nullable(z.string()),
      'The id of the data source that recorded the workout, or null if it is not known.',
    ),
  ),
  attribution: z.optional(
    described(
      z.string(),
      'The words that the terms of the provider require wherever the entry is shown to people.',
      'Powered by Strava · Garmin Forerunner 935',
    ),
  ),
};

const DuplicateRepresentation = deferred(() =>
  z
    .object({
      ...originMembers,
      origin: z.enum(['connection', 'file']),
      id: described(z.string(), 'The id of the hidden entry.'),
      matched_by: matchedBy,
      decided_by: decidedBy,
    })
    .check(
      z.meta({
        id: 'HiddenEntry',
        description: 'An entry that is hidden as a duplicate.',
      }),
    ),
);

/** A workout at a provider or of a file, as clients name it. */
const WorkoutReferenceRepresentation = deferred(() =>
  z
    .object({
      remote_connection_type: z.optional(remoteConnectionType),
      remote_id: z.optional(remoteId),
      file_id: z.optional(fileId),
    })
    .check(
      z.meta({
        id: 'WorkoutReference',
        description:
          'An imported workout: `remote_connection_type` and `remote_id` of a connection, or ' +
          '`file_id` of a file.',
      }),
    ),
);

/** A workout as clients name it in a request. Other members are ignored. */
const SentReference = z.pipe(
  WorkoutReferenceRepresentation,
  z.transform((sent, { issues }): WorkoutReference => {
    const { remote_connection_type, remote_id, file_id } = sent;
    if (file_id !== undefined) return { file_id };
    if (remote_connection_type !== undefined && remote_id !== undefined) {
      return { remote_connection_type, remote_id };
    }
    issues.push({
      code: 'custom',
      message: 'must have remote_connection_type and remote_id, or file_id',
      input: sent,
    });
    return z.NEVER;
  }),
);

/** Maximum number of workouts that an entry can be separated from, or joined with. */
const maxDecided = 50;

const decidedMember = (description: string) =>
  z.optional(
    z.array(SentReference).check(z.maxLength(maxDecided), z.describe(description)),
  );

/** The change of an imported entry's source. */
export const SourceChange = z
  .object({
    separated_from: decidedMember(
      'All workouts to keep separate from this entry, from those that `source.duplicates` or ' +
        '`source.separated_from` lists. An empty list merges all of them again.',
    ),
    joined_with: decidedMember(
      'All workouts to merge with this entry, whatever the rules for duplicates say. They are ' +
        'on the day of this one, or on an adjacent day. An empty list leaves the decision to ' +
        'the rules again.',
    ),
  })
  .check(
    z.refine(
      ({ separated_from, joined_with }) => separated_from ?? joined_with,
      'must have separated_from or joined_with',
    ),
    z.meta({ id: 'DiaryEntrySourceChangeInput', minProperties: 1 }),
  );
export type SourceChange = z.output<typeof SourceChange>;

const workouts = z.array(WorkoutReferenceRepresentation);

/** The origin of an entry as clients see it. */
export const SourceRepresentation = deferred(() =>
  z
    .object({
      ...originMembers,
      duplicates: z.optional(
        z
          .array(DuplicateRepresentation)
          .check(
            z.describe(
              'Hidden entries for the same workout, which is counted only once.',
            ),
          ),
      ),
      separated_from: z.optional(
        workouts.check(
          z.describe('Workouts that the person has separated from this entry.'),
        ),
      ),
      joined_with: z.optional(
        workouts.check(
          z.describe('Workouts that the person has joined with this entry.'),
        ),
      ),
    })
    .check(
      z.meta({
        id: 'DiaryEntrySource',
        description:
          'The origin of the entry. The members besides `origin` are those of imported entries: ' +
          'some of a connection, some of a file, and some of both.',
      }),
    ),
);
export type SourceRepresentation = z.output<typeof SourceRepresentation>;

/** Returns the origin of an entry as clients see it. */
export function presentOrigin({
  origin,
  source,
  duplicates = [],
  separated = {},
  joined = {},
}: OriginFields): SourceRepresentation {
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
  if (isFileOrigin(source)) {
    const { import_id, file_id, file_name } = source;
    const origin = 'file' as const;
    return { origin, import_id, file_id, file_name, remote_activity, data_source_id };
  }
  const { remote_connection_type, remote_connection_id, remote_id, attribution } = source;
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
