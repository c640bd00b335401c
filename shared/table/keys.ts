/** The primary key of an item in the table. */
export interface Key {
  pk: string;
  sk: string;
}

/** Whether DynamoDB takes such a key at all; under any other, which only a made-up id can lead to, there is no item. */
export function canExist({ pk, sk }: Key): boolean {
  return Buffer.byteLength(pk) <= 2048 && Buffer.byteLength(sk) <= 1024;
}

/** Name of the sparse index over `collection` and `collection_sk`; items without them are not in it. */
export const collectionIndex = 'by_collection';

/**
 * Every key of the table, one line an item. Whatever belongs to one owner (a person, or an application's service
 * principal) lies in that owner's partition, so someone else's item cannot be addressed with one's own id.
 *
 * | item                  | pk                      | sk                     | collection                |
 * |-----------------------|-------------------------|------------------------|---------------------------|
 * | user                  | USER#user_id            | PROFILE                | USERS                     |
 * | sign-in by e-mail     | EMAIL#address           | SIGN_IN                |                           |
 * | application           | APPLICATION#client_id   | APPLICATION            | APPLICATIONS              |
 * | authorization request | AUTHORIZATION#id        | AUTHORIZATION          |                           |
 * | session               | USER#user_id            | SESSION#id             |                           |
 * | grant                 | USER#user_id            | GRANT#id               | APPLICATION#client_id     |
 * | attempts of a subject | ATTEMPTS#digest         | ATTEMPTS               |                           |
 * | account in a browser  | BROWSER#digest          | BROWSER                |                           |
 * | data source           | USER#user_id            | DATA_SOURCE#id         |                           |
 * | data sources' count   | USER#user_id            | DATA_SOURCES           |                           |
 * | remote connection     | USER#user_id            | REMOTE_CONNECTION#id   |                           |
 * | diary day             | USER#user_id            | DIARY#date             |                           |
 * | idempotency key       | USER#user_id            | IDEMPOTENCY#digest     |                           |
 * | device                | DEVICE#id               | DEVICE                 |                           |
 * | image                 | IMAGE#id                | IMAGE                  |                           |
 */
export const keys = {
  user: (user_id: string) => ({ pk: `USER#${user_id}`, sk: 'PROFILE' }),
  users: () => 'USERS',
  signIn: (email: string) => ({ pk: `EMAIL#${email}`, sk: 'SIGN_IN' }),
  client: (client_id: string) => ({ pk: `APPLICATION#${client_id}`, sk: 'APPLICATION' }),
  clients: () => 'APPLICATIONS',
  authorization: (id: string) => ({ pk: `AUTHORIZATION#${id}`, sk: 'AUTHORIZATION' }),
  session: (user_id: string, id: string) => ({ pk: `USER#${user_id}`, sk: `SESSION#${id}` }),
  sessions: (user_id: string) => ({ pk: `USER#${user_id}`, prefix: 'SESSION#' }),
  grant: (user_id: string, id: string) => ({ pk: `USER#${user_id}`, sk: `GRANT#${id}` }),
  grants: (user_id: string) => ({ pk: `USER#${user_id}`, prefix: 'GRANT#' }),
  rateLimit: (digest: string) => ({ pk: `ATTEMPTS#${digest}`, sk: 'ATTEMPTS' }),
  trustedDevice: (digest: string) => ({ pk: `BROWSER#${digest}`, sk: 'BROWSER' }),
  grantsOfClient: (client_id: string) => `APPLICATION#${client_id}`,
  dataSource: (user_id: string, id: string) => ({ pk: `USER#${user_id}`, sk: `DATA_SOURCE#${id}` }),
  dataSources: (user_id: string) => ({ pk: `USER#${user_id}`, prefix: 'DATA_SOURCE#' }),
  dataSourceCount: (user_id: string) => ({ pk: `USER#${user_id}`, sk: 'DATA_SOURCES' }),
  remoteConnection: (user_id: string, id: string) => ({
    pk: `USER#${user_id}`,
    sk: `REMOTE_CONNECTION#${id}`,
  }),
  remoteConnections: (user_id: string) => ({ pk: `USER#${user_id}`, prefix: 'REMOTE_CONNECTION#' }),
  diaryDay: (user_id: string, date: string) => ({ pk: `USER#${user_id}`, sk: `DIARY#${date}` }),
  idempotencyKey: (user_id: string, digest: string) => ({
    pk: `USER#${user_id}`,
    sk: `IDEMPOTENCY#${digest}`,
  }),
  device: (id: string) => ({ pk: `DEVICE#${id}`, sk: 'DEVICE' }),
  image: (id: string) => ({ pk: `IMAGE#${id}`, sk: 'IMAGE' }),
};

/** The person or service principal in whose partition an item lies. Throws where it lies in nobody's. */
export function requireOwner({ pk }: Pick<Key, 'pk'>): string {
  const [kind, id] = pk.split('#');
  if (kind !== 'USER' || !id) throw new Error('The item has no owner.');
  return id;
}
