import { describe, expect, it } from 'vitest';
import { extendLedger } from './ledger.ts';

const none = new Map<string, number>();
const text = 'id,key\n1,run\n2,walk\n';

describe('a ledger of ids', () => {
  it('gives new keys the next ids, and keeps the old ones', () => {
    const ledger = extendLedger(text, ['hike', 'walk', 'run', 'ride'], none);
    expect(['run', 'walk', 'hike', 'ride'].map(ledger.idOf)).toEqual([1, 2, 3, 4]);
    expect(ledger.text).toBe('id,key\n1,run\n2,walk\n3,hike\n4,ride\n');
  });

  it('never gives the id of a key that left the catalogue to another', () => {
    const ledger = extendLedger(text, ['walk', 'hike'], none);
    expect(ledger.idOf('hike')).toBe(3);
    expect(ledger.text).toContain('1,run\n');
  });

  it('stays as it is where nothing is new', () => {
    expect(extendLedger(text, ['walk', 'run'], none).text).toBe(text);
  });

  it.each([
    ['was shortened', 'id,key\n2,walk\n'],
    ['was reordered', 'id,key\n2,walk\n1,run\n'],
    ['was renumbered', 'id,key\n1,run\n3,walk\n'],
    ['lost a key', 'id,key\n1,run\n2,\n'],
    ['names a key twice', 'id,key\n1,run\n2,run\n'],
  ])('is refused where it %s', (_, broken) => {
    expect(() => extendLedger(broken, [], none)).toThrow('the ledger');
  });

  it('is refused where it takes a published id from its key', () => {
    const swapped = 'id,key\n1,walk\n2,run\n';
    expect(() => extendLedger(swapped, ['run', 'walk'], new Map([['run', 1]]))).toThrow(
      'run is published with the id 1; the ledger must keep it: restore its line',
    );
  });
});
