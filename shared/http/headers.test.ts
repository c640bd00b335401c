import { expect, it } from 'vitest';
import { negotiateJsonType } from './headers.ts';

function negotiate(...accept: string[]) {
  const headers = { 'Content-Type': 'application/json' };
  return negotiateJsonType('hal', headers, accept)['Content-Type'];
}

it.each([
  ['application/hal+json'],
  ['application/HAL+JSON; q=0.9, application/json;q=0.8'],
  ['application/hal+json, application/json'],
  ['text/html, application/hal+json, */*;q=0.1'],
  ['*/*, application/hal+json'],
])('responds with HAL if Accept prefers it: %s', (accept) => {
  expect(negotiate(accept)).toBe('application/hal+json');
});

it.each([
  [''],
  ['*/*'],
  ['application/*'],
  ['application/json'],
  ['application/json, application/hal+json'],
  ['application/hal+json;q=0.5, */*'],
  ['application/hal+json;q=0'],
  ['application/hal+json;q=x, text/html'],
])('responds with JSON otherwise: %s', (accept) => {
  expect(negotiate(accept)).toBe('application/json');
});

it('keeps other content types, and those of endpoints without HAL', () => {
  const svg = { 'Content-Type': 'image/svg+xml' };
  expect(negotiateJsonType('hal', svg, ['application/hal+json'])).toEqual(svg);
  const json = { 'Content-Type': 'application/json' };
  expect(negotiateJsonType('oauth', json, ['application/hal+json'])).toEqual(json);
});
