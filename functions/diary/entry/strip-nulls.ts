/** A value without nulls at any depth. Null means "not given", like an absent member. */
export type WithoutNulls<T> = T extends object
  ? { [K in keyof T]: WithoutNulls<Exclude<T[K], null>> }
  : T;

/** Returns a copy of a value without the members that are null or undefined. */
export function stripNulls<T>(value: T): WithoutNulls<T> {
  const json = JSON.stringify(value, (_, member) => member ?? undefined);
  return JSON.parse(json);
}
