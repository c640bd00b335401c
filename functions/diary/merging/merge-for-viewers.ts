import type { MergeDecision, MergeState } from '#functions/diary/entry/source.ts';
import {
  canBeNamed,
  findDecision,
  listHiddenSets,
  listTypes,
} from '#functions/diary/entry/visibility.ts';
import { compareEntries } from './compare-entries.ts';
import { listRelated } from './group-entries.ts';
import type { ImportedEntry } from './imported-entry.ts';
import { decideShown, type Preferences } from './merge.ts';

/**
 * Decides which entry of each workout is shown, once for each set of remote connection types whose
 * workouts may be hidden from a caller: as if these did not exist. Returns the states by the ids of
 * entries that decide about each other.
 */
export function mergeForViewers(
  entries: readonly ImportedEntry[],
  preferences: Preferences,
): Map<string, MergeState> {
  const states = new Map<string, MergeState>();
  for (const related of listRelated(entries)) {
    if (related.length === 1) continue;
    const compared = compareEntries(related);
    const types = listTypes(related.map(({ source }) => source));
    for (const without of listHiddenSets(types)) {
      const visible = related.filter(({ source }) => canBeNamed(source, without));
      const decisions = decideShown(visible, preferences, compared);
      for (const { id } of visible) {
        const [state = {}, decision = {}] = [states.get(id), decisions.get(id)];
        states.set(id, withDecision(state, without, decision));
      }
    }
  }
  return states;
}

/** Returns a state that has a decision, too: in a view, unless it follows from smaller ones. */
function withDecision(
  state: MergeState,
  without: readonly string[],
  decision: MergeDecision,
): MergeState {
  if (without.length === 0) return decision;
  const { views = [] } = state;
  if (isSame(findDecision(state, without), decision)) return state;
  return { ...state, views: [...views, { without, ...decision }] };
}

function isSame(one: MergeDecision, other: MergeDecision): boolean {
  return toText(one) === toText(other);
}

/** Returns what tells decisions about one entry apart. */
function toText({ hidden_by = '', duplicates = [] }: MergeDecision): string {
  const listed = duplicates.map(
    ({ id, matched_by, decided_by }) => `${id} ${matched_by} ${decided_by}`,
  );
  return [hidden_by, ...listed].join();
}
