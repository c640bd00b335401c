import { createHash } from 'node:crypto';

/** A made-up workout, in the shape of WHOOP's API. */
interface SampleWorkout {
  id: string;
  user_id: string;
  created_at: string;
  updated_at: string;
  start: string;
  end: string;
  timezone_offset: string;
  sport_name: string;
  score_state: 'SCORED';
  score: {
    kilojoule: number;
    average_heart_rate: number;
    max_heart_rate: number;
    distance_meter: number | null;
    altitude_gain_meter: number | null;
  };
}

/** A kind of workout with the ranges of its values. */
interface Sport {
  name: string;
  /** How often the sport is chosen, relative to the weights of the other sports. */
  weight: number;
  /** In minutes. */
  duration: Range;
  /** In meters a second. Absent for sports without a distance. */
  speed?: Range;
  /** In beats a minute. */
  heartRate: Range;
  /** In kilojoules a minute. */
  power: Range;
  /** In meters a kilometer. */
  ascent?: Range;
}

interface Range {
  min: number;
  max: number;
}

const sports: readonly Sport[] = [
  {
    name: 'running',
    weight: 9,
    duration: { min: 25, max: 75 },
    speed: { min: 2.5, max: 3.5 },
    heartRate: { min: 138, max: 158 },
    power: { min: 42, max: 56 },
    ascent: { min: 3, max: 14 },
  },
  {
    name: 'cycling',
    weight: 6,
    duration: { min: 45, max: 150 },
    speed: { min: 5.5, max: 8.5 },
    heartRate: { min: 122, max: 145 },
    power: { min: 30, max: 46 },
    ascent: { min: 4, max: 16 },
  },
  {
    name: 'weightlifting',
    weight: 4,
    duration: { min: 30, max: 60 },
    heartRate: { min: 98, max: 122 },
    power: { min: 18, max: 28 },
  },
  {
    name: 'swimming',
    weight: 2,
    duration: { min: 30, max: 55 },
    speed: { min: 0.7, max: 1 },
    heartRate: { min: 118, max: 138 },
    power: { min: 32, max: 44 },
  },
  {
    name: 'yoga',
    weight: 2,
    duration: { min: 30, max: 60 },
    heartRate: { min: 78, max: 95 },
    power: { min: 9, max: 15 },
  },
  {
    name: 'hiking/rucking',
    weight: 1,
    duration: { min: 90, max: 240 },
    speed: { min: 1, max: 1.4 },
    heartRate: { min: 100, max: 122 },
    power: { min: 20, max: 30 },
    ascent: { min: 20, max: 70 },
  },
];

const dayMs = 86_400_000;
const daysInYear = 365;

/** Creates a function that returns numbers from 0 to 1. Their sequence depends only on the seed. */
function createRandom(seed: string): () => number {
  let counter = 0;
  return () => {
    counter += 1;
    const digest = createHash('sha256').update(`${seed} ${counter}`).digest();
    return digest.readUInt32BE(0) / 2 ** 32;
  };
}

/**
 * Lists the workouts of an account in the year before `now`, newest first. They depend only on the
 * account and the day, so the same account has the same workouts at every start.
 */
export function listSampleWorkouts(account: string, now: Date): SampleWorkout[] {
  const today = Math.floor(now.getTime() / dayMs);
  const workouts: SampleWorkout[] = [];
  for (let day = today; day > today - daysInYear; day -= 1) {
    const workout = createWorkoutOfDay(account, day);
    if (workout && Date.parse(workout.end) <= now.getTime()) workouts.push(workout);
  }
  return workouts;
}

/** Returns the workout of a day, counted from 1970-01-01, or undefined on a day of rest. */
function createWorkoutOfDay(account: string, day: number): SampleWorkout | undefined {
  const random = createRandom(`${account} ${day}`);
  const restProbability = isWeekend(day) ? 0.3 : 0.45;
  if (random() < restProbability) return undefined;

  const sport = chooseSport(random());
  const minutes = Math.round(pick(sport.duration, random()));
  // In the morning at the weekend, and after work on other days.
  const startHour = isWeekend(day) ? 8 + random() * 3 : 16 + random() * 3;
  const start = new Date(day * dayMs + Math.round(startHour * 3600) * 1000);
  const end = new Date(start.getTime() + minutes * 60_000);
  const created_at = new Date(end.getTime() + 60_000).toISOString();
  return {
    id: createId(account, day),
    user_id: account,
    created_at,
    updated_at: created_at,
    start: start.toISOString(),
    end: end.toISOString(),
    timezone_offset: '+01:00',
    sport_name: sport.name,
    score_state: 'SCORED',
    score: createScore(sport, minutes, random),
  };
}

function isWeekend(day: number): boolean {
  const weekday = new Date(day * dayMs).getUTCDay();
  return weekday === 0 || weekday === 6;
}

/** Chooses a sport with a probability in proportion to its weight. */
function chooseSport(random: number): Sport {
  const totalWeight = sports.reduce((sum, { weight }) => sum + weight, 0);
  let remaining = random * totalWeight;
  const sport = sports.find(({ weight }) => {
    remaining -= weight;
    return remaining < 0;
  });
  return sport ?? (sports[0] as Sport);
}

/** Returns a value in a range by a number from 0 to 1. */
function pick({ min, max }: Range, random: number): number {
  return min + random * (max - min);
}

function createScore(
  { speed, heartRate, power, ascent }: Sport,
  minutes: number,
  random: () => number,
): SampleWorkout['score'] {
  const average_heart_rate = Math.round(pick(heartRate, random()));
  const distance = speed ? Math.round(pick(speed, random()) * minutes * 60) : null;
  const gain =
    ascent && distance !== null ? (pick(ascent, random()) * distance) / 1000 : null;
  return {
    kilojoule: Math.round(pick(power, random()) * minutes * 10) / 10,
    average_heart_rate,
    max_heart_rate: average_heart_rate + Math.round(pick({ min: 12, max: 30 }, random())),
    distance_meter: distance,
    altitude_gain_meter: gain === null ? null : Math.round(gain),
  };
}

/**
 * Returns a UUID that depends only on the account and the day. The digits 4 and a mark the version
 * and the variant (RFC 9562 section 4).
 */
function createId(account: string, day: number): string {
  const hex = createHash('sha256').update(`id ${account} ${day}`).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
