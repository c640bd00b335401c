import { openObjectSource } from '#functions/diary/file-import/archives/file-source.ts';
import { readPieces } from '#functions/diary/file-import/archives/pieces.ts';
import { fileImportKeys } from '#functions/diary/file-import/file-import.keys.ts';
import type { ImportJob } from '#functions/diary/file-import/file-import.ts';
import { toImportFileKey } from '#functions/diary/file-import/import-file-keys.ts';
import { imageKeys } from '#functions/main/image/image.keys.ts';
import { toOriginalKey } from '#functions/main/image/image.store.ts';
import type { Image } from '#functions/main/image/image.ts';
import type { Objects } from '#shared/objects/objects.ts';
import { getExisting } from '#shared/table/each.ts';
import type { Table } from '#shared/table/table.ts';
import { type DataExport, isOfApplication } from '../data-export.ts';
import { findExportedMembers } from './application-documents.ts';
import { csvHeader, formatCsvEntries } from './diary-csv.ts';
import {
  type DocumentContext,
  type DocumentName,
  type DocumentReader,
  documentNames,
  findKeptFileName,
  getDocumentReader,
  getImageFileName,
  listDayEntries,
  type StoredItem,
} from './documents.ts';
import { readOwnedKeys, readOwnedPages, readPages } from './item-pages.store.ts';
import { type ReadmeReader, renderReadme } from './readme.ts';

export interface ArchiveSources extends DocumentContext {
  user_id: string;
  table: Table<'getEach' | 'query'>;
  /** The bucket of uploaded originals. */
  originals: Objects<'get'>;
  /** The bucket of the files that people import. */
  importFiles: Objects<'read'>;
}

/** A piece of a section, made from some items. */
interface Piece {
  /**
   * The key of the last item: its sort key, or its partition key if it is in a partition of its
   * own. Reading can continue after it.
   */
  after: string;
}

/** A piece of a document: the text of some items. */
export interface DocumentPiece extends Piece {
  text: string;
}

/** What all sections have. */
interface Section {
  /**
   * Whether the export does not have the section. It stays in the list, because an archive of an
   * earlier version may have ended in it.
   */
  isLeftOut?: boolean;
}

/** A file that is written item by item. Only one page of items is in memory at a time. */
export interface DocumentSection extends Section {
  kind: 'document';
  /** The name of the file, by which a position refers to the section. */
  name: string;
  /** The text before the first item, and after the last one. */
  begin: string;
  end: string;
  /** Reads the pieces from the beginning or after a key. */
  read(sources: ArchiveSources, after?: string): AsyncIterable<DocumentPiece>;
}

/** A file that is stored as it is, e.g. an image. */
export interface ArchiveFile {
  name: string;
  /** The time that the archive shows for the file. */
  modified: string;
  /** Is read only once the archive has what came before. */
  content: Iterable<Buffer> | AsyncIterable<Buffer>;
}

/** A piece of a section of files. The file is absent if it no longer exists. */
export interface FilePiece extends Piece {
  file?: ArchiveFile;
  /** What the manifest of the same archive says about the file. */
  described?: object;
}

/** Files that are stored as they are. */
export interface FileSection extends Section {
  kind: 'files';
  /** The name of the section, by which a position refers to it. */
  name: string;
  /** Counts the files. */
  count(sources: ArchiveSources): Promise<number>;
  /** Reads the pieces from the beginning or after a key. */
  read(sources: ArchiveSources, after?: string): AsyncIterable<FilePiece>;
}

/** A section of an export, which has its sections one after the other. */
export type ArchiveSection = DocumentSection | FileSection;

/**
 * Builds the sections of an export: README, a document for each kind, diary as CSV, images and
 * imported files. That of an application has neither files nor all documents.
 */
export function buildSections(
  dataExport: DataExport,
  reader: ReadmeReader,
): ArchiveSection[] {
  const isLimited = isOfApplication(dataExport.asked_by);
  const documents = documentNames.map((name) => buildDocumentSection(name, isLimited));
  return [
    buildReadme(dataExport, reader),
    ...documents,
    diaryCsv,
    { ...imageFiles, isLeftOut: isLimited },
    { ...importedFiles, isLeftOut: isLimited },
  ];
}

