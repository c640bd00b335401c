/** An object without the members whose type allows undefined; those become optional. */
type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Returns a copy of an object without its undefined members. Null, false and empty members stay.
 */
export function compact<T extends object>(members: T): Compact<T> {
  const defined = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as Compact<T>;
}
