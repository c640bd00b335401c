import * as z from 'zod/mini';
import { checkOrder } from '#functions/diary/entry/days-query.ts';
import { presentIncomplete } from '#functions/diary/entry/incomplete.ts';
import {
  listShown,
  tooManyMonths,
} from '#functions/diary/measurement/list/list-shown.ts';
import {
  MeasurementsQuery,
  toSelection,
} from '#functions/diary/measurement/list/query.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import { toOrigin } from '#functions/diary/measurement/measurement.ts';
import {
  MeasurementsInput,
  MeasurementTypeName,
  sentMembers,
} from '#functions/diary/measurement/measurement-input.ts';
import {
  presentMeasurements,
  presentStored,
} from '#functions/diary/measurement/present-measurement.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import { itemsOfUnit } from '#shared/quota/quotas.ts';
import { compact } from '#shared/runtime/compact.ts';
import { cursor, takePage } from '../tool/page.ts';
import { adds, defineTool, reads } from '../tool/tool.ts';

const { from, to } = MeasurementsQuery.shape;

export const measurementsTool = defineTool({
  name: 'list_measurements',
  title: 'List measurements of the body',
  description:
    'Returns weight, sleep, steps, resting heart rate and other values of the body, by ' +
    'day, in the unit beside each. Without dates, those of the last 30 days. If several ' +
    'sources have values of a day, those of one are returned: never add those of others. ' +
    'A missing day was not measured.',
  scope: 'measurements.read',
  input: z
    .object({ types: z.optional(z.array(MeasurementTypeName)), from, to, cursor })
    .check(checkOrder),
  annotations: reads,
  async run({ input, caller, table, now }) {
    const selection = toSelection(input, now);
    const shown = await listShown({ table, ...caller }, selection);
    if (!shown)
      throw serviceError('validation_failed', { failures: { to: [tooManyMonths] } });
    const items = presentMeasurements(shown, caller);
    const page = takePage(items, { getKey: ({ id }) => id, cursor: input.cursor });
    return compact({ ...page, incomplete: presentIncomplete(caller) });
  },
});

/** A call costs one unit, for which a request of the interface has no more items either. */
const maxValues = itemsOfUnit - 1;

export const measurementLogTool = defineTool({
  name: 'log_measurements',
  title: 'Log measurements of the body',
  description:
    `Stores 1 to ${maxValues} values that the person states, e.g. a weight, all or none. Do ` +
    'not store what a phone or a connected provider sends. A value replaces the one of ' +
    'this assistant with the same type and day or time.',
  scope: 'measurements.write',
  input: z.object({
    items: z.array(z.object(sentMembers)).check(z.minLength(1), z.maxLength(maxValues)),
  }),
  annotations: adds,
  async run({ input, caller, table }) {
    const { items } = parseOrFail(MeasurementsInput, input);
    const batch = { source: toOrigin(caller), sent: items };
    const stored = await measurements.store(table, caller.user_id, batch);
    if (!stored) throw serviceError('consent_required');
    return presentStored(stored);
  },
});
