import type { Random } from '#kit/random.ts';
import { denials, importFaults, type Outage, refusals } from './faulty-provider.ts';

/** The providers that can only be asked for lists, and whose webhooks name no workout. */
export const listingTypes: ReadonlySet<string> = new Set([
  'withings',
  'google_health',
  'intervals_icu',
]);

/**
 * The providers that do not document the format of their errors, so that a response of a proxy in
 * JSON looks like theirs.
 */
export const undocumentedTypes: ReadonlySet<string> = new Set([
  'polar',
  'whoop',
  'intervals_icu',
]);

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** Something that happens at the provider, or that the person does. */
export interface PlannedEvent {
  /** Milliseconds since 1970. */
  at: number;
  kind: 'add' | 'edit' | 'delete' | 'reconnect';
}

/** The history of one account, before it is played. */
export interface ImportPlan {
  /** When the account is connected, in milliseconds since 1970. */
  start: number;
  /** The workouts before. */
  workouts: number;
  events: readonly PlannedEvent[];
  outages: readonly Outage[];
  /** When all faults and events are over. */
  calm: number;
  /** When the diary has to equal what the provider has. */
  end: number;
  /** The largest page of a list. */
  maxPageSize: number;
  /** The difference between the clock of the provider and ours, in milliseconds. */
  skew: number;
}

/** The days with events and faults, and those without. */
const stormyDays = 5;
const calmDays = 4;

export function planHistory(random: Random, start: number): ImportPlan {
  const stormy = () => start + random.integer(0, stormyDays * dayMs);
  const kinds = ['add', 'add', 'edit', 'delete', 'delete', 'reconnect'] as const;
  const events = Array.from({ length: random.integer(3, 12) }, () => ({
    at: stormy(),
    kind: random.pick(kinds),
  }));
  const outages = Array.from({ length: random.integer(1, 4) }, (_, index) =>
    planOutage(random, index === 0 ? start : stormy(), start + stormyDays * dayMs),
  );
  const calm = start + stormyDays * dayMs;
  const lasting = random.chance(0.5) ? [planLastingOutage(random, start)] : [];
  return {
    start,
    workouts: random.integer(1, 14),
    events: events.toSorted((one, other) => one.at - other.at),
    outages: [...lasting, ...outages],
    calm,
    end: calm + calmDays * dayMs,
    maxPageSize: random.pick([1, 3, 5, 25]),
    skew: random.pick([-600_000, 0, 600_000]),
  };
}

/** The responses in JSON that a proxy gives for more than a day, by the calls that get them. */
const proxyResponses = [
  { calls: ['list'], faults: refusals },
  { calls: ['single'], faults: denials },
  { calls: ['token'], faults: [...refusals, 'json 400'] },
] as const;

/**
 * Plans an outage of more than a day, in which a proxy gives the same response in JSON to all calls
 * of a kind. An error of the provider itself is believed after a day.
 */
function planLastingOutage(random: Random, start: number): Outage {
  const from = start + random.integer(0, 3 * dayMs);
  const to = from + random.integer(25, 48) * hourMs;
  const { calls, faults } = random.pick(proxyResponses);
  return { from, to, faults: [random.pick(faults)], calls, probability: 1 };
}

/** Plans an outage of up to two days. */
function planOutage(random: Random, from: number, latestEnd: number): Outage {
  const longest = random.pick([0.3, 2, 12, 48]) * hourMs;
  const to = Math.min(from + random.integer(60_000, longest), latestEnd);
  const calls = ['list', 'single', 'token', 'other'] as const;
  const affected = random.chance(0.3) ? calls : [random.pick(calls), random.pick(calls)];
  const faults = Array.from({ length: random.integer(1, 3) }, () =>
    random.pick(importFaults),
  );
  const probability = random.pick([1, 1, 0.5, 0.15]);
  return { from, to, faults, calls: affected, probability };
}
