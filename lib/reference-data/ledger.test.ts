import { describe, expect, it } from 'vitest';
import { extendLedger } from './ledger.ts';

const nothingPublished = new Map<string, number>();
const text = 'id,key\n1,run\n2,walk\n';

function extend(csv: string, keys: readonly string[], published = nothingPublished) {
  return extendLedger({ path: 'data/ids.csv', text: csv }, keys, published);
}

describe('a ledger of ids', () => {
  it('assigns the next ids to new keys, and keeps the ids of the others', () => {
    const ledger = extend(text, ['hike', 'walk', 'run', 'ride']);
    expect(['run', 'walk', 'hike', 'ride'].map(ledger.getId)).toEqual([1, 2, 3, 4]);
    expect(ledger.text).toBe('id,key\n1,run\n2,walk\n3,hike\n4,ride\n');
  });

  it('never reuses the id of a removed key', () => {
    const ledger = extend(text, ['walk', 'hike']);
    expect(ledger.getId('hike')).toBe(3);
    expect(ledger.text).toContain('1,run\n');
  });

  it('does not change without new keys', () => {
    expect(extend(text, ['walk', 'run']).text).toBe(text);
  });

  it.each([
    ['was shortened', 'id,key\n2,walk\n'],
    ['was reordered', 'id,key\n2,walk\n1,run\n'],
    ['was renumbered', 'id,key\n1,run\n3,walk\n'],
    ['lost a key', 'id,key\n1,run\n2,\n'],
    ['has a key twice', 'id,key\n1,run\n2,run\n'],
  ])('is rejected if it %s', (_, broken) => {
    expect(() => extend(broken, [])).toThrow(/^data\/ids.csv: /);
  });

  it('is rejected if a published id has changed', () => {
    const swapped = 'id,key\n1,walk\n2,run\n';
    expect(() => extend(swapped, ['run', 'walk'], new Map([['run', 1]]))).toThrow(
      'data/ids.csv: run is published with the id 1; restore its line',
    );
  });
});
