import { describe, expect, it } from 'vitest';
import {
  findBest,
  getMergedNumber,
  type MergedMember,
  mergedMembers,
} from '#functions/diary/entry/merged-fields.ts';
import {
  canBeNamed,
  findDecision,
  listHiddenSets,
  toVisible,
} from '#functions/diary/entry/visibility.ts';
import { groupByWorkout, listRelated } from '#functions/diary/merging/group-entries.ts';
import type { ImportedEntry } from '#functions/diary/merging/imported-entry.ts';
import { decideShown, mergeForViewers } from '#functions/diary/merging/merge.ts';
import { generateSessions, type KnownSession } from './sessions/generate-sessions.ts';
import { type ScenarioName, scenarios } from './sessions/scenarios.ts';
import { recordingProviders } from './sessions/sports.ts';

/** Returns a decision with what is shown: the places of numbers count those of hidden records. */
function toShown({ duplicates, ...decision }: ReturnType<typeof findDecision>) {
  return {
    ...decision,
    duplicates: duplicates?.map(({ taken: _, ...each }) => each),
    best: findBest(duplicates),
  };
}

const preferences = {
  prioritySince: new Map<string, string>(),
  connectionIds: new Set<string>(recordingProviders),
};

/** The pairs of entries of the sessions of a scenario, and those of them that are merged. */
interface Figures {
  pairs: number;
  merged: number;
}

interface Result {
  figures: ReadonlyMap<ScenarioName, Figures>;
  /** The pairs of entries of different sessions that are merged. */
  wrong: readonly string[];
}

/** Measures the groups of entries, about which is decided what all entries lead to. */
function measure(sessions: readonly KnownSession[]): Result {
  const groups = groupByWorkout(sessions.flatMap((session) => session.entries));
  const records = sessions.flatMap((session) =>
    session.entries.map((entry) => {
      const group = groups.find((each) => each.includes(entry));
      return { id: entry.id, session, group };
    }),
  );
  const figures = new Map<ScenarioName, Figures>();
  const wrong: string[] = [];
  for (const [index, one] of records.entries()) {
    for (const other of records.slice(index + 1)) {
      const isMerged = one.group === other.group;
      const { scenario } = one.session;
      if (one.session === other.session) {
        const { pairs, merged } = figures.get(scenario) ?? { pairs: 0, merged: 0 };
        figures.set(scenario, { pairs: pairs + 1, merged: merged + Number(isMerged) });
      } else if (isMerged) wrong.push(`${scenario}: ${one.id} and ${other.id}`);
    }
  }
  return { figures, wrong };
}

/** The provider whose entries are made files of its device, in a second import of everybody. */
const watch = 'polar';

const hasFile = ({ source }: ImportedEntry) => source.remote_connection_type === watch;

function toFile(
  { source: { remote_activity }, ...entry }: ImportedEntry,
  file_id: string,
  data_source_id: string | null,
): ImportedEntry {
  const file = { import_id: '1', file_id, file_name: file_id };
  const source = { ...file, remote_activity, data_source_id };
  return { ...entry, id: file_id, source };
}

/** Makes files of some entries. Every third that is the only one has a copy without a device. */
function withFiles(session: KnownSession, index: number): KnownSession {
  const isAlone = session.entries.filter(hasFile).length === 1;
  const entries = session.entries.flatMap((entry) => {
    const { remote_id = '' } = entry.source;
    if (!hasFile(entry)) return entry;
    const original = toFile(entry, remote_id, watch);
    const copy = toFile(entry, `${remote_id} copy`, null);
    return isAlone && index % 3 === 0 ? [original, copy] : [original];
  });
  return { ...session, entries };
}

const generated = generateSessions(20_261_126, 16);
/** Imports the sessions of people. The figures are those of the groups of their entries. */
function importAll(all: readonly KnownSession[][]) {
  return all.map((sessions, number) => {
    const entries = sessions.flatMap((session) => session.entries);
    return { number, sessions, entries, result: measure(sessions) };
  });
}

type ImportedPeople = ReturnType<typeof importAll>;

const people = importAll(generated);
const peopleWithFiles = importAll(generated.map((sessions) => sessions.map(withFiles)));

/** Returns the merged pairs as a percentage of all, of one scenario or of each. */
function getRecall(imported: ImportedPeople, scenario?: ScenarioName): number {
  const figures = imported.flatMap(({ result }) =>
    scenario ? (result.figures.get(scenario) ?? []) : [...result.figures.values()],
  );
  const pairs = figures.reduce((sum, each) => sum + each.pairs, 0);
  const merged = figures.reduce((sum, each) => sum + each.merged, 0);
  return (100 * merged) / pairs;
}

