import type { Principal } from '#shared/auth/principal.ts';
import type { Envelope } from '#shared/encryption/envelope.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';

const hour = 60 * 60;
const day = 24 * hour;

/** The limits of exports. All durations are in seconds. */
export const exportLimits = {
  /** The number of exports that a user can start in a day. */
  perDay: 3,
  /** Those of them that applications can start, so that one is left for the person. */
  perDayOfApplications: 2,
  linkLifetime: day,
  /** Afterwards, the account no longer shows an export. */
  shownFor: 7 * day,
  /** After this time without progress, an export counts as failed. */
  abandonedAfter: 6 * hour,
} as const;

/**
 * The number of exports of a user that can be running or downloadable at once. Three can be started
 * in 24 hours. The oldest can have taken so long that its links still work.
 */
export const maxOpenExports = 4;

export const exportStates = ['queued', 'running', 'done', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

/** Why an export failed: it was interrupted repeatedly, or the access that asked for it ended. */
export const exportFailures = ['interrupted', 'access_ended'] as const;
export type ExportFailure = (typeof exportFailures)[number];

/** The names of the members of the encryption context of a download secret. */
export const downloadSecretContext = ['user_id', 'export_id'] as const;

/**
 * The asker of an export: an application by its grant, a person in a session, or the operator. The
 * export and its links end with that access.
 */
export type ExportAsker =
  | { grant_id: string; client_id: string }
  | {
      /** Absent if the operator asked. */
      session_id?: string;
      /** The generation of access (`Identity`) when the person signed in, or the operator asked. */
      access_generation: number;
    };

/** A complete ZIP archive of an export. */
export interface ExportArchive {
  /** The id of the run that wrote it, which is part of the key of its object. */
  id: string;
  /** Its size. */
  bytes: number;
}

/** An export, whether finished or not: archives with the data of a user. */
export interface DataExport {
  id: string;
  state: ExportState;
  created_datetime: string;
  /** The language tag of the README and of the mail. */
  language: string;
  asked_by: ExportAsker;
  /** The remote connection types that it leaves out. Absent if it has everything. */
  hidden_types?: readonly string[];
  /** Those of them of which the user has data. */
  incomplete_types?: readonly string[];
  /** The number of files that the archives have so far. */
  files_done: number;
  /** Absent until the images are counted. */
  files_total?: number;
  /** The archives that are complete, in their order. */
  archives: readonly ExportArchive[];
  failure?: ExportFailure;
  completed_datetime?: string;
  /** The size of all archives in bytes. */
  bytes?: number;
  /** When the download link expires. */
  expires_datetime?: string;
  /** The digest of the secret in the download link. */
  link_digest: string;
  /** The encrypted secret in the download link, which the account shows again. */
  link_secret: Envelope;
}

/** The end of the archives before, where an archive continues. */
export interface ExportCursor {
  /** The name of the section. An index would change if a later version added a section. */
  section: string;
  /** The key of the last item of the section that was written. Absent at its beginning. */
  after?: string;
  /** The number of files of the archives before it. */
  files: number;
}

/** The work on a running export. Each archive is written by a run of its own. */
export interface ExportRun {
  export_id: string;
  /** The number of the archive that is written next, from 1. */
  archive: number;
  /** The start of this archive. Absent for the first one. */
  position?: ExportCursor;
  /** The number of runs that have begun to write this archive. */
  starts: number;
  /** The id of the run that began last. Only this run may write the item. */
  id?: string;
  /** When the work last made progress, in epoch seconds. */
  updated_at: number;
}

/** A request to write an archive of an export. The table's stream passes it to the queue. */
export interface ExportRequest {
  /** The id of the export. */
  id: string;
  /** The number of the archive. A message about an earlier archive is outdated. */
  archive: number;
}

/** The item with all exports of a user, of which at most one is running. */
export interface DataExports {
  user_id: string;
  /** By their ids. */
  exports: Readonly<Record<string, DataExport>>;
  /** The work on the unfinished export. Absent if all are done or have failed. */
  run?: ExportRun;
  /** Present if the last write of the item requests an archive. */
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

/** Returns whether an export is queued or running, as it is stored. */
export function isUnfinished({ state }: Pick<DataExport, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** Returns whether the archives of an export can be downloaded: for exactly 24 hours. */
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

/**
 * Returns whether an application or a script has asked. Its export has what its access can read,
 * that of a person or the operator has everything.
 */
export function isOfApplication(asker: ExportAsker): boolean {
  return 'grant_id' in asker;
}

/**
 * Returns whether an application may see an export. One that was made with wider sight does not
 * exist for it: that of a person, and one with workouts that are hidden from it.
 */
export function isExportVisible(
  dataExport: Pick<DataExport, 'asked_by' | 'hidden_types'>,
  { hidden_types }: Pick<Principal, 'hidden_types'>,
): boolean {
  return isOfApplication(dataExport.asked_by) && leavesOut(dataExport, hidden_types);
}

/** Returns whether an export has no workouts of any of the types. */
export function leavesOut(
  { hidden_types = [] }: Pick<DataExport, 'hidden_types'>,
  types: readonly string[],
): boolean {
  return types.every((type) => hidden_types.includes(type));
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
  const isWorkedOn = run?.export_id === dataExport.id && !isAbandoned(run, now);
  if (!isUnfinished(dataExport) || isWorkedOn) return dataExport;
  return { ...dataExport, state: 'failed', failure: 'interrupted' };
}

/** Returns the name of an archive's file, e.g. `fitness-data-2026-11-20-2.zip`. */
export function getArchiveFileName(
  { created_datetime, archives }: Pick<DataExport, 'created_datetime' | 'archives'>,
  number: number,
): string {
  const suffix = archives.length > 1 ? `-${number}` : '';
  return `fitness-data-${created_datetime.slice(0, 10)}${suffix}.zip`;
}
