import { beforeEach, describe, expect, it } from 'vitest';
import * as exportRuns from '#functions/account/export/write/export-run.store.ts';
import * as leases from '#functions/account/webhook/deliver/webhook-lease.store.ts';
import { webhookKeys } from '#functions/account/webhook/webhook.keys.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import { fileImportKeys } from '#functions/diary/file-import/file-import.keys.ts';
import * as importRuns from '#functions/diary/file-import/run/import-run.store.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import {
  atMostOrAbsent,
  belowOrAbsent,
  type Condition,
  equals,
  exists,
  isAbsent,
  isNew,
  noneOf,
} from '#shared/table/condition.ts';
import type { Change } from '#shared/table/expression.ts';
import type { Key } from '#shared/table/keys.ts';
import { accountKeys } from './account.keys.ts';
import * as erasures from './erasure/due-erasures.store.ts';

const start = new Date('2026-11-20T17:00:00Z');
const later = (ms: number) => new Date(start.getTime() + ms);

let id: string;
let user_id: string;
let client_id: string;
beforeEach(() => {
  id = newId(start);
  user_id = newId(start);
  client_id = newId(start);
});

/** A run. Both return whether it has the job. */
interface Run {
  begin: (at: Date) => Promise<unknown>;
  /** Makes a later write. */
  goOn: (at: Date) => Promise<unknown>;
}

/** What a run of 0.6.0 writes, and on which condition. */
type Write = Change & { if: Condition };

interface Job {
  item: Key & Record<string, unknown>;
  former: { begin: (at: Date) => Write; goOn: (at: Date) => Write };
  /** Reads the item for a run of this release. */
  read: () => Run | Promise<Run>;
}

const setExportState = (state: string) => ({ [`exports.${id}.state`]: state });

const buildSync = (): Job => {
  const ids = { user_id, remote_connection_id: id };
  const until = (at: Date) => ({ sync_lease_until: toEpochSeconds(at) + 180 });
  return {
    item: { ...originKeys.remoteConnection(user_id, id), id, status: 'syncing' },
    former: {
      begin: (at) => ({
        set: { sync_lease: 'former', ...until(at) },
        if: { ...exists, sync_lease_until: belowOrAbsent(toEpochSeconds(at)) },
      }),
      goOn: (at) => ({ set: until(at), if: { sync_lease: equals('former') } }),
    },
    read: () => ({
      begin: async (at) => {
        const { outcome } = await syncs.lease(table(), ids, 'current', at);
        return outcome === 'leased';
      },
      goOn: (at) => syncs.saveProgress(table(), ids, 'current', {}, at),
    }),
  };
};

const buildDelivery = (): Job => {
  const health = { state: 'active', failures: 0 } as const;
  let webhook: leases.LeasedWebhook | undefined;
  return {
    item: { ...webhookKeys.webhook(client_id, id), id, client_id, ...health, wakes: 0 },
    former: {
      begin: (at) => ({
        set: {
          lease_id: 'former',
          lease_expires_datetime: new Date(at.getTime() + 90_000).toISOString(),
        },
        if: {
          ...exists,
          state: noneOf(['disabled']),
          probe_at: atMostOrAbsent(at.toISOString()),
          lease_expires_datetime: atMostOrAbsent(at.toISOString()),
        },
      }),
      goOn: () => ({
        remove: ['lease_id', 'lease_expires_datetime'],
        if: { lease_id: equals('former'), wakes: equals(0), state: equals('active') },
      }),
    },
    read: () => ({
      begin: async (at) => {
        const applicant = { lease_id: 'current', isPrompt: true };
        const taken = await leases.takeLease(table(), { client_id, id }, applicant, at);
        webhook = taken.outcome === 'leased' ? taken.webhook : undefined;
        return webhook;
      },
      goOn: async () => {
        const released =
          webhook && (await leases.releaseLease(table(), webhook, { health }));
        return released?.outcome === 'released';
      },
    }),
  };
};

