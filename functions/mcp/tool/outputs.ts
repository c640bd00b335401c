import * as z from 'zod/mini';
import { RemoteConnectionRepresentation } from '#functions/connections/connection/remote-connection-representation.ts';
import {
  ExerciseRepresentation,
  FoodEntryRepresentation,
} from '#functions/diary/entry/entry-representation.ts';
import { Incomplete } from '#functions/diary/entry/incomplete.ts';
import { ListedItem } from '#functions/diary/entry/listed-day.ts';
import { SourceRepresentation } from '#functions/diary/entry/source-representation.ts';
import { DaySummary } from '#functions/diary/entry/totals-representation.ts';
import { CalendarDate, Energy } from '#functions/diary/entry/values.ts';
import { StoredMeasurements } from '#functions/diary/measurement/create/stored-measurements.ts';
import { MeasurementRepresentation } from '#functions/diary/measurement/measurement-representation.ts';

/** A workout as an assistant sees it: without an energy if it is unknown. */
const KnownExercise = z.object({
  ...ExerciseRepresentation.shape,
  energy: z.optional(Energy),
});

/** The origin of food: it has none of the members about other records of one workout. */
const {
  duplicates: _duplicates,
  separated_from: _separated,
  joined_with: _joined,
  fields: _fields,
  ...foodOrigin
} = SourceRepresentation._zod.def.getter().shape;
const FoodSource = z.object(foodOrigin);

/** A food entry as an assistant sees it. */
const KnownFood = z.object({ ...FoodEntryRepresentation.shape, source: FoodSource });

/** An entry as an assistant sees it. */
const KnownEntry = z.discriminatedUnion('type', [KnownExercise, KnownFood]);

const [meal, listedExercise, listedFood] = ListedItem.def.options;
const KnownItem = z.discriminatedUnion('type', [
  meal,
  listedExercise,
  z.object({ ...listedFood.shape, source: z.optional(FoodSource) }),
]);

/** The members of an answer with a page of items: what continues the list. */
const pageMembers = { next_cursor: z.optional(z.string()) };

const Names = z.record(z.string(), z.string());

/** The members of an answer that explain its numbers, and the ids of its activity types. */
const explainingMembers = { units: Names, activity_names: Names };

const { _links: _, ...connectionMembers } = RemoteConnectionRepresentation.shape;

/**
 * The answers of all tools. A test writes their schemas into the file that clients list. The
 * function has only their types, because no answer is validated.
 */
export const toolOutputs = {
  get_day: z.object({
    date: CalendarDate,
    items: z.array(KnownItem),
    incomplete: Incomplete,
    ...pageMembers,
    ...explainingMembers,
  }),
  summarize_days: z.object({
    items: z.array(DaySummary),
    incomplete: Incomplete,
    ...pageMembers,
    units: Names,
  }),
  list_workouts: z.object({
    items: z.array(KnownExercise),
    incomplete: Incomplete,
    ...pageMembers,
    ...explainingMembers,
  }),
  get_workout: z.object({ workout: KnownExercise, ...explainingMembers }),
  find_activity_type: z.object({
    items: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  list_measurements: z.object({
    items: z.array(MeasurementRepresentation),
    incomplete: Incomplete,
    ...pageMembers,
  }),
  list_connections: z.object({
    items: z.array(z.object({ id: z.string(), ...connectionMembers })),
    ...pageMembers,
  }),
  sync_now: z.object({ connection_id: z.string(), status: z.literal('requested') }),
  log_food: z.object({ items: z.array(KnownFood), ...explainingMembers }),
  log_workout: z.object({ items: z.array(KnownExercise), ...explainingMembers }),
  log_measurements: StoredMeasurements,
  update_entry: z.object({ entry: KnownEntry, ...explainingMembers }),
  delete_entry: z.object({ id: z.string(), status: z.literal('deleted') }),
};
