import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import {
  type Counts,
  countForClient,
  hasNews,
  joinCounts,
  listErrors,
  listResponseCounts,
  noCounts,
  onePerson,
  toEndpointClass,
  toTally,
} from './counts.ts';
import { countRead } from './read-marks.ts';

const responded = (status: number): Counts => ({
  amounts: { [`GET /diary ${status}`]: 1 },
  members: {},
});

describe('counts that wait', () => {
  it('add up, and keep the ends of dates and the last 20 errors', () => {
    const errors = Array.from({ length: 30 }, (_, index) => `09:15:${10 + index}`);
    const counts = [
      countRead('diary', ['2026-11-20', '2026-11-22']),
      countRead('diary', ['2026-11-21']),
      { amounts: {}, members: { errors } },
    ].reduce(joinCounts, noCounts);
    expect(counts).toEqual({
      amounts: { reads_diary: 2 },
      members: { dates_diary: ['2026-11-20', '2026-11-22'], errors: errors.slice(10) },
    });
  });

  it('are written with one change, which removes dates that are no longer an end', () => {
    const seen = {
      reads_diary: 3,
      dates_diary_a: new Set(['2026-11-20', '2026-11-21', '2026-11-22']),
    };
    expect(toTally(countRead('diary', ['2026-11-19']), seen)).toEqual({
      increment: { reads_diary: 1 },
      include: { dates_diary_b: ['2026-11-19'] },
      exclude: { dates_diary_a: ['2026-11-20', '2026-11-21'] },
    });
  });
});

describe('counts are news', () => {
  const seen = {
    'GET /diary 200': 5,
    'GET /diary 429': 5,
    q37: 5,
    day: 5,
    reads_diary: 5,
    dates_diary_a: new Set(['2026-11-01', '2026-11-20']),
  };

  it('if an outcome, a kind of data or a user is new today', () => {
    expect(hasNews(responded(200), seen)).toBe(false);
    expect(hasNews(responded(500), seen)).toBe(true);
    expect(hasNews(countRead('profile', []), seen)).toBe(true);
    expect(hasNews(onePerson, { ...seen, people: 3 })).toBe(true);
  });

  it('if the dates read grow', () => {
    expect(hasNews(countRead('diary', ['2026-11-10']), seen)).toBe(false);
    expect(hasNews(countRead('diary', ['2026-11-21']), seen)).toBe(true);
  });

  it('not if they are units, refusals by limits, or further errors', () => {
    expect(hasNews({ amounts: { q38: 1, day: 1 }, members: {} }, {})).toBe(false);
    expect(hasNews(responded(429), {})).toBe(false);
    const error = { amounts: {}, members: { errors: ['2026-11-27T09:15:00Z'] } };
    expect(hasNews(error, seen)).toBe(false);
  });
});

const endpoint: Endpoint = {
  host: 'diary',
  versions: ['v2'],
  method: 'GET',
  path: '/diary/{id}',
  summary: 'Get an entry',
  auth: 'user',
  scope: 'diary.read',
  responses: {},
};
const response = {
  endpoint,
  endpointClass: toEndpointClass(endpoint),
  request_id: '7f1c',
  now: new Date('2026-11-27T09:15:02.123Z'),
};

it('counts an answer by the class of its endpoint and by its status', () => {
  expect(countForClient({ ...response, status: 200 })).toEqual({
    amounts: { 'GET /diary 200': 1 },
    members: {},
  });
});

it('notes of an error its time, endpoint, status, code and request, and no id of the path', () => {
  const { members } = countForClient({ ...response, status: 404, code: 'not_found' });
  expect(listErrors({ errors_b: new Set(members.errors) })).toEqual([
    {
      datetime: '2026-11-27T09:15:02.123Z',
      status: 404,
      code: 'not_found',
      request_id: '7f1c',
      endpoint: 'GET /diary/{id}',
    },
  ]);
});

it('lists the counted answers, and nothing else that the item has', () => {
  const use = { day: 7, q37: 7, ttl: 5, people: 2, 'POST mcp 200': 7 };
  expect(listResponseCounts(use)).toEqual([
    { endpoint: 'POST mcp', status: 200, count: 7 },
  ]);
});

it.each([
  ['/data_source/', 'GET /data_source'],
  ['/diary/summary', 'GET /diary/summary'],
  ['/webhook/{id}/delivery/', 'GET /webhook/delivery'],
  ['/', 'GET diary'],
] as const)('leaves parameters out of the class of an endpoint: %s', (path, name) => {
  expect(toEndpointClass({ ...endpoint, path })).toBe(name);
});
