import { PassThrough, Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import {
  exportFormat,
  exportVersion,
  manifestName,
} from '#shared/contract/export-format.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { ExportCursor } from '../data-export.ts';
import type {
  ArchiveFile,
  ArchiveSection,
  ArchiveSources,
  DocumentSection,
  FileSection,
} from './sections.ts';

/** When an archive is full. What does not fit is left to the next archive. */
export interface ArchiveLimits {
  /** The size of the files before compression. */
  bytes: number;
  files: number;
  /** Returns whether the time of the run is up. */
  isTimeUp: () => boolean;
}

/** The sections of an export, and which part of them an archive has. */
export interface ArchiveContext {
  sections: readonly ArchiveSection[];
  sources: ArchiveSources;
  /** The number of the archive, from 1. */
  number: number;
  /** The start of the archive. Undefined for the start of the export. */
  position: ExportCursor | undefined;
  /** The time that the archive shows for documents. */
  modified: string;
  limits: ArchiveLimits;
  /** Is called after each `progressBytes` with the number of files so far. */
  onProgress: (files: number) => Promise<void>;
}

/** An archive that was uploaded. */
export interface WrittenArchive {
  bytes: number;
  /** The number of files of this archive and those before it. */
  files: number;
  /** The start of the next archive. Undefined if this is the last one. */
  next: ExportCursor | undefined;
}

/** After how many bytes of files the progress is reported. */
const progressBytes = 5 * 1024 * 1024;

/**
 * Writes an archive from a position of the export on, until it is full or the export ends. `upload`
 * reads the archive while it is written, and returns its size. Memory holds one page of items, one
 * image or 4 MB of an imported file, and what `upload` has not sent yet. Throws what a source,
 * `onProgress` or `upload` throws.
 */
export async function writeArchive(
  context: ArchiveContext,
  upload: (archive: Readable) => Promise<number>,
): Promise<WrittenArchive> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const uploadEnd = new AbortController();
  output.once('close', () => uploadEnd.abort());
  // `upload` throws the error. Without a listener it would end the process if it comes too early.
  output.on('error', () => undefined);

  const written = writeSections({ ...context, zip, uploadEnd: uploadEnd.signal });
  written.then(
    () => zip.end(),
    (error) => output.destroy(error),
  );
  // An error of `written` reaches the upload through the stream.
  const bytes = await upload(output);
  return { bytes, ...(await written) };
}

/** The part of an archive that is written. */
interface Progress {
  /** Whether nothing was added yet. So each archive gets further, however short its time is. */
  isEmpty: boolean;
  bytes: number;
  reportedBytes: number;
  /** The number of files of this archive and those before it. */
  files: number;
  /** What the manifest says about files of this archive. */
  described: object[];
  /** The start of the next archive. Writing ends when it is set. */
  next: Omit<ExportCursor, 'files'> | undefined;
}

interface WriterContext extends ArchiveContext {
  zip: ZipFile;
  /** Is aborted when nobody reads the archive any longer. */
  uploadEnd: AbortSignal;
  progress: Progress;
}

async function writeSections(
  archive: Omit<WriterContext, 'progress'>,
): Promise<Pick<WrittenArchive, 'files' | 'next'>> {
  const { position } = archive;
  const files = position?.files ?? 0;
  const counts = { bytes: 0, reportedBytes: 0, files };
  const progress: Progress = { isEmpty: true, ...counts, described: [], next: undefined };
  const context: WriterContext = { ...archive, progress };
  for (const section of listRemaining(context)) {
    const after = section.name === position?.section ? position.after : undefined;
    endIfFull(context, section, after);
    if (!progress.next) await writeSection(context, section, after);
    if (progress.next) break;
  }
  await writeManifest(context);
  const next = progress.next && { ...progress.next, files: progress.files };
  return { files: progress.files, next };
}

/** Writes the file by which an import recognizes the archive. It is no file of the person. */
async function writeManifest(context: WriterContext): Promise<void> {
  const { sources, number, modified, progress } = context;
  const name = number === 1 ? manifestName : toNumberedName(manifestName, context);
  const images = progress.described;
  const manifest = {
    format: exportFormat,
    version: exportVersion,
    user_id: sources.user_id,
    archive: number,
    created_datetime: modified,
    images,
  };
  const text = Readable.from([`${JSON.stringify(manifest, undefined, 1)}\n`]);
  await addFile(context, name, text, { mtime: new Date(modified) });
}

