import { leadsToConnections } from '#functions/account/data/empty-diary.ts';
import { findComparedRange } from '#functions/account/data/period.ts';
import { computeStatistics } from '#functions/account/data/statistics.ts';
import { again, defineScreen, done, form, signIn } from '#functions/account/screen.ts';
import { readTimeZone } from '#functions/account/settings/time-zones.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { loadProviderSettings } from '#functions/auth/data-policy/data-policy.store.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import * as userSettings from '#functions/auth/identity/user-settings.store.ts';
import { addDays, isWithin } from '#functions/diary/entry/dates.ts';
import { findRange } from '#functions/diary/entry/day-ranges.ts';
import * as diary from '#functions/diary/entry/entry.store.ts';
import {
  estimateEnergies,
  estimateScope,
} from '#functions/diary/measurement/estimated-energy.ts';
import { renderOverviewPage } from './overview.page.ts';
import type { AccountNotice } from './overview.texts.ts';
import { listLatestWorkouts } from './overview-cards.ts';

/** The weeks before this one in which the latest workouts are looked for. */
const earlierDays = 28;

export default defineScreen({
  page: 'account',
  path: '',
  summary: 'Show the start page of the account',
  table: ['query', 'getEach'],
  storeCalls: {
    max: 22,
    reason:
      'the erasure is read, five weeks of days at most, 1 MB at a time, the weights if an energy ' +
      'is unknown, and without any days, the providers',
  },
  settings: ['registration'],
  async load({ table, settings }, { session, profile, today }) {
    const { user_id } = session;
    const ownDiary = { table, user_id, scope: estimateScope };
    const { first_weekday: firstWeekday } = profile;
    const week = findRange('week', today, firstWeekday);
    const first = addDays(week.first, -earlierDays);
    const [erasure, entries] = await Promise.all([
      erasures.find(table, user_id),
      diary.listRange(ownDiary, { first, last: week.last }),
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
    const hasEntries = entries.length > 0;
    const { connectable } = hasEntries
      ? { connectable: [] }
      : await loadProviderSettings(table);
    return {
      erasure,
      week,
      entries: ofWeek,
      statistics,
      workouts: await estimateEnergies(ownDiary, listLatestWorkouts(entries)),
      hasEntries,
      canConnect: leadsToConnections(connectable),
      registration: settings.registration,
    };
  },
  render: (shown, account, enteredTimeZone: string | undefined = undefined) =>
    renderOverviewPage(account, shown, enteredTimeZone),

  forms: {
    time_zone: form({
      summary: "Choose the user's time zone",
      example: { fields: { time_zone: 'Europe/Berlin' } },
      fields: { time_zone: FormField },
      table: ['update'],
      storeCalls: { max: 1, reason: 'the profile is written' },
      responses: {
        400: { description: 'The same page: there is no such time zone.', body: 'html' },
      },
      async submit({ table, body }, { session, language }) {
        const timeZone = readTimeZone(body.time_zone, language);
        if (timeZone === undefined) return again(body.time_zone);
        const isSaved = await userSettings.setTimeZone(table, session.user_id, timeZone);
        return isSaved ? done<AccountNotice>('time_zone_saved') : signIn();
      },
    }),
  },
});
