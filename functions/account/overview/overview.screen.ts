import { findComparedRange, findSpan } from '#functions/account/data/period.ts';
import { computeStatistics } from '#functions/account/data/statistics.ts';
import { defineScreen } from '#functions/account/screen.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import { addDays, isWithin } from '#functions/diary/entry/dates.ts';
import * as diary from '#functions/diary/entry/entry.store.ts';
import { renderOverviewPage } from './overview.page.ts';
import { listLatestWorkouts } from './workout-card.ts';

/** The weeks before this one in which the latest workouts are looked for. */
const earlierDays = 28;

export default defineScreen({
  page: 'account',
  path: '',
  summary: 'Show the start page of the account',
  table: ['query'],
  storeCalls: {
    max: 20,
    reason: 'the erasure is read, and five weeks of days at most, 1 MB at a time',
  },
  settings: ['registration'],
  async load({ table, settings }, { session, profile, today }) {
    const { user_id } = session;
    const { first_weekday: firstWeekday } = profile;
    const week = findSpan('week', today, firstWeekday);
    const first = addDays(week.first, -earlierDays);
    const [erasure, entries] = await Promise.all([
      erasures.find(table, user_id),
      diary.listRange({ table, user_id }, { first, last: week.last }),
    ]);
    const ofWeek = entries.filter(({ date }) => isWithin(week, date));
    const period = 'seven_days';
    const compared = findComparedRange({
      period,
      range: week,
      dates: ofWeek.map(({ date }) => date),
      today,
      firstWeekday,
    });
    const before = entries.filter(({ date }) => isWithin(compared, date));
    const statistics = {
      period,
      shown: computeStatistics(ofWeek),
      before: computeStatistics(before),
      isPart: compared.isPart,
    } as const;
    return {
      erasure,
      week,
      statistics,
      workouts: listLatestWorkouts(entries),
      hasEntries: entries.length > 0,
      registration: settings.registration,
    };
  },
  render: (shown, account) => renderOverviewPage(account, shown),
});
