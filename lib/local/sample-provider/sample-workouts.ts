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

/** A typical workout of a sport. */
interface Sport {
  sport_name: string;
  minutes: number;
  heartRate: number;
  kilojoulesPerMinute: number;
  /** Absent for sports without a distance. */
  metersPerMinute?: number;
  /** In meters a kilometer. */
  ascent?: number;
}

const running: Sport = {
  sport_name: 'running',
  minutes: 50,
  heartRate: 148,
  kilojoulesPerMinute: 49,
  metersPerMinute: 180,
  ascent: 8,
};
const cycling: Sport = {
  sport_name: 'cycling',
  minutes: 95,
  heartRate: 134,
  kilojoulesPerMinute: 38,
  metersPerMinute: 420,
  ascent: 10,
};
const weightlifting: Sport = {
  sport_name: 'weightlifting',
  minutes: 45,
  heartRate: 110,
  kilojoulesPerMinute: 23,
};
const swimming: Sport = {
  sport_name: 'swimming',
  minutes: 40,
  heartRate: 128,
  kilojoulesPerMinute: 38,
  metersPerMinute: 50,
};
const yoga: Sport = {
  sport_name: 'yoga',
  minutes: 45,
  heartRate: 86,
  kilojoulesPerMinute: 12,
};
const hiking: Sport = {
  sport_name: 'hiking/rucking',
  minutes: 165,
  heartRate: 111,
  kilojoulesPerMinute: 25,
  metersPerMinute: 72,
  ascent: 45,
};

/** The sports of a day. One that is listed more often is more frequent, and null is rest. */
const choices = [
  ...[running, running, running, cycling, cycling, weightlifting, swimming, yoga, hiking],
  ...[null, null, null, null, null, null],
];

const dayMs = 86_400_000;
const daysInYear = 365;

/**
 * Lists the workouts of an account in the year before `now`, newest first. They depend only on the
 * account and the day, so the same account has the same workouts at every start.
 */
export function listSampleWorkouts(account: string, now: Date): SampleWorkout[] {
  const today = Math.floor(now.getTime() / dayMs);
  const days = Array.from({ length: daysInYear }, (_, index) => today - index);
  const workouts = days.flatMap((day) => createWorkoutOfDay(account, day) ?? []);
  return workouts.filter(({ end }) => Date.parse(end) <= now.getTime());
}

/** Returns the workout of a day, counted from 1970-01-01, or undefined on a day of rest. */
function createWorkoutOfDay(account: string, day: number): SampleWorkout | undefined {
  const digest = createHash('sha256').update(`${account} ${day}`).digest();
  const [choice = 0, length = 0, effort = 0, time = 0] = digest;
  const sport = choices[choice % choices.length];
  if (!sport) return undefined;

  const minutes = Math.round(varyTypical(sport.minutes, length, 0.3));
  const startMs = day * dayMs + (8 * 60 + 2 * time) * 60_000;
  const endMs = startMs + minutes * 60_000;
  const created_at = new Date(endMs + 60_000).toISOString();
  return {
    id: toUuid(digest),
    user_id: account,
    created_at,
    updated_at: created_at,
    start: new Date(startMs).toISOString(),
    end: new Date(endMs).toISOString(),
    timezone_offset: '+01:00',
    sport_name: sport.sport_name,
    score_state: 'SCORED',
    score: createScore(sport, minutes, effort),
  };
}

/** Varies a typical value by at most a share of it. `byte` is from 0 to 255. */
export function varyTypical(typical: number, byte: number, share: number): number {
  return typical * (1 + share * (byte / 127.5 - 1));
}

function createScore(
  { heartRate, kilojoulesPerMinute, metersPerMinute, ascent }: Sport,
  minutes: number,
  effort: number,
): SampleWorkout['score'] {
  const meters = metersPerMinute && varyTypical(metersPerMinute, effort, 0.15) * minutes;
  const average_heart_rate = Math.round(varyTypical(heartRate, effort, 0.05));
  return {
    kilojoule: Math.round(varyTypical(kilojoulesPerMinute, effort, 0.1) * minutes),
    average_heart_rate,
    max_heart_rate: average_heart_rate + 20,
    distance_meter: meters ? Math.round(meters) : null,
    altitude_gain_meter: meters && ascent ? Math.round((ascent * meters) / 1000) : null,
  };
}

/** The digits 4 and a mark the version and the variant of a UUID (RFC 9562 section 4). */
export function toUuid(digest: Buffer): string {
  const hex = digest.toString('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
