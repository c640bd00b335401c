import { describe, expect, it } from 'vitest';
import fc from '#kit/property.ts';
import { newId } from '#shared/runtime/ids.ts';
import { type EntryAddress, formatEntryId, parseEntryId } from './day-item.ts';

const batch = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map(newId);
const firstDate = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyAddress = fc.record({
  batch,
  firstDate,
  index: fc.nat(49),
  type: fc.constantFrom('exercise' as const, 'food_entry' as const),
});

/** The number of characters at the start of a batch id that encode its time. */
const timeLength = 10;

describe('the id of an entry', () => {
  it('encodes the address of the entry', () => {
    fc.assert(
      fc.property(anyAddress, (address) => {
        expect(parseEntryId(formatEntryId(address))).toEqual(address);
      }),
    );
  });

  it('has 47 lower-case letters and digits, and sorts by time and then by index', () => {
    fc.assert(
      fc.property(anyAddress, anyAddress, (one, other) => {
        const [id, otherId] = [formatEntryId(one), formatEntryId(other)];
        expect(id).toMatch(/^[0-9a-z]{47}$/);

        const time = one.batch.slice(0, timeLength);
        const otherTime = other.batch.slice(0, timeLength);
        if (time !== otherTime) expect(id < otherId).toBe(time < otherTime);

        const { firstDate, type } = other;
        const nextAddress = { ...one, index: one.index + 1, firstDate, type };
        expect(id < formatEntryId(nextAddress)).toBe(true);
      }),
    );
  });

  it.each(['2026-99-99', '2026-02-31', '0000-00-00', '1899-12-31', '9999-12-31'])(
    'is not parsed with a date that the diary cannot have: %s',
    (firstDate) => {
      const address = { batch: '0'.repeat(36), index: 0, firstDate, type: 'exercise' };
      expect(parseEntryId(formatEntryId(address as EntryAddress))).toBeUndefined();
    },
  );

  it('is not parsed from a text in another form', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseEntryId(text)).toBeUndefined();
      }),
    );
    const invalidCharacter = fc.constantFrom('#', 'U', 'A', ' ', '-');
    fc.assert(
      fc.property(
        anyAddress,
        fc.nat(46),
        invalidCharacter,
        (address, position, character) => {
          const id = formatEntryId(address);
          const invalid = id.slice(0, position) + character + id.slice(position + 1);
          expect(parseEntryId(invalid)).toBeUndefined();
        },
      ),
    );
  });
});
