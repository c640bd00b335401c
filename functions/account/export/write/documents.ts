import { applicationUseDocument } from '#functions/account/applications/application-use.export.ts';
import { toApplicationUse } from '#functions/account/applications/reads.ts';
import { ownApplicationsDocument } from '#functions/auth/client/client.export.ts';
import { clientKeys } from '#functions/auth/client/client.keys.ts';
import { listOwnIds, type OwnClients } from '#functions/auth/client/client.ts';
import { emailLinksDocument } from '#functions/auth/email-link/email-link.export.ts';
import { grantsDocument } from '#functions/auth/grant/grant.export.ts';
import {
  erasureDocument,
  userDocument,
} from '#functions/auth/identity/identity.export.ts';
import {
  sessionsDocument,
  trustedDevicesDocument,
} from '#functions/auth/session/session.export.ts';
import { remoteConnectionsDocument } from '#functions/connections/connection/connection.export.ts';
import {
  hideAccount,
  type RemoteConnection,
} from '#functions/connections/connection/remote-connection.ts';
import { RemoteConnectionRepresentation } from '#functions/connections/connection/remote-connection-representation.ts';
import { inboxesDocument } from '#functions/connections/inbox/inbox.export.ts';
import {
  type DayItem,
  getDayDate,
  listStoredEntries,
} from '#functions/diary/entry/day-item.ts';
import { diaryDocument } from '#functions/diary/entry/entry.export.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import { presentOwn, presentWithOffset } from '#functions/diary/entry/present-entry.ts';
import { presentChosen, presentOrigin } from '#functions/diary/entry/present-origin.ts';
import { type HiddenTypes, toVisible } from '#functions/diary/entry/visibility.ts';
import {
  fileImportsDocument,
  importedFilesDocument,
} from '#functions/diary/file-import/file-import.export.ts';
import type { FileLine } from '#functions/diary/file-import/file-line.ts';
import { toRowDigest } from '#functions/diary/food-import/food-batch.ts';
import { toMeasurementObjects } from '#functions/diary/measurement/exported-values.ts';
import { measurementsDocument } from '#functions/diary/measurement/measurement.export.ts';
import type { MeasurementMonth } from '#functions/diary/measurement/measurement-month.ts';
import { isImported, wasEdited } from '#functions/diary/merging/imported-entry.ts';
import {
  type ExportedSeries,
  workoutSeriesDocument,
} from '#functions/diary/series/series.export.ts';
import type { StoredSeries } from '#functions/diary/series/series.store.ts';
import { decodeOutline, decodeSeries } from '#functions/diary/series/series-codec.ts';
import {
  fileWorkoutsDocument,
  importedWorkoutsDocument,
} from '#functions/diary/workout-import/workout-record.export.ts';
import { dataSourcesDocument } from '#functions/main/data-source/data-source.export.ts';
import { imagesDocument } from '#functions/main/image/image.export.ts';
import type { ExportDocument, ExportText } from '#shared/contract/export-document.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import type { Language } from '#shared/pages/language.ts';
import { findActivityName } from '#shared/reference-data/activity-names.ts';
import { compact, pick } from '#shared/runtime/compact.ts';
import type { Key } from '#shared/table/keys.ts';
import { eventsDocument } from '../../event/event.export.ts';
import type { EventRow } from '../../event/event.store.ts';
import { seeEvent } from '../../event/event.ts';
import { type ItemKind, itemKinds, keys } from '../../item-kinds.ts';
import { exportsDocument } from '../data-export.export.ts';
import { type DataExports, isExportVisible } from '../data-export.ts';

/** An item of the table, of any kind. */
export type StoredItem = Readonly<Record<string, unknown>> & { pk: string; sk: string };

export type DocumentObject = Readonly<Record<string, unknown>>;

type ExportRule = (typeof itemKinds)[ItemKind]['export'];

/** The names of the documents that the registry of item kinds mentions. */
export type DocumentName = Extract<ExportRule, { document: string }>['document'];

/** All documents in the order of the archive. A missing document does not compile. */
export const exportDocuments: Readonly<Record<DocumentName, ExportDocument>> = {
  user: userDocument,
  email_links: emailLinksDocument,
  sessions: sessionsDocument,
  trusted_devices: trustedDevicesDocument,
  grants: grantsDocument,
  application_use: applicationUseDocument,
  own_applications: ownApplicationsDocument,
  data_sources: dataSourcesDocument,
  remote_connections: remoteConnectionsDocument,
  imported_workouts: importedWorkoutsDocument,
  file_workouts: fileWorkoutsDocument,
  workout_series: workoutSeriesDocument,
  file_imports: fileImportsDocument,
  imported_files: importedFilesDocument,
  images: imagesDocument,
  diary: diaryDocument,
  inboxes: inboxesDocument,
  measurements: measurementsDocument,
  events: eventsDocument,
  exports: exportsDocument,
  erasure: erasureDocument,
};

