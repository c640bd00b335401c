import { googleHealthStandIn } from './google-health.ts';
import { createGrants } from './grants.ts';
import { intervalsIcuStandIn } from './intervals-icu.ts';
import { polarStandIn } from './polar.ts';
import {
  createStandIn,
  type StandIn,
  type StandInBehavior,
  type StandInState,
  serveStandIns,
} from './stand-in.ts';
import { stravaStandIn } from './strava.ts';
import { whoopStandIn } from './whoop.ts';
import { withingsStandIn } from './withings.ts';

/** Our client at every stand-in. */
export const standInClient = { client_id: 'cl-1', client_secret: 'secret-1' };

/** The providers that have a stand-in. */
const standIns: Readonly<Record<string, StandInBehavior>> = {
  strava: stravaStandIn,
  polar: polarStandIn,
  whoop: whoopStandIn,
  withings: withingsStandIn,
  google_health: googleHealthStandIn,
  intervals_icu: intervalsIcuStandIn,
};

/** The types of providers that have a stand-in. */
export const standInTypes = Object.keys(standIns);

/** A stand-in, and its address for `PROVIDER_GATEWAY`. */
export interface RunningStandIn extends StandIn {
  url: string;
}

/**
 * Creates the stand-in of a provider. Throws if there is none. `now` returns milliseconds since
 * 1970 by its clock, which may differ from ours.
 */
export function createProviderStandIn(
  type: string,
  now: () => number,
  options: Partial<Pick<StandInState, 'client' | 'maxPageSize'>> = {},
): StandIn {
  const behavior = standIns[type];
  if (!behavior) throw new Error(`There is no stand-in of ${type}.`);
  return createStandIn(behavior, {
    now,
    client: standInClient,
    grants: createGrants(behavior.policy, now),
    workouts: new Map(),
    measured: new Map(),
    registered: new Set<string>(),
    ...options,
  });
}

/**
 * Creates the stand-in of a provider and serves it. Disposing `disposables` stops it. Throws if the
 * provider has no stand-in. `now` returns milliseconds since 1970 by the clock of the stand-in,
 * which may differ from ours.
 */
export async function startProviderStandIn(
  type: string,
  now: () => number,
  disposables: AsyncDisposableStack,
): Promise<RunningStandIn> {
  const standIn = createProviderStandIn(type, now);
  return { ...standIn, url: await serveStandIns([standIn], disposables) };
}
