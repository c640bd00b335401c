import { attemptKeys } from '#functions/auth/attempts/attempts.keys.ts';
import { authorizationKeys } from '#functions/auth/authorize/authorization.keys.ts';
import { clientKeys } from '#functions/auth/client/client.keys.ts';
import { dataPolicyKeys } from '#functions/auth/data-policy/data-policy.keys.ts';
import { emailLinkKeys } from '#functions/auth/email-link/email-link.keys.ts';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { quotaKeys } from '#functions/auth/quota/quota.keys.ts';
import { sessionKeys } from '#functions/auth/session/session.keys.ts';
import { pendingSignInKeys } from '#functions/auth/sign-in/pending-sign-in.keys.ts';
import { connectionKeys } from '#functions/connections/connection/remote-connection.keys.ts';
import { inboxKeys } from '#functions/connections/inbox/inbox.keys.ts';
import { providerClientKeys } from '#functions/connections/provider-credentials/client.keys.ts';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import { fileImportKeys } from '#functions/diary/file-import/file-import.keys.ts';
import { pushedFileKeys } from '#functions/diary/file-import/pushed/pushed-file.keys.ts';
import { measurementKeys } from '#functions/diary/measurement/measurement.keys.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { seriesKeys } from '#functions/diary/series/series.keys.ts';
import { workoutRecordKeys } from '#functions/diary/workout-import/workout-record.keys.ts';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import { deviceKeys } from '#functions/main/device/device.keys.ts';
import { imageKeys } from '#functions/main/image/image.keys.ts';
import { idempotencyKeys } from '#shared/idempotency/idempotency.keys.ts';
import { useKeys } from '#shared/quota/use.keys.ts';
import { scheduleKeys } from '#shared/schedule/schedule.keys.ts';
import type { Key } from '#shared/table/keys.ts';
import { accountKeys } from './account.keys.ts';
import { eventKeys } from './event/event.keys.ts';
import { mailDeliveryKeys } from './mail-delivery/mail-delivery.keys.ts';
import { webhookKeys } from './webhook/webhook.keys.ts';

