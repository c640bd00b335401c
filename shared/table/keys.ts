/** The primary key of an item in the table. */
export interface Key {
  pk: string;
  sk: string;
}

/** The items of one partition whose sort keys begin with `prefix`. */
interface PrefixRange {
  pk: string;
  prefix: string;
}

/** The items of one partition whose sort keys are between two strings, both included. */
interface SpanRange {
  pk: string;
  from: string;
  to: string;
}

/**
 * The sparse index over `collection` and `collection_sk`. It has only items with these attributes.
 */
export const collectionIndex = 'by_collection';

/** Returns whether a key is within DynamoDB's size limits. An id from a request can exceed them. */
export function isWithinKeySizeLimits({ pk, sk }: Key): boolean {
  return Buffer.byteLength(pk) <= 2048 && Buffer.byteLength(sk) <= 1024;
}

/** Returns the key of an item, without its other attributes. */
export function toKey({ pk, sk }: Key): Key {
  return { pk, sk };
}

/** Returns a function that creates the keys of items that each have their own partition. */
function defineItemKey(kind: string, sk = kind) {
  return (id: string): Key => ({ pk: `${kind}#${id}`, sk });
}

/** Returns a function that creates the key of the only item of a kind in an owner's partition. */
function defineSingletonKey(sk: string) {
  return (user_id: string): Key => ({ pk: `USER#${user_id}`, sk });
}

/** Returns a function that creates the keys of items of a kind in an owner's partition. */
function defineOwnedKey(kind: string) {
  return (user_id: string, id: string): Key => ({
    pk: `USER#${user_id}`,
    sk: `${kind}#${id}`,
  });
}

/** Returns a function that creates the range of all items of a kind in an owner's partition. */
function defineOwnedRange(kind: string) {
  return (user_id: string): PrefixRange => ({
    pk: `USER#${user_id}`,
    prefix: `${kind}#`,
  });
}

/**
 * Returns a function that creates the range of an owner's items of a kind whose ids are between two
 * ids, both included.
 */
function defineOwnedSpan(kind: string) {
  return (user_id: string, first: string, last: string): SpanRange => ({
    pk: `USER#${user_id}`,
    from: `${kind}#${first}`,
    to: `${kind}#${last}`,
  });
}

/**
 * Every key of the table. An owner is a user or the service principal of an application. Most items
 * of an owner are in the owner's partition: a key with one owner's id cannot reach the items of
 * another owner. Items that are found without their owner's id have partitions of their own; the
 * collection `OWNED#user_id` lists them.
 *
 * A provider's budget counts the requests of a day. Its id has the provider's type, `client` or the
 * digest of the account that the limits are for, and the day. `item-kinds.ts` says what export and
 * erasure do with the items of each kind.
 *
 * | item                  | pk                    | sk                   | collection            |
 * | --------------------- | --------------------- | -------------------- | --------------------- |
 * | user                  | USER#user_id          | PROFILE              | USERS                 |
 * | email of a user       | EMAIL#address         | SIGN_IN              | OWNED#user_id         |
 * | credentials           | USER#user_id          | CREDENTIALS          |                       |
 * | email link            | USER#user_id          | EMAIL_LINK#id        | LINKED_EMAIL#address  |
 * | client                | APPLICATION#client_id | APPLICATION          | APPLICATIONS          |
 * | client's logo         | APPLICATION#client_id | LOGO                 |                       |
 * | authorization request | AUTHORIZATION#id      | AUTHORIZATION        |                       |
 * | session               | USER#user_id          | SESSION#id           |                       |
 * | grant                 | USER#user_id          | GRANT#id             | APPLICATION#client_id |
 * | erasure               | USER#user_id          | ERASURE              | ERASURES              |
 * | erasure's receipt     | RECEIPT#id            | RECEIPT              | RECEIPTS              |
 * | rate limit            | ATTEMPTS#digest       | ATTEMPTS             |                       |
 * | trusted device        | USER#user_id          | TRUSTED_DEVICE#id    |                       |
 * | data source           | USER#user_id          | DATA_SOURCE#id       |                       |
 * | data sources' count   | USER#user_id          | DATA_SOURCES         |                       |
 * | remote connection     | USER#user_id          | REMOTE_CONNECTION#id | SYNC_DUE#shard        |
 * | connections' count    | USER#user_id          | REMOTE_CONNECTIONS   |                       |
 * | provider account      | REMOTE_ACCOUNT#digest | REMOTE_ACCOUNT       | OWNED#user_id         |
 * | client at a provider  | PROVIDERS             | PROVIDER#type        |                       |
 * | connect request       | CONNECT#id            | CONNECT              |                       |
 * | provider's budget     | PROVIDER_BUDGET#id    | PROVIDER_BUDGET      |                       |
 * | diary day             | USER#user_id          | DIARY#date           |                       |
 * | sync request          | USER#user_id          | SYNC_REQUEST#id      |                       |
 * | imported workout      | USER#user_id          | WORKOUT#digest       |                       |
 * | idempotency key       | USER#user_id          | IDEMPOTENCY#digest   |                       |
 * | exports               | USER#user_id          | EXPORTS              |                       |
 * | device                | DEVICE#id             | DEVICE               |                       |
 * | image                 | IMAGE#id              | IMAGE                | OWNED#user_id         |
 * | image's variant sizes | IMAGE#id              | VARIANTS             |                       |
 * | image's renderings    | IMAGE#id              | RENDERINGS#date      |                       |
 */
