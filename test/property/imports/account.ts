import {
  type ProviderAccount,
  toAssignment,
} from '#functions/connections/connection/remote-connection.store.ts';
import type { ConnectionIds } from '#functions/connections/connection/sync-state.ts';
import { findProvider } from '#functions/connections/providers/find-provider.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { table } from '#kit/fixtures.ts';
import { getTestClient, stravaClient } from '#kit/provider-clients.ts';
import { connectAtStandIn } from '#kit/provider-stand-ins/connect.ts';
import type { StandIn, StandInWorkout } from '#kit/provider-stand-ins/stand-in.ts';
import { createProviderStandIn } from '#kit/provider-stand-ins/start.ts';
import type { Random } from '#kit/random.ts';
import { isNew } from '#shared/table/condition.ts';
import { createFaultyProvider, type FaultyProvider } from './faulty-provider.ts';
import {
  dayMs,
  hourMs,
  type ImportPlan,
  listingTypes,
  undocumentedTypes,
} from './plan.ts';

/** A webhook on its way. */
export interface SentWebhook {
  /** Milliseconds since 1970. */
  at: number;
  /** Absent if the provider does not name the workout. */
  workout_id?: string;
  /** The start of the workout, if the provider names that instead. */
  changed_since?: string;
  isDeleted: boolean;
}

/** The account of a person at a provider whose calls go wrong, and its webhooks. */
export interface ImportAccount {
  type: string;
  provider: FaultyProvider;
  standIn: StandIn;
  /** The workouts of the account. */
  workouts: Map<string, StandInWorkout>;
  /** The deleted workouts, with the time of the deletion. */
  deleted: Map<string, { workout: StandInWorkout; at: number }>;
  webhooks: SentWebhook[];
  add(): void;
  edit(): void;
  delete(): void;
  /** Connects the account, or connects it again. */
  connect(ids: ConnectionIds): Promise<void>;
}

/** Returns our OAuth client at a provider, which is that of all tests of the shared service. */
export function getImportClient(type: string) {
  return type === 'strava' ? stravaClient : getTestClient(type);
}

/** The time between the starts of two workouts, so that no two are the same. */
const slotMs = 3 * hourMs;

/** The part of the webhooks that gets lost, if a later list has what they reported. */
const lostWebhooks = 0.15;

/** The age of the workouts that later lists have in any case. */
const listedDays = 4;

/**
 * Stores a connection with this id, unless there is one, so that connecting renews it. The times of
 * its syncs depend on the id, which would be random otherwise.
 */
async function reserveId(
  ids: ConnectionIds,
  account: ProviderAccount,
  now: number,
): Promise<void> {
  const { user_id, remote_connection_id: id } = ids;
  const key = originKeys.remoteConnection(user_id, id);
  const created_datetime = new Date(now).toISOString();
  const assignment = toAssignment(account, ids);
  await table().put({ ...key, id, ...account, created_datetime }, isNew);
  await table().put(assignment.put, assignment.condition);
}

/** Opens an account with the workouts of a plan. */
export function openImportAccount(
  type: string,
  plan: ImportPlan,
  { clock, random }: { clock: { now: number }; random: Random },
): ImportAccount {
  const remote_id = String(random.integer(1, 2 ** 47));
  const { maxPageSize, skew } = plan;
  const getProviderTime = () => clock.now + skew;
  const client = getImportClient(type);
  const standIn = createProviderStandIn(type, getProviderTime, { client, maxPageSize });
  const workouts = new Map<string, StandInWorkout>();
  standIn.workouts.set(remote_id, workouts);
  const deleted: ImportAccount['deleted'] = new Map();
  const webhooks: SentWebhook[] = [];
  const usedSlots = new Set<number>();
  let lastId = 1000;
  // Without webhooks, nobody tells of changes to older workouts.
  const isPolled = findProvider(type)?.key !== undefined;

  const provider = createFaultyProvider({
    standIn,
    clock,
    random,
    outages: plan.outages,
    isUndocumented: undocumentedTypes.has(type),
    onListed: () => {
      // A deletion between two pages moves the items of those that follow.
      if (clock.now < plan.calm && random.chance(0.03)) deleteOne();
    },
  });

  function addAt(slot: number): void {
    if (usedSlots.has(slot)) return;
    usedSlots.add(slot);
    lastId += 1;
    const id = standIn.toId(lastId);
    workouts.set(id, {
      id,
      start: new Date(slot * slotMs).toISOString(),
      offset: 0,
      duration: random.integer(20, 60) * 60,
      sport: standIn.run,
      energy: 300,
      distance: 5000,
      changed: getProviderTime(),
    });
  }

  function addBefore(days: number): void {
    const latest = Math.floor((clock.now - hourMs) / slotMs) - 1;
    addAt(latest - random.integer(0, Math.floor((days * dayMs) / slotMs)));
  }

  function addOne(): void {
    addBefore(random.pick(isPolled ? [0.3, 2, 3] : [0.3, 2, 12]));
    report(standIn.toId(lastId), false);
  }

  function editOne(): void {
    const workout = pickWorkout();
    if (!workout) return;
    const duration = random.integer(20, 60) * 60;
    workouts.set(workout.id, { ...workout, duration, changed: getProviderTime() });
    report(workout.id, false);
  }

  function deleteOne(): void {
    const workout = pickWorkout();
    if (!workout) return;
    workouts.delete(workout.id);
    deleted.set(workout.id, { workout, at: clock.now });
    // Polar does not report deletions.
    if (type !== 'polar') report(workout.id, true);
  }

  function pickWorkout(): StandInWorkout | undefined {
    const known = [...workouts.values()].filter((each) => !isPolled || isListed(each));
    return known.length === 0 ? undefined : random.pick(known);
  }

  function isListed({ start }: Pick<StandInWorkout, 'start'>): boolean {
    return Date.parse(start) > clock.now - listedDays * dayMs;
  }

  /** Sends a webhook, which may come late, twice, or not at all. */
  function report(id: string, isDeleted: boolean): void {
    const { start = '' } = workouts.get(id) ?? deleted.get(id)?.workout ?? {};
    if (isPolled || (isListed({ start }) && random.chance(lostWebhooks))) return;
    const copies = random.chance(0.2) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const at = clock.now + random.integer(1000, random.pick([60_000, 6 * hourMs]));
      const start_only = type === 'google_health' ? { changed_since: start } : {};
      const named = listingTypes.has(type) ? start_only : { workout_id: id };
      webhooks.push({ at, isDeleted, ...named });
    }
    webhooks.sort((one, other) => one.at - other.at);
  }

  for (let count = 0; count < plan.workouts; count += 1) addBefore(25);
  return {
    type,
    provider,
    standIn,
    workouts,
    deleted,
    webhooks,
    add: addOne,
    edit: editOne,
    delete: deleteOne,
    connect: async (ids) => {
      standIn.registered.add(remote_id);
      provider.hasLostTokens = false;
      await reserveId(ids, { type, remote_id }, clock.now);
      const { user_id } = ids;
      const account = { user_id, type, account: remote_id, now: clock.now };
      await connectAtStandIn(standIn, account);
    },
  };
}
