import { describe, expect, it } from 'vitest';
import { getNextWindow, getRetryAfter, type RateLimitWindow, startWindow } from './limits.ts';

const used = (attempts: Omit<RateLimitWindow, 'count'>, count: number): RateLimitWindow => ({
  ...attempts,
  count,
});

describe('a budget of attempts', () => {
  it('makes whoever has used it up wait for the end of the window', () => {
    const window = startWindow(1000);
    expect(getRetryAfter(used(window, 5), 5, 1010)).toBe(0);
    expect(getRetryAfter(used(window, 6), 5, 1010)).toBe(50);
  });

  it('is followed by a pause of twice the length, up to a quarter of an hour, as long as it is used up', () => {
    let window = used(startWindow(0), 5);
    const lengths = Array.from({ length: 8 }, () => {
      window = { ...getNextWindow(window, 5, window.ends_at), count: 5 };
      return window.seconds / 60;
    });
    expect(lengths).toEqual([2, 4, 8, 15, 15, 15, 15, 15]);
  });

  it('goes on in the next window where it was not used up, and is whole again after a rest, and after a day', () => {
    const long = startWindow(0, 480);
    const following = (count: number, seconds: number) =>
      getNextWindow(used(long, count), 5, 480 + seconds);
    expect(following(4, 0)).toMatchObject({ count: 5, seconds: 480 });
    expect(following(4, 900)).toMatchObject({ count: 1, seconds: 480 });
    expect(following(9, 24 * 60 * 60)).toMatchObject({ count: 1, seconds: 60 });
    const quiet = getNextWindow(used(long, 0), 5, 24 * 60 * 60);
    expect(getNextWindow(quiet, 5, 480 + 24 * 60 * 60)).toMatchObject({ count: 1, seconds: 60 });
  });

  it.each([
    [10, 0],
    [9, 0],
    [1, 0],
    [9, 900],
    [8, 899],
  ])(
    'gives no more to who makes %i attempts a window and rests for %i seconds (A15)',
    (most, rest) => {
      const [limit, hours] = [10, 20];
      let window: RateLimitWindow = used(startWindow(0), 1);
      let looked = 1;
      while (window.ends_at < hours * 60 * 60) {
        const further = Math.min(most - 1, limit - window.count);
        const at = window.ends_at + rest;
        window = getNextWindow(used(window, window.count + further), limit, at);
        looked += further + 1;
      }
      expect(looked).toBeLessThanOrEqual(4 * limit + hours * 4 * limit);
    },
  );
});
