import * as z from 'zod/mini';
import { defineScreen } from '#functions/account/screen.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import * as diary from '#functions/diary/entry/entry.store.ts';
import { CalendarDate } from '#functions/diary/entry/values.ts';
import * as imports from '#functions/diary/file-import/file-import.store.ts';
import {
  estimateDays,
  estimateScope,
} from '#functions/diary/measurement/estimated-energy.ts';
import { parameter } from '#shared/contract/schema.ts';
import { renderDataPage, shownImports } from './data.page.ts';
import type { Exercise } from './exercise-facts.ts';
import {
  findComparedRange,
  findLaterDate,
  getRangeKind,
  joinRanges,
  listRanges,
  periods,
  sumRanges,
} from './period.ts';
import { isOfSport, isSport, startSports } from './sports.ts';
import { startStatistics } from './statistics.ts';

export default defineScreen({
  page: 'data',
  section: 'data',
  summary: 'Show statistics and charts of exercise and energy',
  query: {
    period: z._default(z.enum(periods), 'day'),
    date: z.optional(CalendarDate),
    sport: z.optional(parameter().check(z.refine(isSport, 'must be the id of a sport'))),
  },
  table: ['query', 'getEach'],
  storeCalls: {
    max: 372,
    reason:
      'the last imports are read, two years of days at most, 1 MB at a time, and the weights of ' +
      'each year if an energy is unknown',
  },
  // A page can show a year of days, of which 1 MB is in memory at a time.
  memory: 1024,
  timeout: 29,
  async load({ table, query, now }, { session, profile, today }) {
    const { user_id } = session;
    const ownDiary = { table, user_id, scope: estimateScope };
    const { period, date = today, sport } = query;
    const { first_weekday } = profile;
    const ranges = listRanges(period, date, first_weekday);
    const range = joinRanges(ranges);
    const dayAfter = addDays(range.last, 1);

    const sports = startSports();
    const shown = startStatistics();
    const isList = sport !== undefined && getRangeKind(period) === 'day';
    const workouts: Exercise[] = [];
    const dates: string[] = [];
    let hasEntriesAfter = false;
    const read = { first: range.first, last: dayAfter };
    const days = diary.readDays(ownDiary, read);
    for await (const day of estimateDays(ownDiary, read, days)) {
      if (day.entries.length === 0) continue;
      if (day.date === dayAfter) hasEntriesAfter = true;
      else {
        dates.push(day.date);
        sports.add(day.entries);
        const ofSport = day.entries.filter((entry) => isOfSport(entry, sport));
        shown.add(ofSport);
        if (isList)
          workouts.push(...ofSport.filter((entry) => entry.type === 'exercise'));
      }
    }
    const compared = findComparedRange({
      period,
      range,
      dates,
      today,
      firstWeekday: first_weekday,
    });
    const before = startStatistics();
    const daysBefore = diary.readDays(ownDiary, compared);
    for await (const { entries } of estimateDays(ownDiary, compared, daysBefore))
      before.add(entries.filter((entry) => isOfSport(entry, sport)));
    return {
      period,
      date,
      totals: sumRanges(shown.days, ranges),
      sports: sports.list(),
      sport,
      workouts: isList ? workouts : undefined,
      statistics: {
        period,
        shown: shown.present(),
        before: before.present(),
        isPart: compared.isPart,
        sport,
      },
      imports: await imports.listNewest(table, user_id, shownImports, now),
      laterDate: findLaterDate(period, { last: range.last, today, hasEntriesAfter }),
    };
  },
  render: (shown, account) => renderDataPage(account, shown),
});
