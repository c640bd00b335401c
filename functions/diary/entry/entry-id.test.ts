import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newId } from '#shared/runtime/ids.ts';
import { formatEntryId, parseEntryId } from './entry-id.ts';

const batch = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map(newId);
const home = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const address = fc.record({
  batch,
  home,
  index: fc.nat(49),
  type: fc.constantFrom('exercise' as const, 'food_entry' as const),
});

it('leads back to the address that it was made from', () => {
  fc.assert(
    fc.property(address, (at) => {
      expect(parseEntryId(formatEntryId(at))).toEqual(at);
    }),
  );
});

it('is lower-case letters and digits, and sorts by time and then by index', () => {
  fc.assert(
    fc.property(address, address, (one, other) => {
      const [a, b] = [formatEntryId(one), formatEntryId(other)];
      expect(a).toMatch(/^[0-9a-z]{47}$/);
      const times = [one, other].map(({ batch }) => batch.slice(0, 10));
      if (times[0] !== times[1]) expect(a < b).toBe((times[0] ?? '') < (times[1] ?? ''));
      const sibling = { ...one, index: one.index + 1, type: other.type };
      expect(a < formatEntryId(sibling)).toBe(true);
    }),
  );
});

it('is no id in any other form', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseEntryId(text)).toBeUndefined();
    }),
  );
  fc.assert(
    fc.property(
      address,
      fc.nat(46),
      fc.constantFrom('#', 'U', 'A', ' ', '-'),
      (at, place, character) => {
        const id = formatEntryId(at);
        expect(parseEntryId(id.slice(0, place) + character + id.slice(place + 1))).toBeUndefined();
      },
    ),
  );
});
