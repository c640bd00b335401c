import * as z from 'zod/mini';
import { parseEntryId } from '#functions/diary/entry/day-item.ts';
import { DaysQuery } from '#functions/diary/entry/days-query.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import type { ExerciseRepresentation } from '#functions/diary/entry/entry-representation.ts';
import { presentIncomplete } from '#functions/diary/entry/incomplete.ts';
import { present } from '#functions/diary/entry/present-entry.ts';
import {
  estimateEnergies,
  estimateOne,
} from '#functions/diary/measurement/estimated-energy.ts';
import { described } from '#shared/contract/schema.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { compact } from '#shared/runtime/compact.ts';
import { omitUnknownEnergy } from '../tool/known-energy.ts';
import { cursor, takePage } from '../tool/page.ts';
import { defineTool, reads } from '../tool/tool.ts';
import { explain } from '../tool/units.ts';

type Workout = z.output<typeof ExerciseRepresentation>;

function isWorkout(entry: { type: string }): entry is Workout {
  return entry.type === 'exercise';
}

function compareWorkouts(one: Workout, other: Workout): number {
  const order = (workout: Workout) => workout.date + workout.id;
  return order(one) < order(other) ? -1 : 1;
}

export const workoutsTool = defineTool({
  name: 'list_workouts',
  title: 'List workouts',
  description:
    'Lists the workouts of some days, the oldest first. A workout that was imported twice, e.g. ' +
    'from two providers, is listed once.',
  scope: 'diary.read',
  input: z.safeExtend(DaysQuery, { cursor }),
  annotations: reads,
  async run({ input: { from, to, cursor }, caller, table }) {
    const range = { first: from, last: to };
    const diary = { table, ...caller };
    const listed = await estimateEnergies(diary, await entries.listRange(diary, range));
    const workouts = listed.map(present).filter(isWorkout);
    const sorted = workouts.sort(compareWorkouts).map(omitUnknownEnergy);
    const page = takePage(sorted, { getKey: ({ id }) => id, cursor });
    const incomplete = presentIncomplete(caller);
    return { ...compact({ ...page, incomplete }), ...explain(page.items) };
  },
});

export const workoutTool = defineTool({
  name: 'get_workout',
  title: 'Get a workout',
  description: 'Returns one workout by its id.',
  scope: 'diary.read',
  input: z.object({ id: described(z.string(), 'The id of the workout.') }),
  annotations: reads,
  async run({ input: { id }, caller, table }) {
    const address = parseEntryId(id);
    const diary = { table, ...caller };
    const entry = address && (await entries.find(diary, address));
    const workout = entry && present(await estimateOne(diary, entry));
    if (!workout || !isWorkout(workout))
      throw serviceError('not_found', { kind: 'workout', id });
    return { workout: omitUnknownEnergy(workout), ...explain([workout]) };
  },
});