function buildReadme(dataExport: DataExport, reader: ReadmeReader): DocumentSection {
  return {
    kind: 'document',
    name: 'README.txt',
    begin: renderReadme(dataExport, reader),
    end: '',
    async *read() {
      // All its text is in `begin`.
    },
  };
}

function buildDocumentSection(name: DocumentName, isLimited: boolean): DocumentSection {
  const members = findExportedMembers(name, isLimited);
  const reader = getDocumentReader(name, members);
  return {
    kind: 'document',
    name: `${name}.json`,
    isLeftOut: members === undefined,
    begin: '[',
    end: '\n]\n',
    read: (sources, after) => readDocument(reader, sources, after),
  };
}

async function* readDocument(
  { prefix, place, follow, toObjects }: DocumentReader,
  sources: ArchiveSources,
  after: string | undefined,
): AsyncGenerator<DocumentPiece, void, undefined> {
  const readItems =
    place === 'owned_items' ? readOwnedPages<StoredItem> : readPages<StoredItem>;
  let written = 0;
  for await (const page of readItems(sources, prefix, after)) {
    const items = follow
      ? await getExisting<StoredItem>(sources.table, page.items.flatMap(follow))
      : page.items;
    const objects = items.flatMap((item) => toObjects(item, sources));
    const text = formatArrayItems(objects, written);
    written += objects.length;
    yield { text, after: page.after };
  }
}

const diaryCsv: DocumentSection = {
  kind: 'document',
  name: 'diary.csv',
  begin: csvHeader,
  end: '',
  async *read(sources, after) {
    const { prefix } = getDocumentReader('diary');
    for await (const page of readPages<StoredItem>(sources, prefix, after)) {
      const entries = page.items.flatMap((item) =>
        listDayEntries(item, sources.hiddenTypes),
      );
      yield { text: formatCsvEntries(entries, sources.language), after: page.after };
    }
  },
};

const imagePrefix = imageKeys.image('').pk;

const imageFiles: FileSection = {
  kind: 'files',
  name: 'images',
  async count(sources) {
    let count = 0;
    for await (const page of readOwnedKeys(sources, imagePrefix)) count += page.length;
    return count;
  },
  async *read(sources, after) {
    for await (const { items } of readOwnedPages<StoredImageFile>(
      sources,
      imagePrefix,
      after,
    ))
      for (const image of items) yield readImageFile(sources, image);
  },
};

/** An image's item, with the members that its file in the archive depends on. */
type StoredImageFile = StoredItem & Image;

async function readImageFile(
  { originals }: ArchiveSources,
  image: StoredImageFile,
): Promise<FilePiece> {
  const original = await originals.get(toOriginalKey(image.id));
  const piece = { after: image.pk };
  // The image was deleted meanwhile.
  if (!original) return piece;
  const file: ArchiveFile = {
    name: getImageFileName(image),
    modified: image.created_datetime,
    content: [original.bytes],
  };
  const { id, href, rel, index } = image;
  return { ...piece, file, described: { id, file: file.name, href, rel, index } };
}

const importedFiles: FileSection = {
  kind: 'files',
  name: 'imports',
  async count(sources) {
    let count = 0;
    for await (const { items } of readImports(sources))
      count += items.filter(({ keeps_file }) => keeps_file).length;
    return count;
  },
  async *read(sources, after) {
    for await (const { items } of readImports(sources, after))
      for (const item of items) yield readKeptFile(sources, item);
  },
};

type StoredImport = StoredItem & ImportJob;

function readImports(sources: ArchiveSources, after?: string) {
  const { prefix } = fileImportKeys.importJobs(sources.user_id);
  return readPages<StoredImport>(sources, prefix, after);
}

async function readKeptFile(
  { importFiles, user_id }: ArchiveSources,
  item: StoredImport,
): Promise<FilePiece> {
  const piece = { after: item.sk };
  const name = findKeptFileName(item);
  const source =
    name && (await openObjectSource(importFiles, toImportFileKey(user_id, item)));
  if (!name || !source) return piece;
  const content = readPieces(source);
  return { ...piece, file: { name, modified: item.created_datetime, content } };
}

/**
 * Formats objects of a JSON array, one on each line. `written` is the number of objects that the
 * array has already.
 */
function formatArrayItems(items: readonly object[], written: number): string {
  const lines = items.map((item) => JSON.stringify(item));
  if (lines.length === 0) return '';
  const separator = written === 0 ? '\n' : ',\n';
  return separator + lines.join(',\n');
}
