import { accountKeys } from '#functions/account/account.keys.ts';
import type { Principal } from '#shared/auth/principal.ts';
import { newSecret, toDigest } from '#shared/auth/secrets.ts';
import { type DataKeyProvider, encryptEnvelope } from '#shared/encryption/envelope.ts';
import { compact } from '#shared/runtime/compact.ts';
import { daySeconds, toEpochSeconds } from '#shared/runtime/time.ts';
import { isNew, unchangedSince } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type DataExport,
  type DataExports,
  type ExportAsker,
  exportLimits,
  findExport,
  isExportRunning,
  isOfApplication,
  isYounger,
} from './data-export.ts';

/** The table, and the keys that encrypt the secret of a download link. */
interface ExportStore {
  table: Table<'get' | 'put'>;
  dataKeys: () => DataKeyProvider;
}

export interface NewDataExport {
  id: string;
  /** The language tag of its README. */
  language: string;
  asked_by: ExportAsker;
  /** The data that an application may not see, and the export leaves out. Absent for the person. */
  sight?: Pick<Principal, 'hidden_types' | 'incomplete_types'>;
}

/** An export that is stored. */
export interface StartedExport {
  outcome: 'started';
  dataExport: DataExport;
  /** Whether an earlier start with the same id had stored it. */
  isReplayed: boolean;
}

/**
 * The outcome of a start. `running` means that another export is running, `too_many` that the user
 * has started as many as allowed in a day, with the seconds until the next is allowed.
 * `contended` means that concurrent requests changed the exports before each attempt could write.
 */
export type StartOutcome =
  | StartedExport
  | { outcome: 'running' | 'contended' }
  | { outcome: 'too_many'; seconds: number };

/** An attempt is repeated only if a concurrent write has changed the exports. */
const maxAttempts = 4;

/** Returns the exports of a user, or undefined if the user never started one. */
export function find(
  table: Table<'get'>,
  user_id: string,
): Promise<DataExports | undefined> {
  return table.get<DataExports>(accountKeys.dataExports(user_id));
}

/**
 * Starts an export of the data of a user. The table's stream passes the stored
 * request to the queue. A repeated start with the same id returns the existing export.
 */
export async function startExport(
  store: ExportStore,
  user_id: string,
  newExport: NewDataExport,
  now: Date,
): Promise<StartOutcome> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const result = await startOnce(store, user_id, newExport, now);
    if (result) return result;
  }
  return { outcome: 'contended' };
}

/** Returns the outcome of one attempt, or undefined if a concurrent request changed the exports. */
async function startOnce(
  { table, dataKeys }: ExportStore,
  user_id: string,
  { id, language, asked_by, sight }: NewDataExport,
  now: Date,
): Promise<StartOutcome | undefined> {
  const item = await find(table, user_id);
  const existing = findExport(item, id, now);
  if (existing) {
    return { outcome: 'started', dataExport: existing, isReplayed: true };
  }
  const problem = item && findStartProblem(item, asked_by, now);
  if (problem) return problem;

  const secret = newSecret();
  const context = { user_id, export_id: id };
  const dataExport: DataExport = {
    link_digest: toDigest(secret),
    link_secret: await encryptEnvelope(secret, context, dataKeys()),
    id,
    state: 'queued',
    created_datetime: now.toISOString(),
    language,
    asked_by,
    ...compact({
      hidden_types: sight?.hidden_types,
      incomplete_types: sight?.incomplete_types,
    }),
    files_done: 0,
    archives: [],
  };
  const started: DataExports = {
    user_id,
    exports: { ...pickShown(item, now), [id]: dataExport },
    run: { export_id: id, archive: 1, starts: 0, updated_at: toEpochSeconds(now) },
    continuation: { id, archive: 1 },
    ttl: toEpochSeconds(now) + exportLimits.shownFor,
  };
  const newItem = { ...accountKeys.dataExports(user_id), ...started };
  const { done } = await table.put(newItem, item ? unchangedSince(item) : isNew);
  return done ? { outcome: 'started', dataExport, isReplayed: false } : undefined;
}

/** Returns why no further export can be started, or undefined if one can. */
function findStartProblem(
  item: DataExports,
  asker: ExportAsker,
  now: Date,
): StartOutcome | undefined {
  if (isExportRunning(item, now)) return { outcome: 'running' };
  const started = Object.values(item.exports).filter((dataExport) =>
    isYounger(dataExport, daySeconds, now),
  );
  const ofApplications = started.filter(({ asked_by }) => isOfApplication(asked_by));
  const seconds = Math.max(
    countSecondsLeft(started, exportLimits.perDay, now),
    isOfApplication(asker)
      ? countSecondsLeft(ofApplications, exportLimits.perDayOfApplications, now)
      : 0,
  );
  return seconds > 0 ? { outcome: 'too_many', seconds } : undefined;
}

/** Returns the seconds until fewer than `limit` exports are younger than a day, or 0. */
function countSecondsLeft(
  started: readonly DataExport[],
  limit: number,
  now: Date,
): number {
  const times = started.map(({ created_datetime }) => Date.parse(created_datetime));
  const time = times.toSorted((one, other) => other - one)[limit - 1];
  return time === undefined ? 0 : Math.ceil(daySeconds - (now.getTime() - time) / 1000);
}

/** Returns the exports that the account still shows. */
function pickShown(item: DataExports | undefined, now: Date): DataExports['exports'] {
  const shown = Object.entries(item?.exports ?? {}).filter(([, dataExport]) =>
    isYounger(dataExport, exportLimits.shownFor, now),
  );
  return Object.fromEntries(shown);
}
