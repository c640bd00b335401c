import {
  maxParts,
  type UploadedPart,
  UploadLost,
} from '#shared/objects/multipart-uploads.ts';
import type { ZipEntry } from '#shared/zip/zip-records.ts';
import type { ClosingZipStep, ZipStep } from '#shared/zip/zip-writer.ts';
import type { ArchiveTarget } from './archive-stores.ts';
import type { ArchivePosition, Checkpoint } from './checkpoint.ts';
import {
  appendToPart,
  clearPart,
  getPartBytes,
  newPartBuffer,
  type PartBuffer,
} from './part-buffer.ts';
import * as partRecords from './part-record.store.ts';
import { requirePendingRecord, savePendingRecord } from './pending-record.store.ts';

/** The archive would have more parts than the store accepts. */
export class ArchiveTooLarge extends Error {
  override name = 'ArchiveTooLarge';
}

/** An archive that is being written: its state, and what no uploaded part has yet. */
export interface Draft {
  /** The state after everything that was added. */
  state: Checkpoint;
  /** The bytes that no uploaded part has yet. */
  pending: PartBuffer;
  /** The files that were completed since the last part. */
  entries: ZipEntry[];
}

/**
 * Returns a draft that continues from a checkpoint. Throws `UploadLost` if the store has lost the
 * pending bytes.
 */
export async function openDraft(
  { has_pending, ...state }: Checkpoint,
  target: ArchiveTarget,
): Promise<Draft> {
  const draft: Draft = { state, pending: newPartBuffer(target.partSize), entries: [] };
  if (!has_pending) return draft;

  const { bytes, entries } = await requirePendingRecord(target, state.zip.offset);
  addBytes(draft, bytes);
  return { ...draft, entries };
}

/** Adds a copy of `bytes` to the pending bytes. */
export function addBytes({ pending }: Draft, bytes: Buffer): void {
  appendToPart(pending, bytes);
}

/** Adds the bytes of a step. If the step closes a file, adds the entry of the file as well. */
export function addStep(draft: Draft, step: ZipStep | ClosingZipStep): void {
  for (const bytes of step.bytes) addBytes(draft, bytes);
  draft.state = { ...draft.state, zip: step.state };
  if (!('entry' in step)) return;
  draft.entries.push(step.entry);
  draft.state = { ...draft.state, files_done: draft.state.files_done + 1 };
}

/** Sets the position of the checkpoint, which is after everything that was added. */
export function moveTo(draft: Draft, position: ArchivePosition): void {
  draft.state = { ...draft.state, position };
}

/**
 * Uploads the pending bytes as one part. Throws `ArchiveTooLarge` if there are too many parts, and
 * `UploadLost` if the store has lost the upload.
 */
export async function uploadPending(
  draft: Draft,
  { uploads }: ArchiveTarget,
): Promise<UploadedPart> {
  const number = draft.state.parts + 1;
  if (number > maxParts)
    throw new ArchiveTooLarge(`An archive has at most ${maxParts} parts.`);

  const bytes = getPartBytes(draft.pending);
  const part = await uploads.uploadPart(draft.state.upload, number, bytes);
  draft.state = { ...draft.state, parts: number };
  clearPart(draft.pending);
  return part;
}

/** Uploads the pending bytes, and stores the record of this part. Returns the state to save. */
export async function savePart(draft: Draft, target: ArchiveTarget): Promise<Checkpoint> {
  const part = await uploadPending(draft, target);
  await partRecords.savePartRecord(target, { part, entries: draft.entries });
  draft.entries = [];
  return draft.state;
}

/** Stores the pending bytes, which are too few for a part. Returns the state to save. */
export async function savePending(
  { state, pending, entries }: Draft,
  target: ArchiveTarget,
): Promise<Checkpoint> {
  const bytes = getPartBytes(pending);
  await savePendingRecord(target, state.zip.offset, { bytes, entries });
  return { ...state, has_pending: true };
}

/** Returns the record of a part. Throws `UploadLost` if the store has lost the record. */
export async function requireRecord(
  target: ArchiveTarget,
  number: number,
): Promise<partRecords.PartRecord> {
  const record = await partRecords.find(target, number);
  if (!record) throw new UploadLost(`The record of part ${number} is lost.`);
  return record;
}