export const keys = {
  user: defineSingletonKey('PROFILE'),
  users: () => 'USERS',
  ownedItems: (user_id: string) => `OWNED#${user_id}`,
  email: defineItemKey('EMAIL', 'SIGN_IN'),
  credentials: defineSingletonKey('CREDENTIALS'),
  emailLink: defineOwnedKey('EMAIL_LINK'),
  emailLinks: defineOwnedRange('EMAIL_LINK'),
  linksToEmail: (address: string) => `LINKED_EMAIL#${address}`,
  client: defineItemKey('APPLICATION'),
  clientLogo: defineItemKey('APPLICATION', 'LOGO'),
  clients: () => 'APPLICATIONS',
  authorization: defineItemKey('AUTHORIZATION'),
  session: defineOwnedKey('SESSION'),
  sessions: defineOwnedRange('SESSION'),
  grant: defineOwnedKey('GRANT'),
  grants: defineOwnedRange('GRANT'),
  grantsOfClient: (client_id: string) => `APPLICATION#${client_id}`,
  erasure: defineSingletonKey('ERASURE'),
  erasures: () => 'ERASURES',
  erasureReceipt: defineItemKey('RECEIPT'),
  erasureReceipts: () => 'RECEIPTS',
  rateLimit: defineItemKey('ATTEMPTS'),
  trustedDevice: defineOwnedKey('TRUSTED_DEVICE'),
  trustedDevices: defineOwnedRange('TRUSTED_DEVICE'),
  dataSource: defineOwnedKey('DATA_SOURCE'),
  dataSources: defineOwnedRange('DATA_SOURCE'),
  dataSourceCount: defineSingletonKey('DATA_SOURCES'),
  remoteConnection: defineOwnedKey('REMOTE_CONNECTION'),
  remoteConnections: defineOwnedRange('REMOTE_CONNECTION'),
  remoteConnectionCount: defineSingletonKey('REMOTE_CONNECTIONS'),
  providerAccount: defineItemKey('REMOTE_ACCOUNT'),
  providerClient: (type: string): Key => ({ pk: 'PROVIDERS', sk: `PROVIDER#${type}` }),
  providerClients: (): PrefixRange => ({ pk: 'PROVIDERS', prefix: 'PROVIDER#' }),
  connectRequest: defineItemKey('CONNECT'),
  diaryDay: defineOwnedKey('DIARY'),
  diaryDays: defineOwnedSpan('DIARY'),
  syncRequest: defineOwnedKey('SYNC_REQUEST'),
  syncRequests: defineOwnedRange('SYNC_REQUEST'),
  dueSyncs: (shard: number) => `SYNC_DUE#${shard}`,
  providerBudget: defineItemKey('PROVIDER_BUDGET'),
  importedWorkout: defineOwnedKey('WORKOUT'),
  importedWorkouts: defineOwnedRange('WORKOUT'),
  idempotencyKey: defineOwnedKey('IDEMPOTENCY'),
  dataExports: defineSingletonKey('EXPORTS'),
  device: defineItemKey('DEVICE'),
  image: defineItemKey('IMAGE'),
  imageVariants: defineItemKey('IMAGE', 'VARIANTS'),
  imageRenderings: (id: string, date: string): Key => ({
    pk: `IMAGE#${id}`,
    sk: `RENDERINGS#${date}`,
  }),
};

/**
 * Returns the index attributes of an item that is outside its owner's partition. By them, the index
 * lists all such items of an owner. Only one item of a partition may have these attributes: two
 * would share a sort key, and a page of the list that begins after one would skip the other.
 */
export function toOwnedAttributes(user_id: string, { pk }: Pick<Key, 'pk'>) {
  return { collection: keys.ownedItems(user_id), collection_sk: pk };
}

/** Returns the owner of an item. Throws an error if the item is not in an owner's partition. */
export function requireOwner({ pk }: Pick<Key, 'pk'>): string {
  const [kind, id] = pk.split('#');
  if (kind !== 'USER' || !id) throw new Error('The item has no owner.');
  return id;
}
