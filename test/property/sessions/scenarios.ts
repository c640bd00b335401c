import type { ImportedEntry } from '#functions/diary/merging/imported-entry.ts';
import type { Random } from '#kit/random.ts';
import type {
  Effort,
  Person,
  RecordEffort,
  RecordVariation,
  Span,
} from './record-effort.ts';
import { type RecordingProvider, type Sport, sportWords } from './sports.ts';

/** The means of a scenario to make up what a person did, and the records of it. */
export interface Scene {
  random: Random;
  person: Person;
  /** When the first session starts or a little later, in epoch seconds. */
  from: number;
  record: RecordEffort;
}

/** Returns the entries of each of the sessions that follow each other in a scene. */
type Scenario = (scene: Scene) => ImportedEntry[][];

type Sports = readonly [Sport, ...Sport[]];

/** The least and the most of an amount. */
type Range = readonly [number, number];

const minute = 60;

/** Returns some of a person's providers, in random order. */
function pickProviders(
  { random, person }: Scene,
  count = random.integer(2, 4),
): [RecordingProvider, ...RecordingProvider[]] {
  const [first = person.providers[0], ...others] = random.sample(person.providers, count);
  return [first, ...others];
}

function newEffort({ random, from }: Scene, choice: Sports, [min, max]: Range): Effort {
  const start = from + random.integer(0, 20 * minute);
  const duration = random.integer(min * minute, max * minute);
  return { sport: random.pick(choice), start, end: start + duration };
}

/** Adds pauses of some minutes each to an effort, at about equal distances. */
function addPauses(
  effort: Effort,
  random: Random,
  count: number,
  [min, max]: Range,
): Effort {
  const moving = effort.end - effort.start;
  const pauses: Span[] = [];
  let paused = 0;
  for (let number = 1; number <= count; number += 1) {
    const share = (number + random.real(-0.3, 0.3)) / (count + 1);
    const start = Math.round(effort.start + moving * share) + paused;
    const length = random.integer(min * minute, max * minute);
    pauses.push({ start, end: start + length });
    paused += length;
  }
  return { ...effort, end: effort.end + paused, pauses };
}

/** One session, whose records differ in the words and in what `vary` returns for each. */
const alike =
  (
    choice: Sports,
    minutes: Range,
    vary: (random: Random) => RecordVariation = () => ({}),
  ): Scenario =>
  (scene) => {
    const effort = newEffort(scene, choice, minutes);
    const used = pickProviders(scene);
    return [used.map((provider) => scene.record(effort, provider, vary(scene.random)))];
  };

/** One session, of which one device has an exceptional record. */
const withException =
  (
    choice: Sports,
    minutes: Range,
    vary: (effort: Effort, random: Random) => RecordVariation,
  ): Scenario =>
  (scene) => {
    const effort = newEffort(scene, choice, minutes);
    const [exception, ...others] = pickProviders(scene);
    const record = scene.record(effort, exception, vary(effort, scene.random));
    return [[record, ...others.map((provider) => scene.record(effort, provider))]];
  };

const paused =
  (choice: Sports, minutes: Range): Scenario =>
  (scene) => {
    const { random } = scene;
    const moving = newEffort(scene, choice, minutes);
    const effort = addPauses(moving, random, random.integer(1, 3), [5, 35]);
    return [pickProviders(scene).map((provider) => scene.record(effort, provider))];
  };

/** One session that one device has in several parts, with breaks of some minutes between them. */
const split =
  (choice: Sports, count: number, breaks: Range): Scenario =>
  (scene) => {
    const { random, record } = scene;
    const moving = newEffort(scene, choice, [40, 120]);
    const effort = addPauses(moving, random, count - 1, breaks);
    const { pauses = [], sport } = effort;
    const [splitter, ...others] = pickProviders(scene);
    const word = random.pick<string>(sportWords[sport][splitter]);
    const starts = [effort.start, ...pauses.map(({ end }) => end)];
    const parts = starts.map((start, index) => {
      const part = { sport, start, end: pauses[index]?.start ?? effort.end };
      return record(part, splitter, { word });
    });
    return [[...parts, ...others.map((provider) => record(effort, provider))]];
  };

/** The sports of which one is done, and for how long. */
interface Plan {
  choice: Sports;
  minutes: Range;
}

/**
 * Sessions one after the other, each recorded by one provider or more. The clock of each is wrong
 * by some seconds.
 */
const sequence =
  (plans: readonly Plan[], gap: Range, mostSkew = 30): Scenario =>
  (scene) => {
    const { random, person } = scene;
    const skews = new Map(
      person.providers.map((each) => [each, random.integer(-mostSkew, mostSkew)]),
    );
    const record = ({ sport, start, end }: Effort, provider: RecordingProvider) => {
      const skew = skews.get(provider) ?? 0;
      return scene.record({ sport, start: start + skew, end: end + skew }, provider);
    };
    let { from } = scene;
    return plans.map(({ choice, minutes }) => {
      const start = from + random.integer(gap[0] * minute, gap[1] * minute);
      const duration = random.integer(minutes[0] * minute, minutes[1] * minute);
      const effort = { sport: random.pick(choice), start, end: start + duration };
      from = effort.end;
      const used = pickProviders(scene, random.integer(1, 3));
      return used.map((provider) => record(effort, provider));
    });
  };

