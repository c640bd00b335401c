/** The same for each type of entry. */
type WithoutEnergy<Item> = Item extends unknown ? Omit<Item, 'energy'> : never;

/** Leaves out a 0 that stands for an unknown energy, which an assistant would count. */
export function omitUnknownEnergy<Item extends object>(
  item: Item & { energy?: unknown; energy_source?: string | undefined },
): Item | WithoutEnergy<Item> {
  if (item.energy_source !== 'unknown') return item;
  const { energy: _, ...rest } = item;
  return rest as WithoutEnergy<Item>;
}
