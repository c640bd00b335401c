import type { Envelope } from '../encryption/envelope.ts';
import { toEpochSeconds } from '../runtime/time.ts';

const hour = 60 * 60;
const day = 24 * hour;

/** The limits of exports. All durations are in seconds. */
export const exportLimits = {
  /** How many exports a user can start in a day. */
  perDay: 3,
  /** How long the file can be downloaded. */
  linkLifetime: day,
  /** How long the account shows an export. */
  shownFor: 7 * day,
  /** After this time without progress, an export counts as failed. */
  abandonedAfter: 6 * hour,
} as const;

export const exportStates = ['queued', 'running', 'done', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

/**
 * Why an export failed: it made no progress for hours, it would be larger than a file can be, or
 * the object store lost parts of it repeatedly.
 */
export const exportFailures = ['interrupted', 'too_large', 'storage'] as const;
export type ExportFailure = (typeof exportFailures)[number];

/** The names of the members of the encryption context of a download secret. */
export const downloadSecretContext = ['user_id', 'export_id'] as const;

/** An export, whether finished or not: a file with everything that is stored about a user. */
export interface DataExport {
  id: string;
  state: ExportState;
  created_datetime: string;
  /** The language tag of the README and of the mail. */
  language: string;
  /** How many files the archive has so far. */
  files_done: number;
  /** How many files the archive will have. Absent until the images are counted. */
  files_total?: number;
  failure?: ExportFailure;
  completed_datetime?: string;
  /** The size of the archive in bytes. */
  bytes?: number;
  /** When the download link expires. */
  expires_datetime?: string;
  /** The digest of the secret in the download link. */
  link_digest: string;
  /** The encrypted secret in the download link, which the account shows again. */
  link_secret: Envelope;
}

/** The work on a running export. Its `checkpoint` belongs to the function that does the work. */
export interface ExportRun<Checkpoint = unknown> {
  export_id: string;
  /** Counts the requests to continue the export. A message of an earlier step is outdated. */
  step: number;
  /** When the work last made progress, in epoch seconds. */
  updated_at: number;
  /** The id of the lease of the invocation that does the work. */
  lease?: string;
  /** When another invocation may take over the work, in epoch seconds. */
  lease_until?: number;
  checkpoint?: Checkpoint;
  /** How many times the archive was started again from the beginning. */
  restarts?: number;
}

/** A request to continue an export. The table's stream passes it to the queue. */
export interface ExportRequest {
  /** The id of the export. */
  id: string;
  step: number;
}

/** The item with all exports of a user, of which at most one is running. */
export interface DataExports<Checkpoint = unknown> {
  user_id: string;
  /** By their ids. */
  exports: Readonly<Record<string, DataExport>>;
  /** The work on the unfinished export. Absent if all are done or have failed. */
  run?: ExportRun<Checkpoint>;
  /** Present if the last write of the item requests to start or continue the work. */
  continuation?: ExportRequest;
  /** Epoch seconds. */
  ttl: number;
}

/** Returns whether an export is queued or running, and has made progress in the last 6 hours. */
export function isExportRunning({ run }: Pick<DataExports, 'run'>, now: Date): boolean {
  return run !== undefined && !isAbandoned(run, now);
}

function isAbandoned({ updated_at }: ExportRun, now: Date): boolean {
  return updated_at + exportLimits.abandonedAfter <= toEpochSeconds(now);
}

/** Returns whether the file of an export can be downloaded: for exactly 24 hours. */
export function isDownloadable(
  { expires_datetime }: Pick<DataExport, 'expires_datetime'>,
  now: Date,
): boolean {
  return expires_datetime !== undefined && now.getTime() < Date.parse(expires_datetime);
}

/** Lists the exports of the last week, the newest first. An abandoned export counts as failed. */
export function listExports(
  item: Pick<DataExports, 'exports' | 'run'> | undefined,
  now: Date,
): DataExport[] {
  const all = Object.values(item?.exports ?? {});
  const recent = all.filter((dataExport) =>
    isYounger(dataExport, exportLimits.shownFor, now),
  );
  // Ids sort by their time.
  const sorted = recent.sort((one, other) => (one.id < other.id ? 1 : -1));
  return sorted.map((dataExport) => withOutcome(dataExport, item?.run, now));
}

/** Returns an export, or undefined if the last week has none with this id. */
export function findExport(
  item: Pick<DataExports, 'exports' | 'run'> | undefined,
  id: string,
  now: Date,
): DataExport | undefined {
  return listExports(item, now).find((dataExport) => dataExport.id === id);
}

/** Returns whether an export was created less than `seconds` ago. */
export function isYounger(
  { created_datetime }: Pick<DataExport, 'created_datetime'>,
  seconds: number,
  now: Date,
): boolean {
  return now.getTime() - Date.parse(created_datetime) < seconds * 1000;
}

/** Returns an export as failed if it is unfinished and abandoned, otherwise as it is stored. */
function withOutcome(
  dataExport: DataExport,
  run: ExportRun | undefined,
  now: Date,
): DataExport {
  const isUnfinished = dataExport.state === 'queued' || dataExport.state === 'running';
  const isWorkedOn = run?.export_id === dataExport.id && !isAbandoned(run, now);
  if (!isUnfinished || isWorkedOn) return dataExport;
  return { ...dataExport, state: 'failed', failure: 'interrupted' };
}
