import { daySeconds, toEpochSeconds, toUtcDate } from '../runtime/time.ts';

/** The windows of limits. They begin at the same times for everybody (UTC). */
export const windowNames = ['15min', 'day'] as const;
export type WindowName = (typeof windowNames)[number];

/** The length of each window in seconds. */
export const windowSeconds: Readonly<Record<WindowName, number>> = {
  '15min': 900,
  day: daySeconds,
};

/** Matches the attribute that counts the units of 15 minutes. */
const quarterPattern = /^q(\d{1,2})$/;

/** The windows of a time. */
export interface Windows {
  /** The day (UTC), as in `2026-11-27`. */
  date: string;
  /** The attributes that count the units of both windows, e.g. `q37` for 9:15 to 9:30. */
  attributes: Readonly<Record<WindowName, string>>;
  /** When each window ends, in epoch seconds. */
  endsAt: Readonly<Record<WindowName, number>>;
}

function findEnd(name: WindowName, at: number): number {
  const seconds = windowSeconds[name];
  return at - (at % seconds) + seconds;
}

/** Returns the windows of a time. */
export function findWindows(now: Date): Windows {
  const at = toEpochSeconds(now);
  const quarter = Math.floor((at % windowSeconds.day) / windowSeconds['15min']);
  return {
    date: toUtcDate(now),
    attributes: { '15min': `q${quarter}`, day: 'day' },
    endsAt: { '15min': findEnd('15min', at), day: findEnd('day', at) },
  };
}

/** Returns the units of a window that an item says to be taken. */
export function getTaken(
  use: Readonly<Record<string, unknown>> | undefined,
  { attributes }: Windows,
  name: WindowName,
): number {
  const taken = use?.[attributes[name]];
  return typeof taken === 'number' ? taken : 0;
}

/** Returns whether an attribute of an item counts the units of a window. */
export function isUnits(attribute: string): boolean {
  return attribute === 'day' || quarterPattern.test(attribute);
}

/** Returns the units of an item by the time (UTC) at which their 15 minutes begin. */
export function listUnitsByTime(
  item: Readonly<Record<string, unknown>>,
): Readonly<Record<string, number>> {
  const units = Object.entries(item).flatMap(([name, amount]) => {
    const [, quarter] = quarterPattern.exec(name) ?? [];
    if (quarter === undefined || typeof amount !== 'number') return [];
    const start = new Date(Number(quarter) * windowSeconds['15min'] * 1000);
    return [[start.toISOString().slice(11, 16), amount] as const];
  });
  return Object.fromEntries(units.sort());
}

/** The most units of each window. */
export type WindowQuotas = Readonly<Record<WindowName, number>>;

/** The limits of a client: for each of its users, and for all of them together. */
export interface ClientQuotas {
  user: WindowQuotas;
  client: WindowQuotas;
}

/** The number of users at their limit that a client can have in a window. */
const usersOfClient = 100;

/** The limits of a client for which the operator has set none. */
export const defaultQuotas: ClientQuotas = {
  user: { '15min': 200, day: 2000 },
  client: { '15min': 200 * usersOfClient, day: 2000 * usersOfClient },
};

/** The environment variable that multiplies the defaults. On one machine, nothing reaches them. */
export const factorVariable = 'LIMIT_FACTOR';

/** The highest limit that an operator can set. */
export const maxQuota = 1_000_000_000;

const owners = ['user', 'client'] as const;

/** Formats limits as the text of a claim: those of a user, then those of the client. */
export function formatQuotas(limits: ClientQuotas): string {
  const values = owners.flatMap((owner) =>
    windowNames.map((name) => limits[owner][name]),
  );
  return values.join(' ');
}

/** Matches the claim. */
const claimPattern = /^([1-9]\d*) ([1-9]\d*) ([1-9]\d*) ([1-9]\d*)$/;

/** The last claim and its limits: most callers of a function have the same. */
let last: { claim: unknown; limits: ClientQuotas } = { claim: '', limits: defaultQuotas };

/**
 * Parses the claim. Without a readable one the defaults apply: an authorizer of an earlier version
 * states none.
 */
export function parseQuotas(claim: unknown): ClientQuotas {
  if (last.claim !== claim) last = { claim, limits: readQuotas(claim) };
  return last.limits;
}

function readQuotas(claim: unknown): ClientQuotas {
  const match = claimPattern.exec(typeof claim === 'string' ? claim : '');
  if (!match) return defaultQuotas;
  const [, ...values] = match;
  const [user15min = 0, userDay = 0, client15min = 0, clientDay = 0] = values.map(Number);
  return {
    user: { '15min': user15min, day: userDay },
    client: { '15min': client15min, day: clientDay },
  };
}

/** The items of a POST for which it costs one more unit. */
export const itemsOfUnit = 10;

/** Returns the units that a request costs: 1, and 1 more for every ten items of its body. */
export function getCost(body: unknown): number {
  const hasItems = typeof body === 'object' && body !== null && 'items' in body;
  const count = hasItems && Array.isArray(body.items) ? body.items.length : 0;
  return 1 + Math.floor(count / itemsOfUnit);
}
