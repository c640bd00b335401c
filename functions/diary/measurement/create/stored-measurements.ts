import * as z from 'zod/mini';
import { described } from '#shared/contract/schema.ts';
import { measurementId } from '../measurement-representation.ts';

const count = (description: string) => z.int().check(z.describe(description));

/** What became of sent values, as clients see it. */
export const StoredMeasurements = z
  .object({
    stored: count('How many values are new or changed.'),
    unchanged: count('How many values were there before.'),
    ignored: count(
      'How many values are not kept: more than a day or a month has room for, or deleted by ' +
        'the user.',
    ),
    items: z.array(
      z
        .object({
          id: measurementId,
          outcome: described(
            z.enum(['stored', 'unchanged', 'ignored']),
            'What became of the value.',
          ),
        })
        .check(z.meta({ id: 'StoredMeasurement', description: 'A sent value.' })),
    ),
  })
  .check(
    z.meta({
      id: 'StoredMeasurements',
      description: 'What became of the values, in the order in which they were sent.',
    }),
  );
