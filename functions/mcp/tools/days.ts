import * as z from 'zod/mini';
import { dateRangeText } from '#functions/diary/entry/dates.ts';
import { DaysQuery } from '#functions/diary/entry/days-query.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import { presentIncomplete } from '#functions/diary/entry/incomplete.ts';
import type { ListedItem } from '#functions/diary/entry/listed-day.ts';
import { listedTypes, listItems } from '#functions/diary/entry/listing.ts';
import { summarizeDays } from '#functions/diary/entry/totals.ts';
import { dateParameter } from '#functions/diary/entry/values.ts';
import { estimateEnergies } from '#functions/diary/measurement/estimated-energy.ts';
import { compact } from '#shared/runtime/compact.ts';
import { omitUnknownEnergy } from '../tool/known-energy.ts';
import { cursor, takePage } from '../tool/page.ts';
import { defineTool, reads } from '../tool/tool.ts';
import { explain, units } from '../tool/units.ts';

/** Everything of a day. */
const everything = {
  types: listedTypes,
  fields: ['all'],
} satisfies Parameters<typeof listItems>[2];

/** Meals have no id, but a name that no other meal of the day has. */
function getKey(item: ListedItem): string {
  return item.type === 'diary_meal' ? `meal ${item.diary_meal}` : item.id;
}

const date = z.optional(
  dateParameter(`The day, ${dateRangeText}. Defaults to today in UTC.`),
);

export const dayTool = defineTool({
  name: 'get_day',
  title: 'Get a day of the diary',
  description:
    'Returns what the person ate and how they exercised on one day: meals with their sums, then ' +
    'every workout and food. The day is that of the person. Without a date it is today in UTC.',
  scope: 'diary.read',
  input: z.object({ date, cursor }),
  annotations: reads,
  async run({ input, caller, table, now }) {
    const date = input.date ?? now.toISOString().slice(0, 10);
    const diary = { table, ...caller };
    const stored = await estimateEnergies(diary, await entries.list(diary, date));
    const listed = listItems(date, stored, everything).map(omitUnknownEnergy);
    const page = takePage(listed, { getKey, cursor: input.cursor });
    const incomplete = presentIncomplete(caller);
    return { date, ...compact({ ...page, incomplete }), ...explain(page.items) };
  },
});

export const summaryTool = defineTool({
  name: 'summarize_days',
  title: 'Summarize days of the diary',
  description:
    'Returns the totals of each day that has entries: energy eaten and burned, duration and ' +
    'distance of exercise, and nutrients. Null and absent numbers are unknown, not zero.',
  scope: 'diary.read',
  input: z.safeExtend(DaysQuery, { cursor }),
  annotations: reads,
  async run({ input: { from, to, cursor }, caller, table }) {
    const range = { first: from, last: to };
    const diary = { table, ...caller };
    const listed = await entries.listRange(diary, range);
    const days = summarizeDays(await estimateEnergies(diary, listed));
    const page = takePage(days, { getKey: ({ date }) => date, cursor });
    const incomplete = presentIncomplete(caller);
    return { ...compact({ ...page, incomplete }), units };
  },
});
