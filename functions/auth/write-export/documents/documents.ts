import type { RemoteConnection } from '#shared/remote-connection/remote-connection.ts';
import type { SyncState } from '#shared/remote-connection/sync-state.ts';
import type { itemKinds } from '#shared/table/item-kinds.ts';
import { keys } from '#shared/table/keys.ts';
import type { EmailLink } from '../../email-link/email-link.ts';
import type { Erasure } from '../../erasure/erasure.ts';
import type { Grant } from '../../grant/grant.ts';
import type { UserProfile } from '../../identity/identity.ts';
import type { Session } from '../../session/session.store.ts';
import type { TrustedDevice } from '../../trusted-device/trusted-device.store.ts';
import { dataSourceRules, toDataSourceObjects } from './data-sources.ts';
import { diaryRules, toDiaryObjects } from './diary.ts';
import { exportRules, toExportObjects } from './exports.ts';
import { getImageFileName } from './image-file-name.ts';
import {
  defineRulesFor,
  listShown,
  type MemberRule,
  pickShown,
  type ShownMember,
} from './members.ts';

/** An item of the table, of any kind. */
export type StoredItem = Readonly<Record<string, unknown>> & { pk: string; sk: string };

/** An object in a document. */
export type DocumentObject = Readonly<Record<string, unknown>>;

/** One JSON document with what is stored about a user in the items of a kind. */
export interface ExportDocument {
  /** The prefix of the sort keys in the partition, or of the partition keys of owned items. */
  prefix: string;
  /** Where the items are: in the user's partition, or in partitions of their own. */
  place: 'partition' | 'owned_items';
  /** The names of the members of an object, which the README explains. */
  fields: readonly string[];
  /** Returns the objects that the document has for an item. */
  toObjects(item: StoredItem): readonly DocumentObject[];
}

type Rule = (typeof itemKinds)[keyof typeof itemKinds]['export'];

/** The names of the documents that the registry of item kinds mentions. */
export type DocumentName = Extract<Rule, { document: string }>['document'];

/** The item of an image. Its type is repeated, because domains do not import each other. */
interface StoredImage {
  id: string;
  user_id: string;
  href: string;
  rel: string;
  index: number;
  type: string;
  width: number;
  height: number;
  bytes: number;
  created_datetime: string;
}

/** The record of an imported workout. Its type is repeated, like that of an image. */
interface StoredWorkout {
  remote_connection_type: string;
  remote_connection_id: string;
  batch: string;
  storage_date: string;
  /** In records that earlier versions stored. */
  is_deleted?: boolean;
  replaced?: readonly object[];
}

