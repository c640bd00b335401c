/** A value without its nulls, at any depth: null says "not given", as absence does. */
export type Given<T> = T extends object ? { [K in keyof T]: Given<Exclude<T[K], null>> } : T;

/** Drops every member that is null or undefined. */
export function given<T>(value: T): Given<T> {
  return JSON.parse(JSON.stringify(value, (_, member) => member ?? undefined));
}
