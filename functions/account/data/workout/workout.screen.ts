import * as z from 'zod/mini';
import { defineScreen, done, form, unchanged } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import {
  listStoredEntries,
  maxVisits,
  parseEntryId,
} from '#functions/diary/entry/day-item.ts';
import type { MergedMember } from '#functions/diary/entry/merged-fields.ts';
import type { ImportOrigin } from '#functions/diary/entry/origin.ts';
import {
  estimateOne,
  estimateScope,
} from '#functions/diary/measurement/estimated-energy.ts';
import {
  changeByPerson,
  type PersonChange,
} from '#functions/diary/merging/change-by-person.ts';
import { isImported, requireAddress } from '#functions/diary/merging/imported-entry.ts';
import { chooseRecord } from '#functions/diary/merging/person-decisions.ts';
import {
  findWithEntry,
  listOfDuplicates,
} from '#functions/diary/series/read/entry-with-series.store.ts';
import type * as series from '#functions/diary/series/series.store.ts';
import { decodeOutline, decodeSeries } from '#functions/diary/series/series-codec.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { parameter } from '#shared/contract/schema.ts';
import { Paging } from '#shared/hal/paging.ts';
import { getTypeName } from '#shared/reference-data/connection-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import { decisionNeeds } from '../decision-needs.ts';
import { renderGonePage } from '../entry/gone.page.ts';
import {
  type Choice,
  choiceNames,
  choices,
  listOfferedRecords,
} from './choice-section.ts';
import { type Recording, renderWorkoutPage } from './workout.page.ts';
import type { WorkoutTexts } from './workout.texts.ts';

type WorkoutNotice = keyof WorkoutTexts['notices'];

/** Returns the recording of an entry as a list, which is empty if there is none. */
function listRecordings(
  origin: ImportOrigin,
  stored: series.StoredSeries | undefined,
): Recording[] {
  const decoded = stored && decodeSeries(stored.series);
  if (!decoded) return [];
  const outline = stored.outline && decodeOutline(stored.outline);
  return [{ origin, curves: compact({ series: decoded, outline }) }];
}

type Chosen = Readonly<Partial<Record<Choice, string>>>;

/**
 * Sets the records from which the person takes members of an entry, except those of which all are
 * taken from there already. Without a record, as the form shows it if the first member has none,
 * what is chosen of the others stays. Returns the notice of what was done.
 */
function applyChoices(
  entries: Parameters<PersonChange['apply']>[0],
  id: string,
  chosen: Chosen,
): WorkoutNotice {
  let notice: WorkoutNotice = 'taken';
  for (const choice of choiceNames) {
    const entry = entries.get(id);
    const key = chosen[choice];
    if (!entry || key === undefined) continue;
    const members: readonly MergedMember[] = choices[choice];
    const compared = key === '' ? members.slice(0, 1) : members;
    if (compared.every((member) => key === (entry.chosen?.[member] ?? ''))) continue;
    const isFound = chooseRecord(entries, entry, { members, key: key || undefined });
    if (!isFound) notice = 'recordGone';
  }
  return notice;
}

const takeForm = form({
  summary: 'Choose the records from which numbers of a workout are taken',
  fields: {
    /** The id of the entry. */
    id: FormField,
    distance: z.optional(parameter()),
    energy: z.optional(parameter()),
    heart_rate: z.optional(parameter()),
    max_speed: z.optional(parameter()),
    elevation: z.optional(parameter()),
  },
  example: { fields: { id: 'x', distance: 'strava 1' } },
  ...decisionNeeds,
  async submit({ table, body, fail }, { session }) {
    const { id, ...chosen } = body;
    const parameters = `id=${encodeURIComponent(id)}`;
    const address = parseEntryId(id);
    let notice: WorkoutNotice | undefined;
    const apply: PersonChange['apply'] = (entries) => {
      notice = applyChoices(entries, id, compact(chosen));
    };
    const ownDiary = { table, user_id: session.user_id };
    const change = address && (await changeByPerson(ownDiary, { address, apply }));
    if (change?.exceeded) throw fail('item_too_large');
    // The page says so if the entry is gone, e.g. because it was removed in another tab.
    if (!change) return unchanged(undefined, { parameters });
    return done<WorkoutNotice>(notice, { parameters });
  },
});

export default defineScreen({
  page: 'workout',
  path: 'data/workout/',
  section: 'data',
  summary: 'Show a workout with its curves and laps',
  query: {
    /** The id of its entry. */
    id: FormField,
    /** The number of laps before the shown ones. */
    offset: Paging.offset,
    /** `all` shows all laps, e.g. to print them. Other values show a page of them. */
    laps: FormField,
  },
  table: ['getEach'],
  storeCalls: {
    max: 4 + maxVisits,
    reason:
      'the entry and its series are read, again while other requests move it, then the series ' +
      'of hidden duplicates, their other days, the data source, and the weights if the energy ' +
      'is unknown',
  },
  async load({ table, query: { id, offset, laps } }, { session: { user_id }, today }) {
    const address = parseEntryId(id);
    const found = address && (await findWithEntry({ table, user_id }, address));
    const ownDiary = { table, user_id, scope: estimateScope };
    const entry = found && (await estimateOne(ownDiary, found.entry));
    if (entry?.type !== 'exercise') return { goneFrom: address?.firstDate ?? today };

    const { source } = entry;
    const device = source?.data_source_id;
    const dates = (entry.duplicates ?? []).map(({ id }) => requireAddress(id).firstDate);
    const otherDates = [...new Set(dates)].filter((date) => date !== entry.date);
    const [dataSource, ofDuplicates, otherDays] = await Promise.all([
      device ? dataSources.find(table, user_id, device) : undefined,
      listOfDuplicates({ table, user_id }, entry),
      otherDates.length > 0 ? dayItems.findDays({ table, user_id }, otherDates) : [],
    ]);
    return {
      entry,
      recordings: [
        ...(source ? listRecordings(source, found?.stored) : []),
        ...ofDuplicates.flatMap((each) => listRecordings(each.duplicate, each.stored)),
      ],
      records: listOfferedRecords(
        entry,
        [[entry.date, found?.day] as const, ...otherDays]
          .flatMap(([date, item]) => listStoredEntries(item, date))
          .filter(isImported),
      ),
      sources: dataSource ? [dataSource] : [],
      firstLap: offset,
      showsAllLaps: laps === 'all',
      getProviderName: getTypeName,
    };
  },
  render: (shown, account) =>
    'goneFrom' in shown
      ? renderGonePage(account, shown.goneFrom)
      : renderWorkoutPage(account, shown),

  forms: { take: takeForm },
});
