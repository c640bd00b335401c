import { importedWorkoutsDocument } from '#functions/diary/import/workout-record.export.ts';
import { imagesDocument } from '#functions/main/image/image.export.ts';
import type { ExportDocument } from '#shared/contract/export-document.ts';
import { pick } from '#shared/runtime/compact.ts';
import { type ItemKind, itemKinds } from '#shared/table/item-kinds.ts';
import { keys } from '#shared/table/keys.ts';
import { dataSourcesDocument } from './data-sources.ts';
import { diaryDocument, toDiaryObjects } from './diary.ts';
import { emailLinksDocument } from './email-links.ts';
import { erasureDocument } from './erasure.ts';
import { exportsDocument, toExportObjects } from './exports.ts';
import { grantsDocument } from './grants.ts';
import { getImageFileName } from './image-file-name.ts';
import { remoteConnectionsDocument } from './remote-connections.ts';
import { sessionsDocument } from './sessions.ts';
import { getShownMembers } from './shown-members.ts';
import { trustedDevicesDocument } from './trusted-devices.ts';
import { userDocument } from './user.ts';

/** An item of the table, of any kind. */
export type StoredItem = Readonly<Record<string, unknown>> & { pk: string; sk: string };

/** An object in a document. */
export type DocumentObject = Readonly<Record<string, unknown>>;

type ExportRule = (typeof itemKinds)[ItemKind]['export'];

/** The names of the documents that the registry of item kinds mentions. */
export type DocumentName = Extract<ExportRule, { document: string }>['document'];

/** What each document shows, in the order of the archive. A missing document does not compile. */
export const exportDocuments: Readonly<Record<DocumentName, ExportDocument>> = {
  user: userDocument,
  email_links: emailLinksDocument,
  sessions: sessionsDocument,
  trusted_devices: trustedDevicesDocument,
  grants: grantsDocument,
  data_sources: dataSourcesDocument,
  remote_connections: remoteConnectionsDocument,
  imported_workouts: importedWorkoutsDocument,
  images: imagesDocument,
  diary: diaryDocument,
  exports: exportsDocument,
  erasure: erasureDocument,
};

/** The names of all documents, in the order of the archive. */
export const documentNames = Object.keys(exportDocuments) as DocumentName[];

/** How the items of a document are read. */
export interface DocumentReader {
  /** The prefix of the sort keys in the partition, or of the partition keys of owned items. */
  prefix: string;
  /** Where the items are: in the user's partition, or in partitions of their own. */
  place: 'partition' | 'owned_items';
  /** Returns the objects that the document has for an item. */
  toObjects(item: StoredItem): readonly DocumentObject[];
}

/** Returns the objects that an item contains, with all their members. */
type ItemConverter = (item: StoredItem) => readonly DocumentObject[];

/** The converters of documents whose objects differ from the items. */
const converters: Partial<Record<DocumentName, ItemConverter>> = {
  diary: toDiaryObjects,
  exports: toExportObjects,
  images: (item) => [{ ...item, file: getImageFileName(item) }],
};

/** Returns the kind of items that a document has. */
export function getDocumentKind(name: DocumentName): ItemKind {
  const kinds = Object.keys(itemKinds) as ItemKind[];
  const kind = kinds.find((candidate) => {
    const rule = itemKinds[candidate].export;
    return 'document' in rule && rule.document === name;
  });
  if (!kind) throw new Error(`No kind of items has the document ${name}.`);
  return kind;
}

/** An empty id. A key with this id is the prefix of all keys of the same kind. */
const noId = '';

/** Returns how to read the items of a document. */
export function getDocumentReader(name: DocumentName): DocumentReader {
  const kind = getDocumentKind(name);
  const isOwned = itemKinds[kind].erase.place === 'owned_items';
  const { pk, sk } = keys[kind](noId, noId);
  const members = getShownMembers(exportDocuments[name]);
  const convert = converters[name] ?? ((item) => [item]);
  return {
    prefix: isOwned ? pk : sk,
    place: isOwned ? 'owned_items' : 'partition',
    toObjects: (item) => convert(item).map((object) => pick(object, members)),
  };
}
