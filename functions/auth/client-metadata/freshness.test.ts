import { expect, it } from 'vitest';
import { findFreshSeconds } from './freshness.ts';

const date = 'Fri, 27 Nov 2026 12:00:00 GMT';

it.each([
  { headers: {}, seconds: 300 },
  { headers: { 'cache-control': 'max-age=60' }, seconds: 60 },
  { headers: { 'cache-control': 'public, Max-Age=60' }, seconds: 60 },
  { headers: { 'cache-control': 'max-age=60', age: '50' }, seconds: 10 },
  { headers: { 'cache-control': 'max-age=60', age: '70' }, seconds: 0 },
  { headers: { 'cache-control': 'max-age=31536000, immutable' }, seconds: 86_400 },
  { headers: { 'cache-control': 'no-store' }, seconds: 0 },
  { headers: { 'cache-control': 'max-age=60,no-cache' }, seconds: 0 },
  { headers: { 'cache-control': 'private, max-age=60' }, seconds: 0 },
  { headers: { expires: 'Fri, 27 Nov 2026 12:01:00 GMT', date }, seconds: 60 },
  { headers: { expires: '0', date }, seconds: 0 },
  { headers: { expires: date }, seconds: 0 },
])('a document with the headers $headers is fresh for $seconds seconds', (example) => {
  const headers: Readonly<Record<string, string | undefined>> = example.headers;
  expect(findFreshSeconds((name) => headers[name])).toBe(example.seconds);
});