/** The names of all documents, in the order of the archive. */
export const documentNames = Object.keys(exportDocuments) as DocumentName[];

/** For whom a document is written. */
export interface DocumentContext {
  /** The language of the names. */
  language: Language;
  /** The remote connection types whose data is left out. */
  hiddenTypes: HiddenTypes;
  /** Whether an application asked for the export, which then has what it can read. */
  isOfApplication: boolean;
}

/** The place of the items of a document, and their conversion. */
export interface DocumentReader {
  /** The prefix of the sort keys in the partition, or of the partition keys of owned items. */
  prefix: string;
  /** Whether the items are in the user's partition, or in partitions of their own. */
  place: 'partition' | 'owned_items';
  /** Returns the keys of the items that the document has instead of one that only names them. */
  follow?: ItemFollower | undefined;
  /** Returns the objects that the document has for an item, with names in a language. */
  toObjects(item: StoredItem, reader: DocumentContext): readonly DocumentObject[];
}

/** Returns the objects that an item contains, with all their members. */
type ItemConverter = (
  item: StoredItem,
  context: DocumentContext,
) => readonly DocumentObject[];

/** The converters of documents whose objects differ from the items. */
const converters: Partial<Record<DocumentName, ItemConverter>> = {
  diary: toDiaryObjects,
  measurements: (item) => toMeasurementObjects(item as StoredItem & MeasurementMonth),
  events: toEventObjects,
  exports: toExportObjects,
  application_use: toUseObjects,
  remote_connections: toConnectionObjects,
  file_imports: (item) => [{ ...item, ...compact({ file: findKeptFileName(item) }) }],
  imported_files: toLineObjects,
  workout_series: toSeriesObjects,
  images: (item) => [{ ...item, file: getImageFileName(item) }],
  user: (item) => [listSetMembers(item)],
};

type ItemFollower = (item: StoredItem) => readonly Key[];

