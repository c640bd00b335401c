import { type UploadedPart, UploadLost } from '#shared/objects/multipart-uploads.ts';
import type { ZipEntry } from '#shared/zip/zip-records.ts';
import { buildCentralHeader, buildEndRecords } from '#shared/zip/zip-records.ts';
import {
  addStoredFile,
  appendToFile,
  closeFile,
  openFile,
} from '#shared/zip/zip-writer.ts';
import type { ArchiveSources, ArchiveTarget } from './archive-stores.ts';
import { archiveEnd, type Checkpoint } from './checkpoint.ts';
import {
  addBytes,
  addStep,
  type Draft,
  moveTo,
  openDraft,
  requireRecord,
  savePart,
  savePending,
  uploadPending,
} from './draft.ts';
import type { ArchiveSection, DocumentSection, FileSection } from './section.ts';

/** The sections of an archive, its sources and its target. */
export interface ArchiveContext {
  sections: readonly ArchiveSection[];
  sources: ArchiveSources;
  target: ArchiveTarget;
  /** The time that the archive shows for documents. */
  modified: string;
  /** Returns whether the caller's time is up. If it is, `writeArchive` yields a checkpoint soon. */
  isOutOfTime: () => boolean;
}

/** A complete archive. */
export interface Archive {
  bytes: number;
  files: number;
}

/** The section that is being written, and the draft to which it is added. */
interface SectionContext<S extends ArchiveSection> extends ArchiveContext {
  draft: Draft;
  section: S;
}

/**
 * Writes an archive from a checkpoint on. Yields a checkpoint after each uploaded part, and when
 * the time is up. The caller must save each checkpoint, and can stop after it. Returns the size of
 * the archive when its object exists.
 */
export async function* writeArchive(
  context: ArchiveContext,
  checkpoint: Checkpoint,
): AsyncGenerator<Checkpoint, Archive, undefined> {
  const { sections, target } = context;
  const draft = await openDraft(checkpoint, target);

  const remaining = listRemaining(sections, checkpoint.position.section);
  for (const [index, section] of remaining.entries()) {
    if (section.kind === 'document') yield* writeDocument({ ...context, draft, section });
    else yield* writeFiles({ ...context, draft, section });

    const nextSection = remaining[index + 1]?.name ?? archiveEnd;
    moveTo(draft, { section: nextSection, items: 0 });
    yield* saveIfDue(draft, context);
  }
  return finishArchive(draft, target);
}

/**
 * Lists the section with this name and the sections after it. Throws `UploadLost` if there is no
 * such section, e.g. because an earlier version of the service has begun the archive.
 */
function listRemaining(
  sections: readonly ArchiveSection[],
  sectionName: string,
): readonly ArchiveSection[] {
  if (sectionName === archiveEnd) return [];
  const first = sections.findIndex(({ name }) => name === sectionName);
  if (first < 0) throw new UploadLost(`The archive has no section ${sectionName}.`);
  return sections.slice(first);
}

function isPartFull({ pending }: Draft, { partSize }: ArchiveTarget): boolean {
  return pending.length >= partSize;
}

/** Saves a part and yields a checkpoint if the part is full, or if the time is up. */
async function* saveIfDue(
  draft: Draft,
  { target, isOutOfTime }: ArchiveContext,
): AsyncGenerator<Checkpoint, void, undefined> {
  if (isPartFull(draft, target)) yield savePart(draft, target);
  else if (isOutOfTime()) yield savePending(draft, target);
}

/** Writes the rest of a document. */
async function* writeDocument(
  context: SectionContext<DocumentSection>,
): AsyncGenerator<Checkpoint, void, undefined> {
  const { section, sources, draft, modified } = context;
  if (!draft.state.zip.open) {
    addStep(draft, openFile(draft.state.zip, { name: section.name, modified }));
    addText(draft, section.begin);
  }
  for await (const piece of section.read(sources, draft.state.position)) {
    addText(draft, piece.text);
    const items = draft.state.position.items + piece.items;
    moveTo(draft, { section: section.name, after: piece.after, items });
    yield* saveIfDue(draft, context);
  }
  addText(draft, section.end);
  addStep(draft, closeFile(draft.state.zip));
}

/** Appends to the open file, unless the text is empty: compressing it would add bytes. */
function addText(draft: Draft, text: string): void {
  if (text !== '') addStep(draft, appendToFile(draft.state.zip, Buffer.from(text)));
}

/** Writes the rest of the files of a section. */
async function* writeFiles(
  context: SectionContext<FileSection>,
): AsyncGenerator<Checkpoint, void, undefined> {
  const { section, sources, draft } = context;
  for await (const { file, after, items } of section.read(
    sources,
    draft.state.position,
  )) {
    if (file) addStep(draft, addStoredFile(draft.state.zip, file, file.content));
    const written = draft.state.position.items + items;
    moveTo(draft, { section: section.name, after, items: written });
    yield* saveIfDue(draft, context);
  }
}

/** Writes the central directory, and creates the object from its parts. */
async function finishArchive(draft: Draft, target: ArchiveTarget): Promise<Archive> {
  const { parts: savedCount, upload } = draft.state;
  const { offset } = draft.state.zip;
  const savedParts: UploadedPart[] = [];
  const directoryParts: UploadedPart[] = [];
  const directory = { offset, size: 0, count: 0 };

  async function addEntries(entries: readonly ZipEntry[]): Promise<void> {
    const header = Buffer.concat(entries.map(buildCentralHeader));
    addBytes(draft, header);
    directory.size += header.length;
    directory.count += entries.length;
    if (isPartFull(draft, target))
      directoryParts.push(await uploadPending(draft, target));
  }

  for (let number = 1; number <= savedCount; number++) {
    const record = await requireRecord(target, number);
    savedParts.push(record.part);
    await addEntries(record.entries);
  }
  await addEntries(draft.entries);

  const end = buildEndRecords(directory);
  addBytes(draft, end);
  directoryParts.push(await uploadPending(draft, target));
  await target.uploads.complete(upload, [...savedParts, ...directoryParts]);
  return { bytes: offset + directory.size + end.length, files: directory.count };
}
