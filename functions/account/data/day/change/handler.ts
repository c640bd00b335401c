import { handleForm } from '#functions/account/account-handler.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import { parseEntryId } from '#functions/diary/entry/day-item.ts';
import {
  changeByPerson,
  type PersonChange,
} from '#functions/diary/merging/change-by-person.ts';
import {
  type ChooseSeparated,
  separate,
} from '#functions/diary/merging/imported-entry.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { openTableFor } from '#shared/table/table.ts';
import { type DayNotice, toDayUrl } from '../day.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTableFor(endpoint) },
  handleForm('day', async ({ table, body, fail }, { session, pages }) => {
    const diary = { table, user_id: session.user_id };
    const address = parseEntryId(body.entry);
    const isSeparation = body.action === 'separate';
    // An unknown entry changes nothing, e.g. if it was removed in another tab.
    if (address) {
      const choose = isSeparation
        ? buildSeparation(body.workout)
        : buildMerge(body.workout);
      const apply: PersonChange['apply'] = (entries, entry) =>
        separate(entries, entry, choose);
      const change = await changeByPerson(diary, { address, apply });
      if (change?.exceeded) throw fail('item_too_large');
    }
    const notice = isSeparation ? 'separated' : 'merged';
    return redirect(toDayUrl(pages, body.date), [
      serializeNotice<DayNotice>('day', notice),
    ]);
  }),
);

/**
 * Returns a function that adds a workout to those that are separated from an entry. It adds only a
 * workout of the days around the entry.
 */
function buildSeparation(workout: string): ChooseSeparated {
  return (separated, nearbyWorkouts) => {
    if (!nearbyWorkouts.has(workout)) return separated;
    return new Set([...separated, workout]);
  };
}

/**
 * Returns a function that removes a workout from those that are separated from an entry. The rules
 * for duplicates then decide again whether the workout is merged.
 */
function buildMerge(workout: string): ChooseSeparated {
  return (separated) => new Set([...separated].filter((key) => key !== workout));
}
