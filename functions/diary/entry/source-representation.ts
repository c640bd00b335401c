import * as z from 'zod/mini';
import { deferred, described } from '#shared/contract/schema.ts';
import type { MergedMember } from './merged-fields.ts';
import { matchRules, preferenceRules } from './origin.ts';
import {
  fileId,
  remoteConnectionType,
  remoteId,
  WorkoutReferenceRepresentation,
} from './source.ts';

const matchedBy = described(
  z.enum(matchRules),
  'Why both entries are the same workout: they `overlap` or were read from one file, or they ' +
    'are of the same kind and have a similar `start_time` and duration, or one of them is a ' +
    '`part` of the workout, or the person has `joined` them or others of the workout.',
);

const decidedBy = described(
  z.enum(preferenceRules),
  'Why the other entry is shown: it was `edited`, the `terms` of the provider of this one ' +
    'do not let its workouts be combined with others, it is the `whole` workout, its remote ' +
    'connection is still `connected`, its data source has the newer `priority`, it ' +
    "is the `recording_device`'s own file, or comes directly from its maker, or does not come " +
    'from an inbox, it has `more_data`, or it is of the `earlier_connection`, import or inbox, ' +
    'or was shown before an export brought this one.',
);

/** The kinds of origin, by which clients tell them apart. */
const OriginKind = z.enum(['connection', 'file', 'inbox', 'application', 'person']).check(
  z.meta({
    description:
      'Where the entry comes from: a workout of a remote `connection`, a `file`, an `inbox` to ' +
      'which an app of the person has sent it, an `application`, or the `person`, who has ' +
      'entered it on the pages of the service.',
  }),
);

export const OriginalRepresentation = deferred(() =>
  z
    .object({
      origin: OriginKind,
      remote_connection_type: z.optional(remoteConnectionType),
      file_name: z.optional(described(z.string(), 'The name of the file.', 'run.fit')),
    })
    .check(
      z.meta({
        id: 'OriginalSource',
        description:
          'Of what an imported export has brought: where it came from before, as the export ' +
          'states it. The terms of a provider that it names apply.',
      }),
    ),
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
  inbox_id: z.optional(described(z.string(), 'The id of the inbox.')),
  remote_activity: z.optional(
    described(
      z.string(),
      'The word of the provider, file or app for the kind of activity.',
      'trail_running',
    ),
  ),
  data_source_id: z.optional(
    described(
      z.nullable(z.string()),
      'The id of the data source that recorded the workout, or null if it is not known.',
    ),
  ),
  original: z.optional(OriginalRepresentation),
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
      origin: z.enum(['connection', 'file', 'inbox']),
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

const workouts = z.array(WorkoutReferenceRepresentation);

const takenMembers = {
  energy: WorkoutReferenceRepresentation,
  avg_heart_rate: WorkoutReferenceRepresentation,
  max_heart_rate: WorkoutReferenceRepresentation,
  distance: WorkoutReferenceRepresentation,
  max_speed: WorkoutReferenceRepresentation,
  elevation_change: WorkoutReferenceRepresentation,
} satisfies Record<MergedMember, unknown>;

/** The workouts from which members of an entry are taken. */
const TakenFields = deferred(() =>
  z.partial(z.object(takenMembers)).check(
    z.meta({
      id: 'TakenFields',
      description:
        'The duplicates from which members of the entry are taken, because they have measured ' +
        'these better, or because the person has chosen them. Absent if there are none.',
    }),
  ),
);

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
      fields: z.optional(TakenFields),
    })
    .check(
      z.meta({
        id: 'DiaryEntrySource',
        description:
          'The origin of the entry. The members besides `origin` are those of imported entries: ' +
          'some of a connection, some of a file or an inbox, and some of all.',
      }),
    ),
);
export type SourceRepresentation = z.output<typeof SourceRepresentation>;
