import type { DataExport } from '#shared/data-export/data-export.ts';
import { toOriginalKey } from '#shared/objects/image-buckets.ts';
import type { Allocate } from '#shared/objects/objects.ts';
import { type Key, keys } from '#shared/table/keys.ts';
import type { ArchiveSources } from './archive/archive-stores.ts';
import type {
  ArchiveFile,
  ArchiveSection,
  DocumentPiece,
  DocumentSection,
  FilePiece,
  FileSection,
  SectionProgress,
} from './archive/section.ts';
import { csvHeader, formatCsvEntries } from './diary-csv.ts';
import { listDayEntries } from './documents/diary.ts';
import {
  type DocumentName,
  type DocumentReader,
  documentNames,
  getDocumentReader,
  type StoredItem,
} from './documents/documents.ts';
import { getImageFileName } from './documents/image-file-name.ts';
import { arrayBegin, arrayEnd, formatArrayItems } from './formats/json.ts';
import { readOwnedKeys, readOwnedPages, readPages } from './read-pages.ts';
import { renderReadme } from './readme.ts';
import { createReusingAllocator } from './reused-memory.ts';

/**
 * Builds the sections of an archive: README, a document for each kind, diary as CSV, and images.
 */
export function buildSections(dataExport: DataExport): ArchiveSection[] {
  return [
    buildReadme(dataExport),
    ...documentNames.map(buildDocumentSection),
    diaryCsv,
    imageFiles,
  ];
}

function buildReadme(dataExport: DataExport): DocumentSection {
  return {
    kind: 'document',
    name: 'README.txt',
    begin: renderReadme(dataExport),
    end: '',
    async *read() {
      // The README has no items: all its text is in `begin`.
    },
  };
}

function buildDocumentSection(name: DocumentName): DocumentSection {
  const reader = getDocumentReader(name);
  return {
    kind: 'document',
    name: `${name}.json`,
    begin: arrayBegin,
    end: arrayEnd,
    read: (sources, progress) => readDocument(reader, sources, progress),
  };
}

async function* readDocument(
  { prefix, place, toObjects }: DocumentReader,
  sources: ArchiveSources,
  { after, items }: SectionProgress,
): AsyncGenerator<DocumentPiece, void, undefined> {
  const readItems =
    place === 'owned_items' ? readOwnedPages<StoredItem> : readPages<StoredItem>;
  let written = items;
  for await (const page of readItems(sources, prefix, after)) {
    const objects = page.items.flatMap(toObjects);
    const text = formatArrayItems(objects, written);
    written += objects.length;
    yield { text, items: objects.length, after: page.after };
  }
}

const diaryCsv: DocumentSection = {
  kind: 'document',
  name: 'diary.csv',
  begin: csvHeader,
  end: '',
  async *read(sources, { after }) {
    const { prefix } = getDocumentReader('diary');
    for await (const page of readPages<StoredItem>(sources, prefix, after)) {
      const entries = page.items.flatMap(listDayEntries);
      const text = formatCsvEntries(entries);
      yield { text, items: entries.length, after: page.after };
    }
  },
};

const imagePrefix = keys.image('').pk;

const imageFiles: FileSection = {
  kind: 'files',
  name: 'images',
  async count(sources) {
    let count = 0;
    for await (const page of readOwnedKeys(sources, imagePrefix)) count += page.length;
    return count;
  },
  async *read(sources, { after }) {
    const allocate = createReusingAllocator();
    for await (const page of readOwnedKeys(sources, imagePrefix, after)) {
      for (const { pk, sk } of page) yield readImageFile(sources, { pk, sk }, allocate);
    }
  },
};

/** An image's item, with the members that its file in the archive depends on. */
interface StoredImageFile extends StoredItem {
  id: string;
  type: string;
  created_datetime: string;
}

async function readImageFile(
  { table, originals }: ArchiveSources,
  key: Key,
  allocate: Allocate,
): Promise<FilePiece> {
  const image = await table.get<StoredImageFile>(key);
  const original = image && (await originals.get(toOriginalKey(image.id), allocate));
  // An image that was deleted meanwhile counts as an item of the section, without a file.
  const piece = { after: key.pk, items: 1 };
  if (!image || !original) return piece;
  const file: ArchiveFile = {
    name: getImageFileName(image),
    modified: image.created_datetime,
    content: original.bytes,
  };
  return { ...piece, file };
}
