/**
 * Returns a copy of an item with only the members that `names` has, in the order of `names`.
 * Members that the item lacks, or that are undefined, are left out.
 */
export function pick<Item extends object, Name extends keyof Item>(
  item: Item,
  names: Readonly<Record<Name, unknown>>,
): Pick<Item, Name> {
  const members = (Object.keys(names) as Name[])
    .filter((name) => item[name] !== undefined)
    .map((name) => [name, item[name]]);
  return Object.fromEntries(members);
}