const rules = {
  user: defineRulesFor<UserProfile>()({
    id: 'shown',
    username: 'shown',
    display_name: 'shown',
    email: 'shown',
    date_joined: 'shown',
    disabled_datetime: 'shown',
  }),
  email_links: defineRulesFor<EmailLink>()({
    id: 'shown',
    user_id: 'internal',
    purpose: 'shown',
    email: 'shown',
    previous_email: 'shown',
    display_name: 'shown',
    expires_at: 'shown',
    used_at: 'shown',
    digests: 'secret',
    password_digest: 'secret',
    request: 'internal',
    ttl: 'internal',
  }),
  sessions: defineRulesFor<Session>()({
    id: 'shown',
    user_id: 'internal',
    username: 'shown',
    browser: 'shown',
    created_datetime: 'shown',
    expires_at: 'shown',
    digest: 'secret',
    ttl: 'internal',
  }),
  trusted_devices: defineRulesFor<TrustedDevice>()({
    id: 'secret',
    browser: 'shown',
    created_datetime: 'shown',
    last_used_on: 'shown',
    expires_at: 'shown',
    ttl: 'internal',
  }),
  grants: defineRulesFor<Grant>()({
    id: 'shown',
    user_id: 'internal',
    username: 'shown',
    client_id: 'shown',
    application_name: 'shown',
    token_use: 'internal',
    scope: 'shown',
    created_datetime: 'shown',
    redeemed_at: 'shown',
    rotated_at: 'shown',
    last_used_on: 'shown',
    expires_at: 'shown',
    revoked_at: 'shown',
    redirect_uri: 'shown',
    access_scope: 'shown',
    access_expires_at: 'shown',
    generation: 'internal',
    code_expires_at: 'internal',
    previous_access_expires_at: 'internal',
    previous_access_scope: 'internal',
    ttl: 'internal',
    code_digest: 'secret',
    code_challenge: 'secret',
    salt: 'secret',
    access_digest: 'secret',
    refresh_digest: 'secret',
    previous_access_digest: 'secret',
    previous_refresh_digest: 'secret',
  }),
  data_sources: dataSourceRules,
  remote_connections: defineRulesFor<StoredConnection>()({
    id: 'shown',
    type: 'shown',
    remote_id: 'shown',
    created_datetime: 'shown',
    last_sync_time: 'shown',
    status: 'shown',
    provider_tokens: 'secret',
    sync_cursor: 'internal',
    sync_fetched: 'internal',
    sync_is_partial: 'internal',
    sync_reported: 'internal',
    sync_turn: 'internal',
    webhook_subscribed: 'internal',
    sync_sources: 'internal',
    sync_failures: 'internal',
    sync_unreadable: 'internal',
    sync_lease: 'internal',
    sync_lease_until: 'internal',
    collection: 'internal',
    collection_sk: 'internal',
  }),
  imported_workouts: defineRulesFor<StoredWorkout>()({
    remote_connection_type: 'shown',
    remote_connection_id: 'shown',
    batch: 'shown',
    storage_date: 'shown',
    is_deleted: 'shown',
    replaced: 'internal',
  }),
  images: defineRulesFor<StoredImage & { file: string }>()({
    id: 'shown',
    file: 'shown',
    user_id: 'internal',
    href: 'shown',
    rel: 'shown',
    index: 'shown',
    type: 'shown',
    width: 'shown',
    height: 'shown',
    bytes: 'shown',
    created_datetime: 'shown',
  }),
  diary: diaryRules,
  exports: exportRules,
  erasure: defineRulesFor<Erasure>()({
    id: 'shown',
    state: 'shown',
    reason: 'shown',
    requested_datetime: 'shown',
    due_datetime: 'shown',
    started_datetime: 'shown',
    language: 'shown',
    emails: 'internal',
    counts: 'internal',
    collection: 'internal',
    collection_sk: 'internal',
    ttl: 'internal',
  }),
} as const satisfies Record<DocumentName, Readonly<Record<string, MemberRule>>>;

/** A remote connection as it is stored. */
type StoredConnection = RemoteConnection & SyncState & { provider_tokens: object };

type Rules = typeof rules;

/** The names of the members in the documents, which the README explains in every language. */
export type FieldName = {
  [Name in DocumentName]: ShownMember<Rules[Name]>;
}[DocumentName];

/** An empty id. A key with this id is the prefix of all keys of the same kind. */
const noId = '';

const prefixes: Readonly<Record<DocumentName, string>> = {
  user: keys.user(noId).sk,
  email_links: keys.emailLink(noId, noId).sk,
  sessions: keys.session(noId, noId).sk,
  trusted_devices: keys.trustedDevice(noId, noId).sk,
  grants: keys.grant(noId, noId).sk,
  data_sources: keys.dataSource(noId, noId).sk,
  remote_connections: keys.remoteConnection(noId, noId).sk,
  imported_workouts: keys.importedWorkout(noId, noId).sk,
  images: keys.image(noId).pk,
  diary: keys.diaryDay(noId, noId).sk,
  exports: keys.dataExports(noId).sk,
  erasure: keys.erasure(noId).sk,
};

const converters: Partial<Record<DocumentName, ExportDocument['toObjects']>> = {
  data_sources: toDataSourceObjects,
  diary: toDiaryObjects,
  exports: toExportObjects,
  images: (item) => [pickShown({ ...item, file: getImageFileName(item) }, rules.images)],
};

/** Returns a document of an export. */
export function getExportDocument(name: DocumentName): ExportDocument {
  return {
    prefix: prefixes[name],
    place: name === 'images' ? 'owned_items' : 'partition',
    fields: listShown(rules[name]),
    toObjects: converters[name] ?? ((item) => [pickShown(item, rules[name])]),
  };
}

/** The names of all documents, in the order of the archive. */
export const documentNames = Object.keys(rules) as DocumentName[];
