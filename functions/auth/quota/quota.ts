import { type ClientQuotas, defaultQuotas, maxQuota } from '#shared/quota/quotas.ts';

/** The limits that an operator can set, in the order in which they are shown. */
export const quotaFields = [
  'user_15min',
  'user_day',
  'client_15min',
  'client_day',
] as const;
export type QuotaField = (typeof quotaFields)[number];

/** The units of limits by name. */
type QuotaValues = Readonly<Record<QuotaField, number>>;

/** The limits that an operator has set, for a client or for all. */
export type SetQuotas = Partial<QuotaValues>;

/** No request costs more, so that none waits for ever. */
export const minQuota = 10;

/** Returns whether a limit is one that nothing reaches, which pages show as none. */
export function isUnreachable(limit: number): boolean {
  return limit >= maxQuota;
}

/** Returns limits by the names under which an operator sets them. */
export function toQuotaValues({ user, client }: ClientQuotas): QuotaValues {
  return {
    user_15min: user['15min'],
    user_day: user.day,
    client_15min: client['15min'],
    client_day: client.day,
  };
}

const defaultValues = toQuotaValues(defaultQuotas);

/** The limits of an own client, as a multiple of those of others. */
const ownFactor = 100;

/** The settings on which the limits of all clients depend. */
export interface CommonQuotas {
  /** The limits that the operator has set for all clients. */
  ofAll: SetQuotas;
  /** The value of `LIMIT_FACTOR`. */
  factor: number;
}

/** The facts on which the limits of a client depend. */
export interface QuotaSources extends CommonQuotas {
  /** The limits that the operator has set for the client. They count as they are. */
  ofClient?: SetQuotas | undefined;
  isOwn: boolean;
}

function resolve(
  field: QuotaField,
  { ofClient = {}, ofAll, isOwn, factor }: QuotaSources,
): number {
  const ofOwn = isOwn ? ownFactor : 1;
  const common = ofAll[field];
  const ofOthers =
    common === undefined
      ? Math.min(maxQuota, defaultValues[field] * Math.max(factor, ofOwn))
      : common * ofOwn;
  return ofClient[field] ?? ofOthers;
}

/** Returns the limits of a client. */
export function resolveQuotas(sources: QuotaSources): ClientQuotas {
  return {
    user: {
      '15min': resolve('user_15min', sources),
      day: resolve('user_day', sources),
    },
    client: {
      '15min': resolve('client_15min', sources),
      day: resolve('client_day', sources),
    },
  };
}
