import { toEncryptionContext } from '#functions/connections/connection/credentials.ts';
import { connectionKeys } from '#functions/connections/connection/remote-connection.keys.ts';
import type { SyncRequest } from '#functions/connections/connection/sync-request.store.ts';
import {
  parseDueTime,
  type SyncState,
  syncShards,
  toDueAttributes,
  toDueRange,
} from '#functions/connections/connection/sync-state.ts';
import { setClient } from '#functions/connections/provider-credentials/client.store.ts';
import { setInterval } from '#functions/connections/provider-credentials/settings.store.ts';
import type { SyncDeps } from '#functions/connections/sync/open-sync.ts';
import { runSync } from '#functions/connections/sync/run-sync.ts';
import { getMaxWaiting } from '#functions/connections/sync/start/capacity.ts';
import { startDueSyncs } from '#functions/connections/sync/start/handler.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { encryptEnvelope } from '#shared/encryption/envelope.ts';
import type { OutgoingCall } from '#shared/outgoing/outgoing.ts';
import { newId } from '#shared/runtime/ids.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { isNew } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { getTestClient } from '../provider-clients.ts';
import { createMemoryTable, plainKeys } from './memory-table.ts';

/** The connections of one provider, which are due one after the other in each interval. */
export interface SimulatedProvider {
  type: keyof typeof emptyLists;
  connections: number;
  /** The minutes between two syncs of a connection. */
  sync_minutes: number;
  /** The hours from the start in which the provider never responds. */
  outage?: { from: number; to: number };
}

/** The outcome of the syncs of a provider. Times are in minutes. */
export interface ProviderFigures {
  synchronized: number;
  failed: number;
  /** Messages of syncs that had ended already. */
  repeated: number;
  calls: number;
  /** The longest time from the moment at which a sync was due to its beginning. */
  longestWait: number;
  /** The longest time without a successful sync, up to the end. */
  longestPause: number;
}

export interface SimulatedSyncs {
  providers: readonly SimulatedProvider[];
  start: Date;
  /** The functions of the queue. */
  functions: number;
  /** The minutes between two runs of the schedule. */
  stepMinutes: number;
}

/** The responses of accounts without workouts. */
const emptyLists = {
  google_health: {},
  whoop: { records: [] },
} as const;

const minuteMs = 60_000;
const { from: firstPlanned } = toDueRange(0, new Date(0));
/** The deadline of a call, the time of one that succeeds, and that of the rest of a sync. */
const durations = { deadlineMs: 10_000, callMs: 300, ownMs: 300 };

interface SimulatedConnection {
  provider: SimulatedProvider;
  figures: ProviderFigures;
  /** When its next sync is due, or was due that has not ended, in milliseconds. */
  due: number;
  /** When the last sync succeeded. */
  succeeded: number;
}

/**
 * Plays the schedule, the queue and the syncs by a clock of their own: the code of the service
 * starts and runs the syncs; stream, queue and providers are stand-ins. The functions take messages
 * in their order. A call without a response keeps a function for 10 s.
 */
