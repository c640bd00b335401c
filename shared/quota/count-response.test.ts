import { expect, it } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { listErrors, listResponseCounts } from './count-response.ts';
import { countForClient, toEndpointClass } from './counts.ts';
import { listDatesRead, listReadMarks } from './read-marks.ts';

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

it('finds the dates of a read in its query, or else in the items of the reply', () => {
  const entry = { date: '2026-11-20', start_time: '2026-11-20T07:00:00Z' };
  const body = { items: [entry, { ...entry, date: '2026-11-19' }] };
  expect(listDatesRead({ query: { entry_date: '2026-11-21' }, body })).toEqual([
    '2026-11-21',
  ]);
  const query = { from: '2026-11-01', to: '2026-11-30' };
  expect(listDatesRead({ query, body })).toEqual(['2026-11-01', '2026-11-30']);
  expect(listDatesRead({ query: undefined, body })).toEqual(['2026-11-20', '2026-11-19']);
  expect(listDatesRead({ query: {}, body: entry })).toEqual(['2026-11-20']);
  expect(listDatesRead({ query: undefined, body: '<html>' })).toEqual([]);
  const devices = ['2026-99-99', '2026-02-30', '0000-00-00', '2024-02-29'];
  expect(devices.flatMap((device) => listDatesRead({ query: { device }, body }))).toEqual(
    [body, body, body].flatMap(() => ['2026-11-20', '2026-11-19']).concat('2024-02-29'),
  );
});

it('lists what was read of each kind of data, with the ends of its dates', () => {
  const marks = listReadMarks({
    day: 8,
    reads_diary: 5,
    dates_diary_a: new Set(['2026-11-20']),
    dates_diary_b: new Set(['2026-11-02', '2026-11-10']),
    reads_profile: 1,
  });
  expect(marks).toEqual([
    { kind: 'profile', reads: 1 },
    { kind: 'diary', reads: 5, earliest_date: '2026-11-02', latest_date: '2026-11-20' },
  ]);
});