function repeat(plan: Plan, count: number): Plan[] {
  return Array.from({ length: count }, () => plan);
}

/** Several short sessions of one sport with short breaks. */
const backToBack =
  (minutes: Range, mostSkew: number): Scenario =>
  (scene) => {
    const { random } = scene;
    const choice: Sports = [random.pick(['run', 'row', 'gym', 'ride'])];
    const plans = repeat({ choice, minutes }, random.integer(2, 5));
    return sequence(plans, [1, 3], mostSkew)(scene);
  };

/** One session with pauses, of which one device has only the middle. */
const lateAndPaused: Scenario = (scene) => {
  const { random, record } = scene;
  const moving = newEffort(scene, ['run', 'hike', 'ride', 'row', 'gym'], [30, 120]);
  const effort = addPauses(moving, random, 1, [3, 15]);
  const length = effort.end - effort.start;
  const start = Math.round(effort.start + length * random.real(0.05, 0.25));
  const end = Math.round(effort.end - length * random.real(0, 0.25));
  const [exception, ...others] = pickProviders(scene);
  return [
    [
      record(effort, exception, { start, end }),
      ...others.map((provider) => record(effort, provider)),
    ],
  ];
};

/** One session, of which one device has only some walks. */
const walksInside: Scenario = (scene) => {
  const { random, record } = scene;
  const effort = newEffort(scene, ['hike', 'gym', 'ride'], [60, 180]);
  const [detector, ...others] = pickProviders(scene);
  const count = random.integer(2, 3);
  const length = (effort.end - effort.start) / count;
  const walks = Array.from({ length: count }, (_, index) => {
    const start = effort.start + length * index;
    const part = { ...effort, start, end: start + length };
    return record(effort, detector, placeWalk(part, random, random.real(0.3, 0.95)));
  });
  return [[...walks, ...others.map((provider) => record(effort, provider))]];
};

/** A ride and a run, of which one device has only the ride, which ran on, and one only the run. */
const brickThatRanOn: Scenario = (scene) => {
  const { random, record } = scene;
  const ride = newEffort(scene, ['ride'], [20, 60]);
  const start = ride.end + random.integer(0, 3) * minute;
  const run: Effort = {
    sport: 'run',
    start,
    end: start + random.integer(20, 60) * minute,
  };
  const [rider, runner, other] = pickProviders(scene, 3);
  const others = other ? [other] : [];
  return [
    [
      record(ride, rider, { end: run.end }),
      ...others.map((provider) => record(ride, provider)),
    ],
    [runner ?? rider, ...others].map((provider) => record(run, provider)),
  ];
};

/** A walk that a device has recorded all day long, and what the person really did meanwhile. */
const dayWalk: Scenario = (scene) => {
  const { random, record, person, from } = scene;
  const [walker, ...others] = pickProviders(scene, 5);
  const choice: Sports = ['run', 'ride', 'gym', 'walk', 'swim'];
  const plans = repeat({ choice, minutes: [30, 75] }, random.integer(2, 4));
  const withoutWalker = {
    ...person,
    providers: others as [RecordingProvider, ...RecordingProvider[]],
  };
  const sessions = sequence(plans, [30, 90])({ ...scene, person: withoutWalker });
  const ends = sessions.flat().map(({ imported }) => imported.start + imported.duration);
  const end = Math.max(...ends) + random.integer(30, 120) * minute;
  return [[record({ sport: 'walk', start: from, end }, walker)], ...sessions];
};

/** A session during which another device records something else that takes much less time. */
const during =
  (outer: Effort['sport'], inner: Effort['sport'], minutes: Range): Scenario =>
  (scene) => {
    const { random, record } = scene;
    const moving = newEffort(scene, [outer], [60, 150]);
    const whole = outer === 'ride' ? addPauses(moving, random, 1, [60, 90]) : moving;
    const [pause = whole] = whole.pauses ?? [];
    const start = pause.start + random.integer(5, 10) * minute;
    const end = start + random.integer(minutes[0] * minute, minutes[1] * minute);
    const [other, ...used] = pickProviders(scene, 3);
    const outside = used.map((provider) => record(whole, provider));
    return [outside, [record({ sport: inner, start, end }, other)]];
  };

/** A session whose watch runs on while the person does something else. */
const leftRunning: Scenario = (scene) => {
  const { random, record } = scene;
  const [forgotten, ...others] = pickProviders(scene, 3);
  const ride = newEffort(scene, ['ride', 'run'], [40, 90]);
  const start = ride.end + random.integer(3, 15) * minute;
  const walk: Effort = {
    sport: 'walk',
    start,
    end: start + random.integer(10, 25) * minute,
  };
  const end = walk.end + random.integer(0, 30) * minute;
  return [
    [
      record(ride, forgotten, { end }),
      ...others.map((provider) => record(ride, provider)),
    ],
    others.map((provider) => record(walk, provider)),
  ];
};

