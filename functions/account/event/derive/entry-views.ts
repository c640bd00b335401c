import { listShownEntries } from '#functions/diary/entry/day-item.ts';
import { findEnergySource } from '#functions/diary/entry/energy-source.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import { findTypeOfKey } from '#functions/diary/entry/origin.ts';
import { listHiddenSets, listTypes } from '#functions/diary/entry/visibility.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';
import type { EventOutcome, EventType, EventViews } from '../event.ts';

/**
 * An entry before or after a write: as it is stored on a day, on another day, or nowhere. One that
 * was moved to another day than its first is edited, and so nothing hides it.
 */
export type EntryState =
  | { kind: 'stored'; entry: Entry }
  | { kind: 'moved'; type: string | undefined }
  | { kind: 'absent' };

/** The outcomes of a change for viewers: the usual one, and the others. */
interface SeenChange {
  type: EventType;
  views?: EventViews;
}

/**
 * The most remote connection types by which the outcome of one event can differ. Beyond, a viewer
 * of further ones sees an event as those do who may see them.
 */
const maxTypes = 10;

/** Returns what viewers see of a change of an entry. Returns undefined if nobody sees it. */
export function findViews(
  before: EntryState,
  after: EntryState,
  hasMoved: boolean,
): SeenChange | undefined {
  const named = listOtherTypes(before, after).slice(0, maxTypes);
  const outcomes = new Map(
    listHiddenSets(named).map((hidden) => [
      hidden.join(' '),
      findOutcome(before, after, hidden, hasMoved),
    ]),
  );
  const usual = [...outcomes.values()].find((outcome) => outcome !== 'none');
  if (!usual) return undefined;

  const types = named.filter((type) => decides(type, named, outcomes));
  const others = listHiddenSets(types).flatMap((hidden) => {
    const key = hidden.join(' ');
    const outcome = outcomes.get(key) ?? usual;
    return outcome === usual ? [] : [[key, outcome] as const];
  });
  if (others.length === 0) return { type: usual };
  return { type: usual, views: { types, outcomes: Object.fromEntries(others) } };
}

type Outcomes = ReadonlyMap<string, EventOutcome>;

/** Returns whether an outcome depends on whether a type is hidden. */
function decides(type: string, types: readonly string[], outcomes: Outcomes): boolean {
  return listHiddenSets(types).some((hidden) => {
    const without = hidden.filter((other) => other !== type);
    return outcomes.get(hidden.join(' ')) !== outcomes.get(without.join(' '));
  });
}

/** Returns what a viewer sees of a change from whom some other types are hidden. */
function findOutcome(
  before: EntryState,
  after: EntryState,
  hidden: readonly string[],
  hasMoved: boolean,
): EventOutcome {
  const [seen, sees] = [look(before, hidden), look(after, hidden)];
  if (!seen.isShown && !sees.isShown) return 'none';
  if (!seen.isShown)
    return before.kind === 'absent' ? 'diary_entry.created' : 'diary_entry.shown';
  if (!sees.isShown)
    return after.kind === 'absent' ? 'diary_entry.deleted' : 'diary_entry.hidden';
  return hasMoved || !isEqual(seen.entry, sees.entry) ? 'diary_entry.updated' : 'none';
}

/** The part of an entry that the list of a day has. */
interface Sight {
  isShown: boolean;
  /** The entry without what nobody sees. Absent if it is stored elsewhere. */
  entry?: object;
}

function look(state: EntryState, hidden: readonly string[]): Sight {
  if (state.kind !== 'stored') return { isShown: state.kind === 'moved' };
  const [entry] = listShownEntries([state.entry], hidden);
  return entry ? { isShown: true, entry: omitBookkeeping(entry) } : { isShown: false };
}

/** Returns what clients see of a shown entry, which is the same whether a client writes it back. */
function omitBookkeeping(entry: Entry): object {
  if (entry.type !== 'exercise') return entry;
  const { imported, views, chosen, own, ...members } = entry;
  return { ...members, energy_source: findEnergySource(entry) };
}

/** Lists the types that an entry names besides its own, sorted. */
function listOtherTypes(...states: EntryState[]): string[] {
  const entries = states.flatMap((state) =>
    state.kind === 'stored' && state.entry.type === 'exercise' ? state.entry : [],
  );
  const own = entries.map(({ source }) => source?.remote_connection_type);
  const named = entries.flatMap(({ duplicates = [], views = [], separated, joined }) => [
    ...views.flatMap(({ without }) => without),
    ...listTypes(duplicates),
    ...listTypes(views.flatMap((view) => view.duplicates ?? [])),
    ...Object.keys({ ...separated, ...joined }).flatMap(
      (key) => findTypeOfKey(key) ?? [],
    ),
  ]);
  return [...new Set(named)].filter((type) => !own.includes(type)).sort();
}
