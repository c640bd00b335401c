import { expect, it } from 'vitest';
import { wildcardToRegExp } from './wildcard.ts';

it.each([
  { pattern: '*', text: '', isMatch: true },
  { pattern: '/icons/*', text: '/icons/a/b.png', isMatch: true },
  { pattern: '/icons/*', text: '/icons', isMatch: false },
  { pattern: '/icons/*', text: '/old/icons/a', isMatch: false },
  { pattern: 'v?.1', text: 'v7.1', isMatch: true },
  { pattern: 'v?.1', text: 'v.1', isMatch: false },
  { pattern: 'v7.1', text: 'v7x1', isMatch: false },
  { pattern: '(a|b)[c]$', text: '(a|b)[c]$', isMatch: true },
  { pattern: 'a\\*b', text: 'a\\xb', isMatch: true },
])('the pattern $pattern matches $text: $isMatch', ({ pattern, text, isMatch }) => {
  expect(wildcardToRegExp(pattern).test(text)).toBe(isMatch);
});

it('a wildcard pattern ignores case with the flag i', () => {
  expect(wildcardToRegExp('Execute-API:*').test('execute-api:Invoke')).toBe(false);
  expect(wildcardToRegExp('Execute-API:*', 'i').test('execute-api:Invoke')).toBe(true);
});