/**
 * Every key of the table. An owner is a user or the service principal of an application. Most items
 * of an owner are in the owner's partition: a key with one owner's id cannot reach the items of
 * another owner. Items that are found without their owner's id have partitions of their own; the
 * collection `OWNED#user_id` lists them. It lists a device as long as only one user has named it.
 *
 * A provider's limits count the requests of a day. Their id has the provider's type, `client` or
 * the digest of the account that the limits are for, and the day.
 *
 * | item                  | pk                    | sk                   | collection            |
 * | --------------------- | --------------------- | -------------------- | --------------------- |
 * | user                  | USER#user_id          | PROFILE              | USERS                 |
 * | email of a user       | EMAIL#address         | SIGN_IN              | OWNED#user_id         |
 * | credentials           | USER#user_id          | CREDENTIALS          |                       |
 * | email link            | USER#user_id          | EMAIL_LINK#id        | LINKED_EMAIL#address  |
 * | client                | APPLICATION#client_id | APPLICATION          | APPLICATIONS          |
 * | client's logo         | APPLICATION#client_id | LOGO                 |                       |
 * | proposed logo         | APPLICATION#client_id | PROPOSED_LOGO        |                       |
 * | own applications      | USER#user_id          | OWN_APPLICATIONS     |                       |
 * | webhook               | APPLICATION#client_id | WEBHOOK#id           | WEBHOOKS_DUE          |
 * | webhooks' targets     | APPLICATION#client_id | WEBHOOKS             |                       |
 * | newest webhook        | WEBHOOKS              | WEBHOOKS             |                       |
 * | job of a webhook      | APPLICATION#client_id | WEBHOOK_JOB#id       |                       |
 * | delivery to a webhook | USER#user_id          | WEBHOOK_DELIVERY#ids | WEBHOOK_DELIVERIES#id |
 * | notice to a webhook   | APPLICATION#client_id | WEBHOOK_NOTICE#ids   | WEBHOOK_DELIVERIES#id |
 * | use of a client       | APPLICATION#client_id | USE#date             |                       |
 * | use by a user         | USER#user_id          | USE#date#client_id   |                       |
 * | limits of all clients | LIMITS                | LIMITS               |                       |
 * | authorization request | AUTHORIZATION#id      | AUTHORIZATION        |                       |
 * | session               | USER#user_id          | SESSION#id           |                       |
 * | grant                 | USER#user_id          | GRANT#id             | APPLICATION#client_id |
 * | seat in a client      | USER#user_id          | SEAT#client_id       | SEATS#client_id       |
 * | seats' count          | APPLICATION#client_id | SEATS                |                       |
 * | erasure               | USER#user_id          | ERASURE              | ERASURES              |
 * | erasure's receipt     | RECEIPT#id            | RECEIPT              | RECEIPTS              |
 * | rate limit            | ATTEMPTS#digest       | ATTEMPTS             |                       |
 * | trusted device        | USER#user_id          | TRUSTED_DEVICE#id    |                       |
 * | data source           | USER#user_id          | DATA_SOURCE#id       |                       |
 * | data sources' count   | USER#user_id          | DATA_SOURCES         |                       |
 * | remote connection     | USER#user_id          | REMOTE_CONNECTION#id | SYNC_DUE#shard        |
 * | connections' count    | USER#user_id          | REMOTE_CONNECTIONS   |                       |
 * | provider account      | REMOTE_ACCOUNT#digest | REMOTE_ACCOUNT       | OWNED#user_id         |
 * | inbox                 | USER#user_id          | INBOX#id             |                       |
 * | window of an inbox    | USER#user_id          | BACKFILL#id          |                       |
 * | inboxes' count        | USER#user_id          | INBOXES              |                       |
 * | client at a provider  | PROVIDERS             | PROVIDER#type        |                       |
 * | data policies         | PROVIDERS             | POLICIES             |                       |
 * | connect request       | CONNECT#id            | CONNECT              |                       |
 * | provider's limits     | PROVIDER_BUDGET#id    | PROVIDER_BUDGET      |                       |
 * | run of a schedule     | SCHEDULED_RUN#name    | SCHEDULED_RUN        |                       |
 * | diary day             | USER#user_id          | DIARY#date           |                       |
 * | measurements of month | USER#user_id          | MEASUREMENT#type#month |                     |
 * | sync request          | USER#user_id          | SYNC_REQUEST#id      |                       |
 * | imported workout      | USER#user_id          | WORKOUT#digest       |                       |
 * | workout of a file     | USER#user_id          | FILE_WORKOUT#digest  |                       |
 * | series of a workout   | USER#user_id          | SERIES#batch         |                       |
 * | series that waits     | USER#user_id          | WAITING_SERIES#digest |                      |
 * | import of files       | USER#user_id          | IMPORT#id            |                       |
 * | lines of an import    | USER#user_id          | IMPORT_LINES#id      |                       |
 * | running imports       | USER#user_id          | IMPORTS              |                       |
 * | imports of a day      | USER#user_id          | IMPORT_DAY#date      |                       |
 * | file of an inbox      | USER#user_id          | PUSHED#id            |                       |
 * | devices of files      | USER#user_id          | FILE_DEVICES         |                       |
 * | idempotency key       | USER#user_id          | IDEMPOTENCY#digest   |                       |
 * | exports               | USER#user_id          | EXPORTS              |                       |
 * | event log             | USER#user_id          | EVENTS               |                       |
 * | events                | USER#user_id          | EVENT#sequence       |                       |
 * | mail server           | MAIL_SERVER           | MAIL_SERVER          |                       |
 * | blocked address       | BLOCKED_ADDRESS#digest | BLOCKED_ADDRESS     | BLOCKED_ADDRESSES     |
 * | test of mail          | MAIL_TEST#id          | MAIL_TEST            |                       |
 * | device                | DEVICE#id             | DEVICE               | OWNED#user_id         |
 * | image                 | IMAGE#id              | IMAGE                | OWNED#user_id         |
 * | deleted image         | USER#user_id          | DELETED_IMAGE#id     |                       |
 * | image's variant sizes | IMAGE#id              | VARIANTS             |                       |
 * | image's renderings    | IMAGE#id              | RENDERINGS#date      |                       |
 * | images of a day       | USER#user_id          | UPLOADED_IMAGES#date |                       |
 */
