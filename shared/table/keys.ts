/** The primary key of an item in the table. */
export interface Key {
  pk: string;
  sk: string;
}

/** The items of one partition whose sort keys begin with `prefix`. */
export interface PrefixRange {
  pk: string;
  prefix: string;
}

/** The items of one partition whose sort keys are between two strings, both included. */
export interface SpanRange {
  pk: string;
  from: string;
  to: string;
}

/**
 * The sparse index over `collection` and `collection_sk`. It has only items with these attributes.
 */
export const collectionIndex = 'by_collection';

/**
 * Returns whether an item can have a key: it is within DynamoDB's size limits and well-formed
 * Unicode. A key with an id from a request may be neither.
 */
export function isValidKey({ pk, sk }: Key): boolean {
  const isShort = Buffer.byteLength(pk) <= 2048 && Buffer.byteLength(sk) <= 1024;
  return isShort && pk.isWellFormed() && sk.isWellFormed();
}

/** Returns the key of an item, without its other attributes. */
export function toKey({ pk, sk }: Key): Key {
  return { pk, sk };
}

/** Returns a function that creates the keys of items that each have their own partition. */
export function defineItemKey(kind: string, sk = kind) {
  return (id: string): Key => ({ pk: `${kind}#${id}`, sk });
}

/** Returns the partition of an owner, which has most items of the user. */
export function toOwnerPartition(user_id: string): string {
  return `USER#${user_id}`;
}

/** Returns a function that creates the key of the only item of a kind in an owner's partition. */
export function defineSingletonKey(sk: string) {
  return (user_id: string): Key => ({ pk: toOwnerPartition(user_id), sk });
}

/** Returns a function that creates the keys of items of a kind in an owner's partition. */
export function defineOwnedKey(kind: string) {
  return (user_id: string, id: string): Key => ({
    pk: toOwnerPartition(user_id),
    sk: `${kind}#${id}`,
  });
}

/** Returns a function that creates the range of all items of a kind in an owner's partition. */
export function defineOwnedRange(kind: string) {
  return (user_id: string): PrefixRange => ({
    pk: toOwnerPartition(user_id),
    prefix: `${kind}#`,
  });
}

/**
 * Returns a function that creates the range of an owner's items of a kind whose ids are between two
 * ids, both included.
 */
export function defineOwnedSpan(kind: string) {
  return (user_id: string, first: string, last: string): SpanRange => ({
    pk: toOwnerPartition(user_id),
    from: `${kind}#${first}`,
    to: `${kind}#${last}`,
  });
}

/** Returns the collection of an owner's items that are outside the owner's partition. */
export function toOwnedCollection(user_id: string): string {
  return `OWNED#${user_id}`;
}

/**
 * Returns the index attributes of an item that is outside its owner's partition. By them, the index
 * lists all such items of an owner. Only one item of a partition may have these attributes: two
 * would share a sort key, and a page of the list that begins after one would skip the other.
 */
export function toOwnedAttributes(user_id: string, { pk }: Pick<Key, 'pk'>) {
  return { collection: toOwnedCollection(user_id), collection_sk: pk };
}

/** Returns the owner of an item, or undefined if the item is not in an owner's partition. */
export function findOwner({ pk }: Pick<Key, 'pk'>): string | undefined {
  const [kind, id] = pk.split('#');
  return kind === 'USER' && id ? id : undefined;
}

/** Returns the owner of an item. Throws an error if the item is not in an owner's partition. */
export function requireOwner(key: Pick<Key, 'pk'>): string {
  const owner = findOwner(key);
  if (owner === undefined) throw new Error('The item has no owner.');
  return owner;
}
