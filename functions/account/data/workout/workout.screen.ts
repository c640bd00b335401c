import { defineScreen } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { maxVisits, parseEntryId } from '#functions/diary/entry/day-item.ts';
import * as diary from '#functions/diary/entry/entry.store.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { Paging } from '#shared/hal/paging.ts';
import { getTypeName } from '#shared/reference-data/connection-types.ts';
import { renderGonePage } from '../entry/gone.page.ts';
import { renderWorkoutPage } from './workout.page.ts';

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
  },
  storeCalls: {
    max: 2 + maxVisits,
    reason:
      'the entry is read, again while other requests move it, then its curves with those of ' +
      'hidden duplicates, and its data source',
  },
  async load({ table, query: { id, offset } }, { session: { user_id }, today }) {
    const address = parseEntryId(id);
    const entry = address && (await diary.find({ table, user_id }, address));
    if (entry?.type !== 'exercise') return { goneFrom: address?.firstDate ?? today };

    const { source } = entry;
    const [sources, recordings] = await Promise.all([
      source?.data_source_id
        ? dataSources.find(table, user_id, source.data_source_id)
        : undefined,
      [],
    ]);
    return {
      entry,
      recordings,
      sources: sources ? [sources] : [],
      firstLap: offset,
      getProviderName: getTypeName,
    };
  },
  render: (shown, account) =>
    'goneFrom' in shown
      ? renderGonePage(account, shown.goneFrom)
      : renderWorkoutPage(account, shown),
});
