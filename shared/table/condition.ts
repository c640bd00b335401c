/** What an attribute must be for a write to take place. */
export type Test =
  | { operator: '=' | '<' | '<=' | '>' | '>='; value: unknown; orAbsent?: boolean }
  | { operator: 'attribute_exists' | 'attribute_not_exists' };

/** A test of each named attribute; all must hold. */
export type Condition = Readonly<Record<string, Test>>;

export const is = (value: unknown): Test => ({ operator: '=', value });
export const above = (value: number | string): Test => ({ operator: '>', value });
/** Smaller, or not there yet. */
export const belowOrAbsent = (value: number | string): Test => ({
  operator: '<',
  value,
  orAbsent: true,
});
/** Larger, or not there yet. */
export const aboveOrAbsent = (value: number): Test => ({ operator: '>', value, orAbsent: true });
export const present: Test = { operator: 'attribute_exists' };
export const absent: Test = { operator: 'attribute_not_exists' };

/** Condition of a first write: nothing lies under the key yet. */
export const isNew: Condition = { pk: absent };
/** Condition of a change: the item is there. */
export const exists: Condition = { pk: present };

/** Condition of a change that rests on what was read: nobody has written the item since. */
export function unchangedSince(read: object): Condition {
  return { write_id: 'write_id' in read ? is(read.write_id) : absent };
}
