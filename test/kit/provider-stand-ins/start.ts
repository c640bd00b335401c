import { googleHealthStandIn } from './google-health.ts';
import { createGrants, type TokenPolicy } from './grants.ts';
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

const year = 365 * 86_400;

/** The providers that have a stand-in, with the lifetimes of their tokens. */
const standIns: Readonly<
  Record<string, { behavior: StandInBehavior; policy: TokenPolicy }>
> = {
  strava: {
    behavior: stravaStandIn,
    policy: {
      codeSeconds: 600,
      accessSeconds: 21_600,
      rotation: 'stable',
      keptSeconds: 3600,
    },
  },
  polar: {
    behavior: polarStandIn,
    policy: { codeSeconds: 600, accessSeconds: year, rotation: 'stable' },
  },
  whoop: {
    behavior: whoopStandIn,
    policy: { codeSeconds: 600, accessSeconds: 3600, rotation: 'at-once' },
  },
  withings: {
    behavior: withingsStandIn,
    policy: { codeSeconds: 30, accessSeconds: 10_800, rotation: 'at-use' },
  },
  google_health: {
    behavior: googleHealthStandIn,
    policy: { codeSeconds: 600, accessSeconds: 3600, rotation: 'stable' },
  },
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
  const standIn = standIns[type];
  if (!standIn) throw new Error(`There is no stand-in of ${type}.`);
  return createStandIn(standIn.behavior, {
    now,
    client: standInClient,
    grants: createGrants(standIn.policy, now),
    workouts: new Map(),
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
