import { expect, it } from 'vitest';
import { playChanges } from './changes/play-changes.ts';

// `npm run faults -- --only changes` plays a history of 1,000 writes.
it.each([1, 2])(
  'readers that follow parallel writes have what GET shows, although the stream is late and its reader is killed, in history %i',
  async (seed) => {
    const { problems, events, kills } = await playChanges(seed, 30);
    expect(problems).toEqual([]);
    expect(events).toBeGreaterThan(10);
    expect(kills).toBeGreaterThanOrEqual(2);
  },
);
