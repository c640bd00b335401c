/**
 * Returns a copy of an item with the members that are named in another object, in its order.
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