export async function createSyncSimulation(simulated: SimulatedSyncs) {
  const { providers, functions, stepMinutes } = simulated;
  const startMs = simulated.start.getTime();
  const user_id = newId(simulated.start);
  const clock = { now: startMs };
  const connections = new Map<string, SimulatedConnection>();
  const queue: SyncRequest[] = [];
  const groups = new Map(
    providers.map((provider) => {
      const figures = newFigures();
      const send = createSend(provider, figures, { clock, startMs });
      return [provider.type as string, { provider, figures, send }];
    }),
  );
  const requestPrefix = connectionKeys.syncRequest(user_id, '').sk;
  const stored = createMemoryTable();
  const table: Table = {
    ...stored,
    // Requests of syncs are not stored but passed on, as the table's stream does.
    async put(item, condition) {
      if (!item.sk.startsWith(requestPrefix)) return stored.put(item, condition);
      queue.push(item as Key & typeof item & SyncRequest);
      return { done: true, item };
    },
  };
  const deps: SyncDeps = {
    table,
    dataKeys: plainKeys,
    files: { put: async () => undefined },
    getSend: (type) => groups.get(type)?.send ?? (async () => failure({ kind: 'off' })),
    getNow: () => new Date(clock.now),
    mainUrl: 'https://api.example.com',
  };
  const freeAt = Array.from({ length: functions }, () => startMs);
  const max = Math.ceil(getMaxWaiting(functions) * stepMinutes);
  let elapsed = 0;

  for (const { provider, figures } of groups.values()) {
    const { type } = provider;
    await setClient(deps, getTestClient(type), simulated.start);
    await setInterval(table, type, provider.sync_minutes);
    for (let index = 0; index < provider.connections; index += 1) {
      const id = newId(simulated.start);
      const passed = (index / provider.connections) * provider.sync_minutes;
      const due = startMs + passed * minuteMs;
      connections.set(id, { provider, figures, due, succeeded: startMs });
      const ids = { user_id, remote_connection_id: id };
      const item = {
        ...originKeys.remoteConnection(user_id, id),
        ...{ id, type, remote_id: id, status: 'connected', webhook_subscribed: true },
        created_datetime: simulated.start.toISOString(),
        sync_sources: {},
        provider_tokens: await encryptEnvelope(
          JSON.stringify({ access_token: 'access' }),
          toEncryptionContext(user_id, { id, type }),
          plainKeys,
        ),
        ...toDueAttributes(ids, new Date(due)),
      };
      await table.put(item, isNew);
    }
  }

  async function runMessage(request: SyncRequest): Promise<void> {
    const connection = connections.get(request.remote_connection_id);
    if (!connection) return;
    const { figures, due } = connection;
    const wait = (clock.now - due) / minuteMs;
    const { outcome } = await runSync(deps, user_id, request);
    clock.now += durations.ownMs;
    connection.due = await findDue(request.remote_connection_id, due);
    if (wait < 0) figures.repeated += 1;
    figures.longestWait = Math.max(figures.longestWait, wait);
    if (outcome === 'failed') figures.failed += 1;
    if (outcome !== 'synchronized') return;
    figures.synchronized += 1;
    recordPause(connection);
    connection.succeeded = clock.now;
  }

  /** Returns when the next sync of a connection is planned, or the time given if none is. */
  async function findDue(id: string, due: number): Promise<number> {
    const key = originKeys.remoteConnection(user_id, id);
    const { collection_sk = '' } = (await table.get<SyncState>(key)) ?? {};
    return collection_sk < firstPlanned ? due : parseDueTime(collection_sk).getTime();
  }

  function recordPause({ figures, succeeded }: SimulatedConnection): void {
    const pause = (clock.now - succeeded) / minuteMs;
    figures.longestPause = Math.max(figures.longestPause, pause);
  }

  /** Lets the functions take messages from one time to another. */
  async function drain(from: number, to: number): Promise<void> {
    while (queue.length > 0) {
      const next = freeAt.indexOf(Math.min(...freeAt));
      clock.now = Math.max(freeAt[next] ?? from, from);
      if (clock.now >= to) return;
      const [request] = queue.splice(0, 1);
      if (request) await runMessage(request);
      freeAt[next] = clock.now;
    }
  }

  return {
    /** Plays until a number of hours from the start. */
    async playUntil(hours: number): Promise<void> {
      for (; elapsed < hours * 60; elapsed += stepMinutes) {
        const now = startMs + elapsed * minuteMs;
        for (const shard of syncShards)
          await startDueSyncs(table, { shard, max }, new Date(now));
        await drain(now, now + stepMinutes * minuteMs);
      }
      clock.now = startMs + hours * 60 * minuteMs;
      for (const connection of connections.values()) recordPause(connection);
    },
    /** Counts the syncs that are due for more than some minutes and have not ended. */
    countWaiting: (minutes: number) => {
      const latest = clock.now - minutes * minuteMs;
      return [...connections.values()].filter(({ due }) => due <= latest).length;
    },
    getFigures: (type: SimulatedProvider['type']) =>
      groups.get(type)?.figures ?? newFigures(),
  };
}

/** Returns the function that calls a stand-in, which takes its time by the clock. */
function createSend(
  { type, outage = { from: 0, to: 0 } }: SimulatedProvider,
  figures: ProviderFigures,
  { clock, startMs }: { clock: { now: number }; startMs: number },
): OutgoingCall {
  const text = JSON.stringify(emptyLists[type]);
  return async () => {
    figures.calls += 1;
    const hours = (clock.now - startMs) / (60 * minuteMs);
    const isDown = hours >= outage.from && hours < outage.to;
    clock.now += isDown ? durations.deadlineMs : durations.callMs;
    if (isDown) return failure({ kind: 'timeout' });
    return success({ status: 200, text, header: () => undefined });
  };
}

function newFigures(): ProviderFigures {
  const counts = { synchronized: 0, failed: 0, repeated: 0, calls: 0 };
  return { ...counts, longestWait: 0, longestPause: 0 };
}