/** The scenarios some of whose entries are left apart, because others would be merged wrongly. */
const lowerBars: Partial<Record<ScenarioName, number>> = {
  'early end': 85,
  'walk detected inside': 80,
  'several walks inside': 65,
};

/** A number of a shown entry, and those of its own record and of all records. */
interface Shown {
  member: MergedMember;
  truth: number;
  shown: number;
  own: number | undefined;
  recorded: readonly number[];
}

/** Adds what is decided about the entries of a person, for all who may not see some of them. */
const addStates = (person: ImportedPeople[number]) => ({
  ...person,
  states: mergeForViewers(listRelated(person.entries), preferences),
});

/** Lists the numbers that merged entries show to those who may not see some providers. */
function listShownNumbers(
  { entries, sessions: [session], states }: ReturnType<typeof addStates>,
  hidden: readonly string[],
): Shown[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const merged = entries.flatMap((entry) => {
    const seen = toVisible({ ...entry, ...states.get(entry.id) }, hidden);
    return seen?.type === 'exercise' && seen.duplicates ? [{ entry, seen }] : [];
  });
  return merged.flatMap(({ entry, seen }) => {
    const hiddenOnes = seen.duplicates?.flatMap(({ id }) => byId.get(id) ?? []) ?? [];
    return mergedMembers.flatMap((member) => {
      const list = [entry, ...hiddenOnes].map((each) => getMergedNumber(each, member));
      const shown = getMergedNumber(seen, member);
      const truth = session?.truths.get(entry.id)?.[member];
      if (shown === undefined || truth === undefined) return [];
      const recorded = list.filter((number) => number !== undefined);
      return { member, truth, shown, own: list[0], recorded };
    });
  });
}

describe('the numbers that merged workouts show', () => {
  const sets = listHiddenSets(recordingProviders).filter(({ length }) => length < 2);
  const merged = people.map(addStates);
  const all = sets.flatMap((hidden) =>
    merged.flatMap((person) => listShownNumbers(person, hidden)),
  );

  it('are never farther from the truth than the worst record', () => {
    for (const { truth, shown, recorded } of all) {
      const worst = Math.max(...recorded.map((number) => Math.abs(number - truth)));
      expect(Math.abs(shown - truth)).toBeLessThanOrEqual(worst);
    }
  });

  it('are nearer than those of the shown record in 95 percent of the cases', () => {
    const differing = all.flatMap(({ truth, shown, own = shown }) =>
      own === shown
        ? []
        : { error: Math.abs(shown - truth), ownError: Math.abs(own - truth) },
    );
    const nearer = differing.filter(({ error, ownError }) => error < ownError);
    expect(differing.length).toBeGreaterThan(500);
    expect(nearer.length / differing.length).toBeGreaterThanOrEqual(0.95);
  });
});

it('at least 1,000 sessions have two entries or more', () => {
  const sessions = people.flatMap((person) => person.sessions);
  const several = sessions.filter(({ entries }) => entries.length > 1);
  expect(several.length).toBeGreaterThan(1000);
});

describe.each([
  { origin: 'providers', imported: people },
  { origin: 'providers and files', imported: peopleWithFiles },
])('of $origin', ({ imported }) => {
  it('no two entries of different sessions are merged', () => {
    expect(imported.flatMap(({ result }) => result.wrong)).toEqual([]);
  });

  it('at least 97 percent of the pairs of entries of one session are merged', () => {
    expect(getRecall(imported)).toBeGreaterThanOrEqual(97);
  });

  it.each(Object.keys(scenarios) as ScenarioName[])(
    'the entries of a session are merged: %s',
    (scenario) => {
      const bar = lowerBars[scenario] ?? 97;
      expect(getRecall(imported, scenario)).toBeGreaterThanOrEqual(bar);
    },
  );

  it('who may not see some providers sees what there is without their entries', () => {
    for (const { entries } of imported.slice(0, 2)) {
      const states = mergeForViewers(listRelated(entries), preferences);
      for (const hidden of listHiddenSets(recordingProviders)) {
        const visible = entries.filter(({ source }) => canBeNamed(source, hidden));
        const decided = decideShown(visible, preferences);
        for (const { id } of visible) {
          const seen = findDecision(states.get(id) ?? {}, hidden);
          const expected = findDecision(decided.get(id) ?? {});
          expect(toShown(seen)).toEqual(toShown(expected));
        }
      }
    }
  });
});
