import { defaultLimits, type Limits } from '#shared/limits/limits.ts';

/** The limits that an operator can set, in the order in which they are shown. */
export const limitFields = [
  'user_15min',
  'user_day',
  'client_15min',
  'client_day',
] as const;
export type LimitField = (typeof limitFields)[number];

/** The units of limits by name. */
export type LimitValues = Readonly<Record<LimitField, number>>;

/** The limits that an operator has set, for a client or for all. */
export type SetLimits = Partial<LimitValues>;

/** No request costs more, so that none waits for ever. */
export const minLimit = 10;
export const maxLimit = 1_000_000_000;

const { user, client } = defaultLimits;

const defaultValues: LimitValues = {
  user_15min: user['15min'],
  user_day: user.day,
  client_15min: client['15min'],
  client_day: client.day,
};

/** How many times the limits of others an own client has. */
const ownFactor = 100;

/** The environment variable that multiplies the defaults. One machine serves few people. */
export const factorVariable = 'LIMIT_FACTOR';

/** What the limits of a client depend on. */
export interface LimitSources {
  /** The limits that the operator has set for the client. They count as they are. */
  ofClient?: SetLimits | undefined;
  /** The limits that the operator has set for all clients. */
  ofAll: SetLimits;
  isOwn: boolean;
  /** The value of `LIMIT_FACTOR`. */
  factor: number;
}

/** Returns the limits of a client by name. */
export function resolveValues({
  ofClient = {},
  ofAll,
  isOwn,
  factor,
}: LimitSources): LimitValues {
  const resolve = (name: LimitField): number => {
    const own = ofClient[name];
    if (own !== undefined) return own;
    const common = ofAll[name];
    if (common !== undefined) return isOwn ? common * ownFactor : common;
    return defaultValues[name] * (isOwn ? Math.max(factor, ownFactor) : factor);
  };
  return {
    user_15min: resolve('user_15min'),
    user_day: resolve('user_day'),
    client_15min: resolve('client_15min'),
    client_day: resolve('client_day'),
  };
}

/** Returns the limits of a client. */
export function resolveLimits(sources: LimitSources): Limits {
  const values = resolveValues(sources);
  return {
    user: { '15min': values.user_15min, day: values.user_day },
    client: { '15min': values.client_15min, day: values.client_day },
  };
}
