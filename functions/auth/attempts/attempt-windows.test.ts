import { describe, expect, it } from 'vitest';
import {
  type AttemptWindow,
  getNextWindow,
  getRetryAfter,
  startWindow,
  toNetwork,
  toSite,
} from './attempt-windows.ts';

const withCount = (
  window: Omit<AttemptWindow, 'count'>,
  count: number,
): AttemptWindow => ({
  ...window,
  count,
});

describe('a rate limit', () => {
  it('delays attempts over the limit until the window ends', () => {
    const window = startWindow(1000);
    expect(getRetryAfter(withCount(window, 5), 5, 1010)).toBe(0);
    expect(getRetryAfter(withCount(window, 6), 5, 1010)).toBe(50);
  });

  it('doubles the window up to 15 minutes while it is exhausted', () => {
    let window = withCount(startWindow(0), 5);
    const lengths = Array.from({ length: 8 }, () => {
      window = { ...getNextWindow(window, 5, window.ends_at), count: 5 };
      return window.seconds / 60;
    });
    expect(lengths).toEqual([2, 4, 8, 15, 15, 15, 15, 15]);
  });

  it('carries the count over, unless the pause is long or a day has passed', () => {
    const longWindow = startWindow(0, 480);
    const getNextAfter = (count: number, pause: number) =>
      getNextWindow(withCount(longWindow, count), 5, longWindow.ends_at + pause);
    const day = 24 * 60 * 60;
    expect(getNextAfter(4, 0)).toMatchObject({ count: 5, seconds: 480 });
    expect(getNextAfter(4, 900)).toMatchObject({ count: 1, seconds: 480 });
    expect(getNextAfter(9, day)).toMatchObject({ count: 1, seconds: 60 });
    // A window in between that is not exhausted does not extend the day.
    const windowInBetween = getNextWindow(withCount(longWindow, 0), 5, day);
    expect(getNextWindow(windowInBetween, 5, longWindow.ends_at + day)).toMatchObject({
      count: 1,
      seconds: 60,
    });
  });

  it.each([
    { attempts: 10, pause: 0 },
    { attempts: 9, pause: 0 },
    { attempts: 1, pause: 0 },
    { attempts: 9, pause: 900 },
    { attempts: 8, pause: 899 },
  ])(
    'bounds $attempts attempts a window with pauses of $pause seconds',
    ({ attempts, pause }) => {
      const [limit, hours] = [10, 20];
      let window: AttemptWindow = withCount(startWindow(0), 1);
      let verified = 1;
      while (window.ends_at < hours * 60 * 60) {
        const moreAttempts = Math.min(attempts - 1, limit - window.count);
        const at = window.ends_at + pause;
        window = getNextWindow(withCount(window, window.count + moreAttempts), limit, at);
        verified += moreAttempts + 1;
      }
      // Four short windows come first. Then each hour has four windows of 15 minutes.
      expect(verified).toBeLessThanOrEqual(4 * limit + hours * 4 * limit);
    },
  );
});

it.each([
  { address: '192.0.2.7', network: '192.0.2.7', site: '192.0.2.7' },
  { address: '::ffff:192.0.2.7', network: '192.0.2.7', site: '192.0.2.7' },
  { address: '::ffff:c000:207', network: '192.0.2.7', site: '192.0.2.7' },
  { address: '2001:db8:1:2:3:4:5:6', network: '2001:db8:1:2::', site: '2001:db8:1::' },
  { address: '2001:0DB8:0001:0002::9', network: '2001:db8:1:2::', site: '2001:db8:1::' },
  { address: '2001:db8::1', network: '2001:db8::', site: '2001:db8::' },
  { address: '1::2:3:4:5:6:7', network: '1:0:2:3::', site: '1:0:2::' },
  { address: 'fe80::1%eth0', network: 'fe80::', site: 'fe80::' },
  { address: '::1', network: '::', site: '::' },
])(
  '$address is in the network $network and at the site $site',
  ({ address, network, site }) => {
    expect([toNetwork(address), toSite(address)]).toEqual([network, site]);
  },
);

it.each([
  '',
  'unknown',
  ':',
  '1:2:3',
  '256.0.0.1',
  '::ffff:300.1.2.3',
  '2001:db8::/32',
  '::%',
])('returns a text that is not an address unchanged: %j', (text) => {
  expect([toNetwork(text), toSite(text)]).toEqual([text, text]);
});
