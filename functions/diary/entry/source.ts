import * as z from 'zod/mini';
import { deferred, described } from '#shared/contract/schema.ts';
import type { WorkoutReference } from './origin.ts';

export const remoteConnectionType = described(
  z.string(),
  'The `type` of the remote connection type.',
  'polar',
);
export const remoteId = described(
  z.string(),
  "The provider's id of the workout.",
  '9810274',
);
export const fileId = described(
  z.string(),
  'The id of the workout of the file, the same in all imports of the file, or of the inbox.',
);

/** A workout at a provider, of a file or of an inbox, as clients name it. */
export const WorkoutReferenceRepresentation = deferred(() =>
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
          '`file_id` of a file or an inbox.',
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