/** The followers of documents whose items name others. */
const followers: Partial<Record<DocumentName, ItemFollower>> = {
  own_applications: (item) => listOwnIds(item as OwnClients).map(clientKeys.client),
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

/** Returns how to read the items of a document, with those members that an export has. */
export function getDocumentReader(
  name: DocumentName,
  members: object = getShownMembers(exportDocuments[name]),
): DocumentReader {
  const kind = getDocumentKind(name);
  const isOwned = itemKinds[kind].erase.place === 'owned_items';
  const { pk, sk } = keys[kind](noId, noId);
  const convert = converters[name] ?? ((item) => [item]);
  return {
    prefix: isOwned ? pk : sk,
    place: isOwned ? 'owned_items' : 'partition',
    follow: followers[name],
    toObjects: (item, context) =>
      isHidden(item, context)
        ? []
        : convert(item, context).map((object) => pick(object, members)),
  };
}

/** Returns the members that a document shows, and what the README says about each, in order. */
export function getShownMembers({
  members,
}: ExportDocument): Readonly<Record<string, ExportText>> {
  const shown = Object.entries(members).filter(([, rule]) => typeof rule === 'object');
  return Object.fromEntries(shown) as Record<string, ExportText>;
}

/** Returns the name of an image's file in the archive, e.g. `images/01k9wq3d5g.jpg`. */
export function getImageFileName({
  id,
  type,
}: Readonly<Record<string, unknown>>): string {
  const [, subtype = ''] = String(type).split('/');
  const extension = subtype === 'jpeg' ? 'jpg' : subtype;
  return `images/${id}.${extension}`;
}

/** Returns the name of an import's file in the archive, or undefined if the file is not kept. */
export function findKeptFileName({
  id,
  file_name,
  keeps_file,
}: Readonly<Record<string, unknown>>): string | undefined {
  return keeps_file === true ? `imports/${id}/${file_name}` : undefined;
}

/** Returns the files of an import that an item has. */
function toLineObjects({ sk, files }: StoredItem): DocumentObject[] {
  const [, import_id] = sk.split('#');
  const lines = files as readonly FileLine[];
  return lines.map((line) => ({ ...line, import_id }));
}

/** Returns the series of a workout, with its outline. */
function toSeriesObjects(item: StoredItem): DocumentObject[] {
  const [, batch = ''] = item.sk.split('#');
  const { remote_connection_type, series, outline } = item as StoredItem & StoredSeries;
  const exported: ExportedSeries = compact({
    batch,
    remote_connection_type,
    ...decodeSeries(series),
    outline: outline && decodeOutline(outline),
  });
  return [{ ...exported }];
}

/**
 * Lists the entries of a day in the order in which they were written, duplicates included, without
 * those that are hidden from the application that asks.
 */
export function listDayEntries(
  item: object & { sk: string },
  hiddenTypes: HiddenTypes,
): Entry[] {
  const stored = listStoredEntries(item as DayItem, getDayDate(item));
  const entries = stored.flatMap((entry) => toVisible(entry, hiddenTypes) ?? []);
  return entries.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/**
 * Returns the entries of a day, with the offset of their start, the names of activity types and the
 * members that imports set.
 */
function toDiaryObjects(
  item: object & { sk: string },
  { language, hiddenTypes, isOfApplication }: DocumentContext,
) {
  return listDayEntries(item, hiddenTypes).map((entry) => ({
    ...presentWithOffset(entry),
    ...getExerciseMembers(entry, language),
    ...getRowMembers(entry),
    ...(!isOfApplication && getInboxSource(entry)),
  }));
}

function getExerciseMembers(entry: Entry, language: Language) {
  if (entry.type !== 'exercise') return {};
  const { exercise, hidden_by, imported, chosen } = entry;
  const name = findActivityName(exercise.id, language);
  return compact({
    exercise: compact({ ...exercise, name }),
    hidden_by,
    imported: imported && omitDigest(imported),
    is_edited: isImported(entry) && wasEdited(entry) ? true : undefined,
    own: presentOwn(entry),
    chosen: chosen && presentChosen(chosen),
  });
}

/** Returns whether the person has changed a row of a file. Its id there is its digest. */
function getRowMembers(entry: Entry) {
  if (!entry.from_file) return {};
  return toRowDigest(entry) === entry.from_file.file_id ? {} : { is_edited: true };
}

/** Returns the origin with the inbox and the recorder it names, which only the person sees. */
function getInboxSource(entry: Entry) {
  if (entry.type !== 'exercise' || !entry.source?.inbox_id) return {};
  const { file_name, source_name } = entry.source;
  const source = {
    ...presentOrigin(entry),
    inbox: file_name,
    ...compact({ source_name }),
  };
  return { source };
}

function omitDigest<Facts extends { digest: string }>({ digest: _, ...facts }: Facts) {
  return facts;
}

/** Returns an item with lists instead of sets, which JSON does not have. */
function listSetMembers(item: StoredItem): DocumentObject {
  const members = Object.entries(item).map(([name, value]) => [
    name,
    value instanceof Set ? [...value].sort() : value,
  ]);
  return Object.fromEntries(members);
}

/** Returns the exports of a user, which are stored in one item. */
function toExportObjects(item: object, context: DocumentContext) {
  const { exports = {} } = item as Partial<DataExports>;
  const sight = { hidden_types: context.hiddenTypes };
  const visible = Object.values(exports).filter(
    (each) => !context.isOfApplication || isExportVisible(each, sight),
  );
  // Only the type needs the copies: TypeScript does not accept an interface as a `Record`.
  return visible.map((dataExport) => ({ ...dataExport }));
}

/** Returns the events of a row, without those that are hidden from the application that asks. */
function toEventObjects(
  item: object & { sk: string },
  { hiddenTypes, isOfApplication }: DocumentContext,
) {
  const scope = isOfApplication ? fullScope : `${fullScope} measurements.read`;
  const viewer = { scope, hidden_types: hiddenTypes };
  return (item as EventRow & { sk: string }).events.flatMap((event) => {
    const seen = seeEvent(event, viewer);
    return seen ? [{ ...event, ...seen }] : [];
  });
}

/** Returns the use of an application on one day. */
function toUseObjects(item: StoredItem) {
  return [{ ...toApplicationUse(item) }];
}

/** Returns whether a sync with a hidden provider has made an item. No document has it then. */
function isHidden(
  { remote_connection_type: type }: StoredItem,
  { hiddenTypes }: DocumentContext,
): boolean {
  return hiddenTypes.some((hidden) => hidden === type);
}

/**
 * Returns a connection. An application sees that the account is connected, as in the API, even if
 * it may not see what is imported from it.
 */
function toConnectionObjects(item: StoredItem, { hiddenTypes = [] }: DocumentContext) {
  const connection = item as StoredItem & RemoteConnection;
  if (!hiddenTypes.includes(connection.type)) return [item];
  const known = hideAccount(connection, hiddenTypes);
  return [pick(known, RemoteConnectionRepresentation.shape)];
}