export const keys = {
  ...identityKeys,
  ...emailLinkKeys,
  ...clientKeys,
  ...authorizationKeys,
  ...sessionKeys,
  ...grantKeys,
  ...attemptKeys,
  ...quotaKeys,
  ...pendingSignInKeys,
  ...dataSourceKeys,
  ...deviceKeys,
  ...imageKeys,
  ...dayKeys,
  ...measurementKeys,
  ...originKeys,
  ...workoutRecordKeys,
  ...seriesKeys,
  ...fileImportKeys,
  ...pushedFileKeys,
  ...connectionKeys,
  ...inboxKeys,
  ...providerClientKeys,
  ...dataPolicyKeys,
  ...accountKeys,
  ...webhookKeys,
  ...eventKeys,
  ...mailDeliveryKeys,
  ...idempotencyKeys,
  ...useKeys,
  ...scheduleKeys,
};

/** The members of `keys` that create the key of one item. */
type KeyName = {
  [Name in keyof typeof keys]: ReturnType<(typeof keys)[Name]> extends Key ? Name : never;
}[keyof typeof keys];

/**
 * The kinds of items. They come from the rules, so that a kind without rules is one compiler error,
 * at the rules.
 */
export type ItemKind = keyof typeof itemKinds;

/**
 * Why no document of an export has the items of a kind: they are digests of secrets, coordinate
 * work of the service, repeat what a document has, expire in a short time, or belong to no user.
 */
export type Omission = 'secret' | 'internal' | 'copy' | 'expires' | 'not_personal';

/** The document of an export with the items of a kind, or why no document has them. */
type ExportRule = { document: string } | { omitted: Omission };

/**
 * The place of the items of a kind for an erasure: in the partition of their user, by
 * `keys.ownedItems`, or in the partition of another item of the user. Items that expire are left
 * to the table, which deletes them. Items that are not personal stay.
 */
type EraseRule =
  | { place: 'partition' }
  | { place: 'owned_items' }
  | { place: 'beside'; kind: KeyName }
  | ExpiryRule
  | { place: 'not_personal'; reason: string };

interface ExpiryRule {
  place: 'expires';
  /** An item expires at most this long after its last change. */
  afterSeconds: number;
  /** The personal content of an item, for readers of this list. */
  content: string;
}

export interface ItemKindRules {
  export: ExportRule;
  erase: EraseRule;
}

const inPartition = { place: 'partition' } as const;
const inOwnedItems = { place: 'owned_items' } as const;
const ofApplication = notPersonal('it belongs to an application');
const ofOperator = notPersonal('it belongs to the operator');

const hour = 60 * 60;

/**
 * The treatment of every kind by export and erasure. A kind that is missing here does not compile.
 */
