import type { ImportedEntry } from '#functions/diary/merging/imported-entry.ts';
import { createRandom, type Random } from '#kit/random.ts';
import type { Truth } from './measure-effort.ts';
import { createRecorder, type Person, type RecordEffort } from './record-effort.ts';
import { type ScenarioName, scenarios } from './scenarios.ts';
import { recordingProviders } from './sports.ts';

/** One activity of a person, and the entries of it. */
export interface KnownSession {
  scenario: ScenarioName;
  entries: readonly ImportedEntry[];
  /** The true numbers of what each entry of the person has recorded, by its id. */
  truths: ReadonlyMap<string, Truth>;
}

const hour = 3600;
const day = 24 * hour;
const firstDay = Date.UTC(2026, 0, 5) / 1000;

/** Generates people with sessions of every scenario, on one day each. */
export function generateSessions(seed: number, people: number): KnownSession[][] {
  const random = createRandom(seed);
  return Array.from({ length: people }, (_, id) => {
    const offset = random.integer(-11, 14) * hour;
    const [first = recordingProviders[0], ...others] = random.sample(
      recordingProviders,
      random.integer(3, 5),
    );
    const person: Person = { id, providers: [first, ...others], offset };
    const truths = new Map<string, Truth>();
    const record = createRecorder(person, random, truths);
    return generateDays(person, random, record).map((each) => ({ ...each, truths }));
  });
}

/** Generates two days of each scenario, in random order, with a further session every third day. */
function generateDays(
  person: Person,
  random: Random,
  record: RecordEffort,
): Omit<KnownSession, 'truths'>[] {
  const all = Object.keys(scenarios) as ScenarioName[];
  const names = random.sample([...all, ...all], 2 * all.length);
  return names.flatMap((name, index) => {
    const localMidnight = firstDay + index * day - person.offset;
    const perform = (scenario: ScenarioName, from: number) =>
      scenarios[scenario]({ random, person, from, record }).map((entries) => ({
        scenario,
        entries,
      }));
    const evening = index % 3 === 0 ? perform('alike', localMidnight + 21 * hour) : [];
    return [...perform(name, localMidnight + toHour(name, random) * hour), ...evening];
  });
}

/** Returns the hour at which a scenario starts, in local time. */
function toHour(name: ScenarioName, random: Random): number {
  if (name === 'midnight') return 23.7;
  // A part of the day at which the date in UTC is often another one.
  if (name === 'time zones') return random.pick([3, 5, 17]);
  if (name === 'day-long walk') return 5;
  return random.integer(5, 8);
}
