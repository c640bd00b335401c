import * as z from 'zod/mini';
import { defineScreen, done, form, unchanged } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import { parseEntryId } from '#functions/diary/entry/day-item.ts';
import * as diary from '#functions/diary/entry/entry.store.ts';
import { CalendarDate } from '#functions/diary/entry/values.ts';
import {
  estimateEnergies,
  estimateScope,
} from '#functions/diary/measurement/estimated-energy.ts';
import { pickByPriority } from '#functions/diary/measurement/list/list-shown.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import {
  changeByPerson,
  type PersonChange,
} from '#functions/diary/merging/change-by-person.ts';
import {
  decidePairs,
  type PairDecision,
} from '#functions/diary/merging/person-decisions.ts';
import { hasNearDates } from '#functions/diary/merging/same-workout.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { maxSourceCalls } from '#functions/main/data-source/stored-source.ts';
import { getTypeName } from '#shared/reference-data/connection-types.ts';
import { decisionNeeds } from '../decision-needs.ts';
import { renderDayPage } from './day.page.ts';
import type { DayNotice } from './day.texts.ts';

/**
 * Changes what the person has decided about an entry and another workout. It separates and joins
 * only workouts of the days around the entry. Without a decision, the rules for duplicates decide
 * again. Returns the notice of what was done.
 */
function decide(
  [entries, entry]: Parameters<PersonChange['apply']>,
  workout: string,
  decision: PairDecision | undefined,
): DayNotice {
  let notice: DayNotice = decision ?? 'merged';
  decidePairs(entries, entry, (current, others) => {
    const decided = new Map(current);
    const other = others.get(workout);
    const isNear = other && hasNearDates(entry.imported, other.imported);
    if (!decision) decided.delete(workout);
    else if (decision === 'joined' ? isNear : other) decided.set(workout, decision);
    else notice = 'unchanged';
    return decided;
  });
  return notice;
}

/** The form of a button that makes a decision, or takes back the one until now. */
function decisionForm(summary: string, decision?: PairDecision) {
  return form({
    summary,
    fields: {
      /** The day whose page has the form. */
      date: CalendarDate,
      /** The id of the entry. */
      entry: FormField,
      /** The other workout, by the key of its source (`toSourceKey`). */
      workout: FormField,
    },
    example: { fields: { date: '2026-11-20', entry: 'x', workout: 'strava 1' } },
    ...decisionNeeds,
    async submit({ table, body, fail }, { session }) {
      const { date, entry, workout } = body;
      const address = parseEntryId(entry);
      let notice: DayNotice | undefined;
      const apply: PersonChange['apply'] = (...stored) => {
        notice = decide(stored, workout, decision);
      };
      const ownDiary = { table, user_id: session.user_id };
      const change = address && (await changeByPerson(ownDiary, { address, apply }));
      if (change?.exceeded) throw fail('item_too_large');
      const parameters = `date=${date}`;
      // The entry can have been removed, e.g. in another tab.
      if (!change) return unchanged<DayNotice>('gone', { parameters });
      const end = notice === 'unchanged' ? unchanged<DayNotice> : done<DayNotice>;
      return end(notice, { parameters });
    },
  });
}

export default defineScreen({
  page: 'day',
  path: 'data/day/',
  section: 'data',
  summary: 'Show a day of the diary',
  query: { date: z.optional(CalendarDate) },
  table: ['getEach', 'query'],
  storeCalls: {
    max: 5 + maxSourceCalls,
    reason:
      'three days, the measurements of the month, the priorities of their sources, and the ' +
      'weights if an energy is unknown are read, and the data sources in pages of at most 1 MB',
  },
  async load({ table, query }, { session, today }) {
    const { user_id } = session;
    const { date = today } = query;
    const days = { first: addDays(date, -1), last: addDays(date, 1) };
    const [nearbyEntries, sources, measured] = await Promise.all([
      diary.listRange({ table, user_id }, days),
      dataSources.list(table, user_id),
      measurements.listDay({ table, user_id }, date),
    ]);
    const hasEntriesAfter = nearbyEntries.some((entry) => entry.date > date);
    return {
      date,
      nearbyEntries: await estimateEnergies(
        { table, user_id, scope: estimateScope },
        nearbyEntries,
      ),
      sources,
      measured: await pickByPriority({ table, user_id }, measured),
      hasLater: date < today || hasEntriesAfter,
      getProviderName: getTypeName,
    };
  },
  render: (shown, account) => renderDayPage(account, shown),

  forms: {
    separate: decisionForm('Separate two imported workouts', 'separated'),
    join: decisionForm('Join two imported workouts', 'joined'),
    merge: decisionForm('Let the rules for duplicates decide again'),
  },
});