const buildExport = (): Job => {
  const current = { 'run.export_id': equals(id), 'run.archive': equals(1) };
  return {
    item: {
      ...accountKeys.dataExports(user_id),
      user_id,
      exports: { [id]: { id, state: 'queued', archives: [] } },
      run: { export_id: id, archive: 1, starts: 0, updated_at: 0 },
    },
    former: {
      begin: () => ({
        set: { 'run.id': 'former', ...setExportState('running') },
        if: { ...current, 'run.id': isAbsent },
      }),
      goOn: () => ({
        set: setExportState('running'),
        if: { ...current, 'run.id': equals('former') },
      }),
    },
    read: async () => {
      let run = await exportRuns.find(table(), user_id, { id, archive: 1 });
      const begun = { id: 'current', sight: {} };
      return {
        begin: async (at) => {
          run = run && (await exportRuns.begin(table(), run, begun, at));
          return run;
        },
        goOn: async (at) =>
          run && exportRuns.saveExportProgress(table(), run, { files_done: 1 }, at),
      };
    },
  };
};

const buildImport = (): Job => ({
  item: {
    ...fileImportKeys.importJob(user_id, id),
    id,
    state: 'queued',
    step: 1,
    starts: 0,
  },
  former: {
    begin: () => ({
      set: { run_id: 'former', starts: 1, state: 'running' },
      if: { step: equals(1), run_id: isAbsent, state: equals('queued') },
    }),
    goOn: () => ({
      set: { starts: 0 },
      if: { step: equals(1), run_id: equals('former'), state: equals('running') },
    }),
  },
  read: async () => {
    let run = await importRuns.findRun(table(), user_id, { id, step: 1 });
    return {
      begin: async () => {
        run = run && (await importRuns.beginRun(table(), run, 'current'));
        return run;
      },
      goOn: async () => run && importRuns.requestNextRun(table(), run),
    };
  },
});

const buildErasure = (): Job => {
  const listed = (at: Date) => ({
    collection: identityKeys.erasures(),
    collection_sk: `${at.toISOString()} ${user_id}`,
  });
  const isRunning = { state: equals('running') };
  const { collection_sk } = listed(start);
  const started_datetime = start.toISOString();
  return {
    item: {
      ...identityKeys.erasure(user_id),
      ...listed(start),
      id,
      state: 'running',
      started_datetime,
    },
    former: {
      begin: (at) => ({
        set: listed(new Date(at.getTime() + 360_000)),
        if: { ...isRunning, collection_sk: equals(collection_sk) },
      }),
      goOn: (at) => ({ set: listed(at), if: isRunning }),
    },
    read: () => ({
      begin: (at) => erasures.leaseErasure(table(), { user_id, collection_sk }, at),
      goOn: async (at) => {
        await erasures.postponeErasure(table(), user_id, at);
        return true;
      },
    }),
  };
};

/** Stores the item of a job, and lets a run of each release read it. */
async function arrange({ item, former, read }: Job) {
  await table().put(item, isNew);
  const { pk, sk } = item;
  const write = async ({ if: condition, ...change }: Write) =>
    (await table().update({ pk, sk }, change, condition)).done;
  const formerRun: Run = {
    begin: (at) => write(former.begin(at)),
    goOn: (at) => write(former.goOn(at)),
  };
  return { 'of 0.6.0': formerRun, 'of this release': await read() };
}

const releases = [
  ['of 0.6.0', 'of this release'],
  ['of this release', 'of 0.6.0'],
] as const;

// Functions of both run during a deployment and after a rollback (decision 0067).
describe.each(releases)('a run %s', (name, other) => {
  it.each([
    ['a sync', buildSync],
    ['the deliveries to a webhook', buildDelivery],
    ['an export', buildExport],
    ['an import', buildImport],
    ['an erasure', buildErasure],
  ])(`has %s alone, beside one ${other}`, async (_, build) => {
    const { [name]: first, [other]: second } = await arrange(build());
    expect(await first.begin(start)).toBeTruthy();
    expect(await second.begin(later(1000))).toBeFalsy();
    expect(await first.goOn(later(2000))).toBeTruthy();
  });

  it.each([
    ['a sync', buildSync, 181_000],
    ['the deliveries to a webhook', buildDelivery, 90_000],
  ])(`loses %s to one ${other} after its lease`, async (_, build, leaseMs) => {
    const { [name]: first, [other]: second } = await arrange(build());
    expect(await first.begin(start)).toBeTruthy();
    expect(await second.begin(later(leaseMs - 1))).toBeFalsy();
    expect(await second.begin(later(leaseMs))).toBeTruthy();
    expect(await first.goOn(later(leaseMs))).toBeFalsy();
    expect(await second.goOn(later(leaseMs))).toBeTruthy();
  });
});