/** Names a file of a further archive, so that one folder can have the files of all archives. */
function toNumberedName(name: string, { number }: WriterContext): string {
  return name.replace(/\.\w+$/, `-${number}$&`);
}

/** Lists the section of the position and those after it, as far as the export has them. */
function listRemaining({ sections, position }: WriterContext): readonly ArchiveSection[] {
  const first = position
    ? sections.findIndex(({ name }) => name === position.section)
    : 0;
  if (first < 0) throw new Error(`The export has no section ${position?.section}.`);
  return sections.slice(first).filter(({ isLeftOut = false }) => !isLeftOut);
}

/** Ends the archive before the items after the key `after` of a section, if it is full. */
function endIfFull(
  { limits, position, progress }: WriterContext,
  { name }: ArchiveSection,
  after: string | undefined,
): void {
  const { isEmpty, bytes, files } = progress;
  const added = files - (position?.files ?? 0);
  const isFull = bytes >= limits.bytes || added >= limits.files || limits.isTimeUp();
  if (isFull && !isEmpty) progress.next = compact({ section: name, after });
}

/** Writes a section, or the rest of one after the key `after`. */
function writeSection(
  context: WriterContext,
  section: ArchiveSection,
  after: string | undefined,
): Promise<void> {
  return section.kind === 'document'
    ? writeDocument(context, section, after)
    : writeFiles(context, section, after);
}

async function writeDocument(
  context: WriterContext,
  section: DocumentSection,
  after: string | undefined,
): Promise<void> {
  const { modified, progress } = context;
  const isContinued = after !== undefined;
  const name = isContinued ? toNumberedName(section.name, context) : section.name;
  const text = Readable.from(readDocument(context, section, after));
  await addFile(context, name, text, { mtime: new Date(modified) });
  if (!isContinued) progress.files += 1;
}

async function* readDocument(
  context: WriterContext,
  section: DocumentSection,
  after: string | undefined,
): AsyncGenerator<string> {
  yield section.begin;
  let last = after;
  for await (const piece of section.read(context.sources, after)) {
    endIfFull(context, section, last);
    if (context.progress.next) break;
    yield piece.text;
    last = piece.after;
    await addBytes(context, Buffer.byteLength(piece.text));
  }
  yield section.end;
}

async function writeFiles(
  context: WriterContext,
  section: FileSection,
  after: string | undefined,
): Promise<void> {
  let last = after;
  for await (const piece of section.read(context.sources, after)) {
    endIfFull(context, section, last);
    if (context.progress.next) return;
    if (piece.file) await addStoredFile(context, piece.file);
    if (piece.described) context.progress.described.push(piece.described);
    last = piece.after;
  }
}

/** Adds a file without compressing it. Images and originals are compressed already. */
async function addStoredFile(
  context: WriterContext,
  { name, modified, content }: ArchiveFile,
): Promise<void> {
  const options = { compress: false, mtime: new Date(modified) };
  // Until it ends, the archive keeps each stream. This one does not keep its content.
  const stream = new PassThrough();
  context.progress.files += 1;
  await Promise.all([
    pipeline(readContent(context, content), stream, { signal: context.uploadEnd }),
    addFile(context, name, stream, options),
  ]);
}

async function* readContent(
  context: WriterContext,
  content: ArchiveFile['content'],
): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    yield piece;
    await addBytes(context, piece.length);
  }
}

/** Adds a file, and waits until the archive has read it. */
async function addFile(
  { zip, uploadEnd }: WriterContext,
  name: string,
  content: Readable,
  options: Parameters<ZipFile['addReadStream']>[2],
): Promise<void> {
  zip.addReadStream(content, name, options);
  await finished(content, { signal: uploadEnd });
}

async function addBytes(
  { progress, onProgress }: WriterContext,
  bytes: number,
): Promise<void> {
  progress.isEmpty = false;
  progress.bytes += bytes;
  if (progress.bytes - progress.reportedBytes < progressBytes) return;
  progress.reportedBytes = progress.bytes;
  await onProgress(progress.files);
}
