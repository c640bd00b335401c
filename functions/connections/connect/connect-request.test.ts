import { expect, it } from 'vitest';
import { isExpiredOrUsed } from './connect-request.ts';

it('a connect request ends when it is used, or when its time has passed', () => {
  const request = { expires_at: 600 };
  expect(isExpiredOrUsed(request, new Date(599_999))).toBe(false);
  expect(isExpiredOrUsed(request, new Date(600_000))).toBe(true);
  expect(isExpiredOrUsed({ ...request, used_at: 1 }, new Date(2000))).toBe(true);
});
