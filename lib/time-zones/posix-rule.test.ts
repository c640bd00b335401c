import { describe, expect, it } from 'vitest';
import { listChanges, parseSummerRule } from './posix-rule.ts';

/** Returns the changes of a rule in 2026, as times in UTC. */
function listTimes(rule: string): string[] {
  const parsed = parseSummerRule(rule);
  const changes = parsed ? listChanges(parsed, 2026) : [];
  return changes.map(({ at, isSummer }) => {
    const time = new Date(at * 1000).toISOString().slice(0, 16);
    return `${isSummer ? 'summer' : 'winter'} from ${time}`;
  });
}

describe('a rule of POSIX', () => {
  it.each([
    ['CET-1CEST,M3.5.0,M10.5.0/3', '2026-03-29T01:00', '2026-10-25T01:00'],
    ['EST5EDT,M3.2.0,M11.1.0', '2026-03-08T07:00', '2026-11-01T06:00'],
    ['<-02>2<-01>,M3.5.0/-1,M10.5.0/0', '2026-03-29T01:00', '2026-10-25T01:00'],
    ['IST-2IDT,M3.4.4/26,M10.5.0', '2026-03-27T00:00', '2026-10-24T23:00'],
    ['EET-2EEST,M4.5.5/0,M10.5.4/24', '2026-04-23T22:00', '2026-10-29T21:00'],
    // The law of Ireland has a winter time.
    ['IST-1GMT0,M10.5.0,M3.5.0/1', '2026-03-29T01:00', '2026-10-25T01:00'],
  ])('of %s says when summer begins and ends', (rule, start, end) => {
    expect(listTimes(rule)).toEqual([`summer from ${start}`, `winter from ${end}`]);
  });

  it('of the south has the end of summer first', () => {
    expect(listTimes('<+1030>-10:30<+11>-11,M10.1.0,M4.1.0')).toEqual([
      'winter from 2026-04-04T15:00',
      'summer from 2026-10-03T15:30',
    ]);
  });

  it('without a summer time is none', () => {
    expect(parseSummerRule('<+0545>-5:45')).toBeUndefined();
    expect(parseSummerRule('EST5')).toBeUndefined();
  });

  it('in another form is an error', () => {
    expect(() => parseSummerRule('XST3XDT,J79/24,J263/24')).toThrow('not supported');
  });
});
