/** An object without the members whose type allows undefined; those become optional. */
type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Returns a copy of an object without its undefined members. Null, false and empty members stay.
 */
export function compact<T extends object>(members: T): Compact<T> {
  return pick(members, members) as Compact<T>;
}

/**
 * Returns a copy of an item with only the members that `names` has, in the order of `names`.
 * Members that the item lacks, or that are undefined, are left out.
 */
export function pick<Item extends object, Name extends keyof Item>(
  item: Item,
  names: Readonly<Record<Name, unknown>>,
): Pick<Item, Name> {
  const picked: Partial<Pick<Item, Name>> = {};
  for (const name of Object.keys(names) as Name[]) {
    if (item[name] !== undefined) picked[name] = item[name];
  }
  return picked as Pick<Item, Name>;
}

/** A value without nulls at any depth. Null means "not given", like an absent member. */
export type WithoutNulls<T> = T extends object
  ? { [K in keyof T]: WithoutNulls<Exclude<T[K], null>> }
  : T;

/** Returns a copy of a value without the members that are null or undefined. */
export function stripNulls<T>(value: T): WithoutNulls<T> {
  const json = JSON.stringify(value, (_, member) => member ?? undefined);
  return JSON.parse(json);
}
