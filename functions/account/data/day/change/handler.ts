import { serveForm } from '#functions/account/account-handler.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import { parseEntryId } from '#functions/diary/entry/day-item.ts';
import {
  changeByPerson,
  type PersonChange,
} from '#functions/diary/merging/change-by-person.ts';
import {
  decidePairs,
  type PairDecision,
} from '#functions/diary/merging/person-decisions.ts';
import { hasNearDates } from '#functions/diary/merging/same-workout.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { toDayUrl } from '../../data-url.ts';
import type { DayNotice } from '../day.texts.ts';
import endpoint from './endpoint.ts';

/** The decisions that the buttons make. `merge` takes back the one until now. */
const decisions = { separate: 'separated', join: 'joined', merge: undefined } as const;

export const handler = serveForm(
  endpoint,
  'day',
  async ({ table, body, fail }, { session, pages }) => {
    const { date, entry, workout, action } = body;
    const diary = { table, user_id: session.user_id };
    const address = parseEntryId(entry);
    const decision = decisions[action];
    // An unknown entry changes nothing, e.g. if it was removed in another tab.
    if (address) {
      const apply = buildChange(workout, decision);
      const change = await changeByPerson(diary, { address, apply });
      if (change?.exceeded) throw fail('item_too_large');
    }
    return redirect(toDayUrl(pages, date), [
      serializeNotice<DayNotice>('day', decision ?? 'merged'),
    ]);
  },
);

/**
 * Returns a change of what the person has decided about an entry and another workout. It separates
 * and joins only workouts of the days around the entry. Without a decision, the rules for
 * duplicates decide again.
 */
function buildChange(
  workout: string,
  decision: PairDecision | undefined,
): PersonChange['apply'] {
  return (entries, entry) =>
    decidePairs(entries, entry, (current, others) => {
      const decided = new Map(current);
      const other = others.get(workout);
      const isNear = other && hasNearDates(entry.imported, other.imported);
      if (!decision) decided.delete(workout);
      else if (decision === 'joined' ? isNear : other) decided.set(workout, decision);
      return decided;
    });
}
