import { describe, expect, it } from 'vitest';
import { type Attempts, firstWindow, networkOf, nextWindow, siteOf, waitOf } from './budget.ts';

const used = (attempts: Omit<Attempts, 'count'>, count: number): Attempts => ({ ...attempts, count });

describe('a budget of attempts', () => {
  it('makes whoever has used it up wait for the end of the window', () => {
    const window = firstWindow(1000);
    expect(waitOf(used(window, 5), 5, 1010)).toBe(0);
    expect(waitOf(used(window, 6), 5, 1010)).toBe(50);
  });

  it('is followed by a pause of twice the length, up to a quarter of an hour, as long as it is used up', () => {
    let window = used(firstWindow(0), 5);
    const lengths = Array.from({ length: 8 }, () => {
      window = { ...nextWindow(window, 5, window.ends_at), count: 5 };
      return window.seconds / 60;
    });
    expect(lengths).toEqual([2, 4, 8, 15, 15, 15, 15, 15]);
  });

  it('is whole again after a window that was not used up, and after a day', () => {
    const long = firstWindow(0, 1920);
    expect(nextWindow(used(long, 4), 5, 2000)).toMatchObject({ count: 1, seconds: 60 });
    expect(nextWindow(used(long, 9), 5, 1920 + 24 * 60 * 60)).toMatchObject({ count: 1, seconds: 60 });
  });
});

it.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0'],
  ['1::2:3:4:5:6:7', '1:0:2:3', '1:0:2'],
  ['::1', '0:0:0:0', '0:0:0'],
  ['', '', ''],
])('the network of %s is %s, and its site %s', (address, network, site) => {
  expect([networkOf(address), siteOf(address)]).toEqual([network, site]);
});
