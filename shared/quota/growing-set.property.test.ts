import { expect, it } from 'vitest';
import fc from '#kit/property.ts';
import { changeSet, keepEnds, keepLast, readSet } from './growing-set.ts';

type Item = Readonly<Record<string, Set<string>>>;
type SetChange = ReturnType<typeof changeSet>;

/** Changes an item as the table does. A set without members has no attribute. */
function apply(item: Item, { include, exclude }: SetChange): Item {
  const sets = new Map(Object.entries(item));
  for (const [attribute, members] of Object.entries(include))
    sets.set(attribute, new Set(sets.get(attribute)).union(new Set([members].flat())));
  for (const [attribute, members] of Object.entries(exclude))
    sets.set(
      attribute,
      new Set(sets.get(attribute)).difference(new Set([members].flat())),
    );
  return Object.fromEntries([...sets].filter(([, members]) => members.size > 0));
}

/** One write: the function that makes it, what it adds, and whether it sees the item afterwards. */
const writes = fc.array(
  fc.record({
    instance: fc.nat({ max: 7 }),
    added: fc.array(fc.nat({ max: 40 }).map(String), { maxLength: 3 }),
    isSeen: fc.boolean(),
  }),
  { maxLength: 60 },
);

const rules = [
  { name: 'the ends', rule: keepEnds, most: 2 },
  { name: 'the last five', rule: keepLast(5), most: 5 },
];

it.each(rules)(
  'keeps $name of all that functions add at the same time, each by what it saw last',
  ({ rule, most }) => {
    fc.assert(
      fc.property(writes, (schedule) => {
        let item: Item = {};
        const seenBy = new Map<number, Item>();
        const all = new Set<string>();
        for (const { instance, added, isSeen } of schedule) {
          const change = changeSet('s', added, { seen: seenBy.get(instance), rule });
          item = apply(item, change);
          if (isSeen) seenBy.set(instance, item);
          for (const member of added) all.add(member);
          expect(readSet(item, 's', rule)).toEqual(rule([...all].sort()));
        }
        item = apply(item, changeSet('s', [], { seen: item, rule }));
        const stored = Object.values(item).flatMap((members) => [...members]);
        expect(new Set(stored).size).toBeLessThanOrEqual(most);
      }),
    );
  },
);

it.each(rules)(
  'stays small while one function adds to $name again and again',
  ({ rule, most }) => {
    let item: Item = {};
    for (let day = 999; day >= 100; day -= 1) {
      item = apply(item, changeSet('s', [`${day}`], { seen: item, rule }));
      const sizes = Object.values(item).map(({ size }) => size);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(most + 1);
    }
  },
);

it('never changes an attribute by both an addition and a removal', () => {
  fc.assert(
    fc.property(writes, (schedule) => {
      let item: Item = {};
      for (const { added } of schedule) {
        const change = changeSet('s', added, { seen: item, rule: keepEnds });
        item = apply(item, change);
        expect(Object.keys(change.include)).not.toContain(
          Object.keys(change.exclude).at(0),
        );
      }
    }),
  );
});