export const itemKinds = {
  user: { export: { document: 'user' }, erase: inPartition },
  email: { export: { omitted: 'copy' }, erase: inOwnedItems },
  credentials: { export: { omitted: 'secret' }, erase: inPartition },
  emailLink: { export: { document: 'email_links' }, erase: inPartition },
  client: ofApplication,
  proposedLogo: ofApplication,
  clientLogo: ofApplication,
  ownApplications: { export: { document: 'own_applications' }, erase: inPartition },
  webhook: ofApplication,
  webhookTargets: ofApplication,
  newestWebhook: ofApplication,
  scheduledRun: ofOperator,
  webhookJob: ofApplication,
  webhookDelivery: { export: { omitted: 'copy' }, erase: inPartition },
  webhookNotice: {
    export: { omitted: 'not_personal' },
    erase: expires(
      30 * 24 * hour,
      'the id of a user who was erased, or whose grant ended',
    ),
  },
  userUse: { export: { document: 'application_use' }, erase: inPartition },
  clientUse: ofApplication,
  limits: ofOperator,
  authorization: {
    export: { omitted: 'expires' },
    erase: expires(
      hour,
      'a digest of the id of the user who allowed or denied a request',
    ),
  },
  session: { export: { document: 'sessions' }, erase: inPartition },
  grant: { export: { document: 'grants' }, erase: inPartition },
  seat: { export: { omitted: 'internal' }, erase: inPartition },
  seatCount: ofApplication,
  erasure: { export: { document: 'erasure' }, erase: inPartition },
  erasureReceipt: notPersonal('it belongs to the operator, and names no user'),
  rateLimit: {
    export: { omitted: 'expires' },
    erase: expires(25 * hour, 'a digest of an address, and a count of attempts'),
  },
  trustedDevice: { export: { document: 'trusted_devices' }, erase: inPartition },
  dataSource: { export: { document: 'data_sources' }, erase: inPartition },
  dataSourceCount: { export: { omitted: 'internal' }, erase: inPartition },
  remoteConnection: { export: { document: 'remote_connections' }, erase: inPartition },
  remoteConnectionCount: { export: { omitted: 'internal' }, erase: inPartition },
  providerAccount: { export: { omitted: 'copy' }, erase: inOwnedItems },
  inbox: { export: { document: 'inboxes' }, erase: inPartition },
  backfill: { export: { omitted: 'internal' }, erase: inPartition },
  inboxCount: { export: { omitted: 'internal' }, erase: inPartition },
  providerClient: ofOperator,
  dataPolicies: ofOperator,
  connectRequest: {
    export: { omitted: 'expires' },
    erase: expires(hour, 'a digest of the secret of a browser'),
  },
  diaryDay: { export: { document: 'diary' }, erase: inPartition },
  measurements: { export: { document: 'measurements' }, erase: inPartition },
  syncRequest: { export: { omitted: 'internal' }, erase: inPartition },
  providerBudgets: {
    export: { omitted: 'internal' },
    erase: expires(48 * hour, 'a digest of the id of an account at a provider'),
  },
  importedWorkout: { export: { document: 'imported_workouts' }, erase: inPartition },
  fileWorkout: { export: { document: 'file_workouts' }, erase: inPartition },
  workoutSeries: { export: { document: 'workout_series' }, erase: inPartition },
  waitingSeries: { export: { omitted: 'expires' }, erase: inPartition },
  importJob: { export: { document: 'file_imports' }, erase: inPartition },
  importLines: { export: { document: 'imported_files' }, erase: inPartition },
  runningImports: { export: { omitted: 'internal' }, erase: inPartition },
  importsOfDay: { export: { omitted: 'internal' }, erase: inPartition },
  pushedFile: { export: { omitted: 'expires' }, erase: inPartition },
  fileDevices: { export: { omitted: 'internal' }, erase: inPartition },
  idempotencyKey: { export: { omitted: 'internal' }, erase: inPartition },
  dataExports: { export: { document: 'exports' }, erase: inPartition },
  eventLog: { export: { omitted: 'internal' }, erase: inPartition },
  eventRow: { export: { document: 'events' }, erase: inPartition },
  mailServer: ofOperator,
  blockedAddress: {
    export: { omitted: 'internal' },
    erase: expires(365 * 24 * hour, 'a digest of an address that gets no mail'),
  },
  mailTest: {
    export: { omitted: 'not_personal' },
    erase: expires(hour, 'the address to which the operator sent a test'),
  },
  device: { export: { omitted: 'copy' }, erase: inOwnedItems },
  image: { export: { document: 'images' }, erase: inOwnedItems },
  deletedImage: { export: { omitted: 'internal' }, erase: inPartition },
  imageVariants: {
    export: { omitted: 'internal' },
    erase: { place: 'beside', kind: 'image' },
  },
  imagesOfDay: { export: { omitted: 'internal' }, erase: inPartition },
  imageRenderings: {
    export: { omitted: 'internal' },
    erase: { place: 'beside', kind: 'image' },
  },
} as const satisfies Record<KeyName, ItemKindRules>;

function notPersonal(reason: string) {
  return {
    export: { omitted: 'not_personal' },
    erase: { place: 'not_personal', reason },
  } as const;
}

function expires(afterSeconds: number, content: string) {
  return { place: 'expires', afterSeconds, content } as const;
}

/** Describes the kind of a key: what is before the first `#` in both parts. */
function describeKind({ pk, sk }: Key): string {
  const [partition] = pk.split('#');
  const [sort] = sk.split('#');
  return `${partition} ${sort}`;
}

const kindNames = Object.keys(itemKinds) as ItemKind[];
const kindsByDescription = new Map(
  kindNames.map((kind) => [describeKind(keys[kind]('', '')), kind]),
);

/** Returns the kind of an item, or undefined if no member of `keys` creates its key. */
export function findItemKind(key: Key): ItemKind | undefined {
  return kindsByDescription.get(describeKind(key));
}
