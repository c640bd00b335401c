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

/**
 * The sparse index over `collection` and `collection_sk`. It has only items with these attributes.
 */
export const collectionIndex = 'by_collection';

/** Returns whether a key is within DynamoDB's size limits. Made-up ids can lead to a larger one. */
export function canExist({ pk, sk }: Key): boolean {
  return Buffer.byteLength(pk) <= 2048 && Buffer.byteLength(sk) <= 1024;
}

/** Creates the keys of a kind of item that has a partition of its own. */
function item(kind: string, sk = kind) {
  return (id: string): Key => ({ pk: `${kind}#${id}`, sk });
}

/** Creates the keys of the only item of a kind in an owner's partition. */
function ownedSingleton(sk: string) {
  return (user_id: string): Key => ({ pk: `USER#${user_id}`, sk });
}

/** Creates the keys of a kind of item in an owner's partition. */
function ownedItem(kind: string) {
  return (user_id: string, id: string): Key => ({
    pk: `USER#${user_id}`,
    sk: `${kind}#${id}`,
  });
}

/** Creates the key ranges of all items of a kind in an owner's partition. */
function ownedItems(kind: string) {
  return (user_id: string): PrefixRange => ({
    pk: `USER#${user_id}`,
    prefix: `${kind}#`,
  });
}

/**
 * Every key of the table. Items of one owner are in that owner's partition, so a user's id cannot
 * address the items of another. An owner is a user or the service principal of an application.
 *
 * | item                  | pk                    | sk                   | collection            |
 * | --------------------- | --------------------- | -------------------- | --------------------- |
 * | user                  | USER#user_id          | PROFILE              | USERS                 |
 * | identity by email     | EMAIL#address         | SIGN_IN              |                       |
 * | client                | APPLICATION#client_id | APPLICATION          | APPLICATIONS          |
 * | authorization request | AUTHORIZATION#id      | AUTHORIZATION        |                       |
 * | session               | USER#user_id          | SESSION#id           |                       |
 * | grant                 | USER#user_id          | GRANT#id             | APPLICATION#client_id |
 * | rate limit            | ATTEMPTS#digest       | ATTEMPTS             |                       |
 * | trusted device        | BROWSER#digest        | BROWSER              |                       |
 * | data source           | USER#user_id          | DATA_SOURCE#id       |                       |
 * | data sources' count   | USER#user_id          | DATA_SOURCES         |                       |
 * | remote connection     | USER#user_id          | REMOTE_CONNECTION#id |                       |
 * | provider account      | REMOTE_ACCOUNT#digest | REMOTE_ACCOUNT       |                       |
 * | diary day             | USER#user_id          | DIARY#date           |                       |
 * | idempotency key       | USER#user_id          | IDEMPOTENCY#digest   |                       |
 * | device                | DEVICE#id             | DEVICE               |                       |
 * | image                 | IMAGE#id              | IMAGE                |                       |
 */
export const keys = {
  user: ownedSingleton('PROFILE'),
  users: () => 'USERS',
  identity: item('EMAIL', 'SIGN_IN'),
  client: item('APPLICATION'),
  clients: () => 'APPLICATIONS',
  authorization: item('AUTHORIZATION'),
  session: ownedItem('SESSION'),
  sessions: ownedItems('SESSION'),
  grant: ownedItem('GRANT'),
  grants: ownedItems('GRANT'),
  grantsOfClient: (client_id: string) => `APPLICATION#${client_id}`,
  rateLimit: item('ATTEMPTS'),
  trustedDevice: item('BROWSER'),
  dataSource: ownedItem('DATA_SOURCE'),
  dataSources: ownedItems('DATA_SOURCE'),
  dataSourceCount: ownedSingleton('DATA_SOURCES'),
  remoteConnection: ownedItem('REMOTE_CONNECTION'),
  remoteConnections: ownedItems('REMOTE_CONNECTION'),
  providerAccount: item('REMOTE_ACCOUNT'),
  diaryDay: ownedItem('DIARY'),
  idempotencyKey: ownedItem('IDEMPOTENCY'),
  device: item('DEVICE'),
  image: item('IMAGE'),
};

/** Returns the owner of an item. Throws an error if the item is not in an owner's partition. */
export function requireOwner({ pk }: Pick<Key, 'pk'>): string {
  const [kind, id] = pk.split('#');
  if (kind !== 'USER' || !id) throw new Error('The item has no owner.');
  return id;
}