/** Shifts a record as a whole by up to some minutes, in either direction. */
function shift({ start, end }: Effort, random: Random, most: number): RecordVariation {
  const seconds = random.integer(minute / 2, most * minute) * random.pick([-1, 1]);
  return { start: start + seconds, end: end + seconds };
}

/** Returns a walk that lies anywhere in an effort, and takes the share of it. */
function placeWalk(
  { start, end }: Effort,
  random: Random,
  share: number,
): RecordVariation {
  const length = (end - start) * share;
  const begin = Math.round(start + random.real(0, end - start - length));
  return { sport: 'walk', start: begin, end: Math.round(begin + length) };
}

const anySport: Sports = ['run', 'trail', 'walk', 'hike', 'ride', 'row', 'gym'];

export const scenarios = {
  alike: alike(['run', 'walk', 'ride', 'swim', 'gym'], [20, 120]),
  'hike against walk': alike(['hike'], [60, 240]),
  'trail run against run': alike(['trail'], [30, 120]),
  'short run': alike(['run', 'trail'], [4, 10]),
  'late start of a short workout': withException(
    anySport,
    [6, 15],
    ({ start }, random) => ({
      start: start + random.integer(minute, 4 * minute),
    }),
  ),
  'unknown kind': withException(anySport, [15, 90], ({ start, end }, random) => ({
    sport: 'unknown',
    start: start + random.integer(0, 5) * minute,
    end: end + random.integer(-2, 2) * minute,
  })),
  'rowing by two words': alike(['row'], [8, 60]),
  'gym by several words': alike(['gym'], [20, 75]),
  treadmill: alike(['treadmill'], [20, 60], (random) => ({
    distance: random.real(0.75, 1.3),
  })),
  'late start': withException(anySport, [25, 90], ({ start }, random) => ({
    start: start + random.integer(3 * minute, 12 * minute),
  })),
  'early end': withException(anySport, [30, 90], ({ start, end }, random) => ({
    end: Math.round(start + (end - start) * random.real(0.3, 0.9)),
  })),
  'ran on': withException(anySport, [40, 90], ({ end }, random) => ({
    end: end + random.integer(10, 40) * minute,
  })),
  'wrong clock': withException(anySport, [15, 90], (effort, random) =>
    shift(effort, random, 5),
  ),
  'wrong clock of a short run': withException(
    ['run', 'trail'],
    [5, 10],
    (effort, random) => shift(effort, random, 2.5),
  ),
  'walk that a device detected': withException(
    ['walk'],
    [20, 90],
    ({ start, end }, random) => ({
      start: start + random.integer(-4, 8) * minute,
      end: end + random.integer(-8, 10) * minute,
      distance: random.real(0.75, 1.25),
    }),
  ),
  'walk detected inside': withException(
    ['run', 'hike', 'gym', 'ride', 'row'],
    [40, 120],
    (effort, random) => placeWalk(effort, random, random.real(0.15, 0.95)),
  ),
  'walk detected around': withException(
    ['run', 'hike', 'gym', 'ride', 'row'],
    [30, 90],
    ({ start, end }, random) => ({
      sport: 'walk',
      start: start - random.integer(0, 20) * minute,
      end: end + random.integer(0, 20) * minute,
    }),
  ),
  'split in two': split(['run', 'ride', 'hike', 'walk', 'gym'], 2, [0, 2]),
  'split in three': split(['run', 'ride', 'hike', 'walk', 'gym'], 3, [0, 2]),
  'split at a stop': split(['run', 'ride', 'hike'], 2, [2, 20]),
  'late and paused': lateAndPaused,
  'several walks inside': walksInside,
  pauses: paused(['ride', 'hike', 'walk'], [60, 240]),
  midnight: alike(anySport, [20, 120]),
  'time zones': alike(anySport, [20, 120], (random) => ({
    hasNoZone: random.chance(0.4),
  })),

  'back to back': backToBack([3, 12], 45),
  'laps of a minute or two': backToBack([1, 2], 15),
  brick: sequence(
    [
      { choice: ['ride'], minutes: [30, 90] },
      { choice: ['run'], minutes: [15, 45] },
    ],
    [0, 3],
  ),
  'run before the gym': sequence(
    [
      { choice: ['treadmill', 'row'], minutes: [8, 25] },
      { choice: ['gym'], minutes: [30, 60] },
    ],
    [0, 2],
  ),
  commute: sequence(
    [
      { choice: ['walk'], minutes: [5, 12] },
      { choice: ['ride'], minutes: [15, 30] },
      { choice: ['walk'], minutes: [3, 8] },
    ],
    [0, 2],
  ),
  'day-long walk': dayWalk,
  'short run in a walk': during('walk', 'run', [5, 15]),
  'swim in a pause': during('ride', 'swim', [20, 45]),
  'left running': leftRunning,
  'brick that ran on': brickThatRanOn,
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;
