import * as z from 'zod/mini';
import { createEntries } from '#functions/diary/entry/create/create-entries.ts';
import { EntryCreation } from '#functions/diary/entry/entry.ts';
import { exerciseMembers } from '#functions/diary/entry/exercise.ts';
import { FoodEntryCreation } from '#functions/diary/entry/food-entry.ts';
import { present } from '#functions/diary/entry/present-entry.ts';
import { estimateWritten } from '#functions/diary/measurement/estimated-energy.ts';
import { described, text } from '#shared/contract/schema.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import { itemsOfUnit } from '#shared/quota/quotas.ts';
import { omitUnknownEnergy } from '../tool/known-energy.ts';
import { adds, defineTool, type ToolCall } from '../tool/tool.ts';
import { explain } from '../tool/units.ts';

const idempotency_key = described(
  text(255, 1),
  'A new random text for each call, and the same one if the call is repeated: then nothing is ' +
    'logged twice.',
);

/** Creates entries as a POST to the diary does, and returns them as they are shown. */
async function log(
  { caller, table, now }: Omit<ToolCall<unknown>, 'input'>,
  key: string,
  sent: readonly object[],
) {
  const { items } = parseOrFail(EntryCreation, { items: sent });
  const created = await createEntries(table, caller, { items, key, now });
  if (created.outcome === 'key_reused') throw serviceError('idempotency_key_reused');
  if (created.outcome === 'refused')
    throw serviceError('validation_failed', { failures: created.failures });
  const shown = await estimateWritten({ table, ...caller }, created.batch.entries);
  return shown.map(present).map(omitUnknownEnergy);
}

/** A call costs one unit, for which a request of the interface has no more items either. */
const maxFoods = itemsOfUnit - 1;

const { type: _, ...foodMembers } = FoodEntryCreation.shape;

export const foodLogTool = defineTool({
  name: 'log_food',
  title: 'Log food',
  description:
    `Adds 1 to ${maxFoods} foods to the diary, all or none. ` +
    'Nutritional contents are those of one serving.',
  scope: 'diary.write',
  input: z.object({
    idempotency_key,
    items: z.array(z.object(foodMembers)).check(z.minLength(1), z.maxLength(maxFoods)),
  }),
  annotations: adds,
  run: async ({ input: { idempotency_key: key, items: sent }, ...call }) => {
    const foods = sent.map((item) => ({ ...item, type: 'food_entry' }));
    const entries = await log(call, key, foods);
    const items = entries.filter((entry) => entry.type === 'food_entry');
    return { items, ...explain(items) };
  },
});

export const workoutLogTool = defineTool({
  name: 'log_workout',
  title: 'Log a workout',
  description:
    'Adds a workout to the diary. Do not log what a connected provider imports: it would be ' +
    'there twice. `exercise.id` is that of an activity type.',
  scope: 'diary.write',
  input: z.object({ idempotency_key, ...exerciseMembers }),
  annotations: adds,
  run: async ({ input: { idempotency_key: key, ...workout }, ...call }) => {
    const entries = await log(call, key, [{ ...workout, type: 'exercise' }]);
    const items = entries.filter((entry) => entry.type === 'exercise');
    return { items, ...explain(items) };
  },
});
