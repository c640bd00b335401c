import { describe, expect, it } from 'vitest';
import { newSecret, toDigest } from '#shared/auth/secrets.ts';
import {
  type ConnectRequest,
  isExpiredOrUsed,
  isFromBrowser,
} from './connect-request.ts';

const secret = newSecret();
const request: ConnectRequest = {
  id: 'request',
  type: 'strava',
  browser_digest: toDigest(secret),
  expires_at: 600,
  ttl: 600,
};

describe('a connect request', () => {
  it('belongs to one browser, and to none without a secret', () => {
    expect(isFromBrowser(request, secret)).toBe(true);
    expect(isFromBrowser(request, newSecret())).toBe(false);
    expect(isFromBrowser({ ...request, browser_digest: toDigest('') }, '')).toBe(false);
  });

  it('ends when it is used, or when its time has passed', () => {
    expect(isExpiredOrUsed(request, new Date(599_999))).toBe(false);
    expect(isExpiredOrUsed(request, new Date(600_000))).toBe(true);
    expect(isExpiredOrUsed({ ...request, used_at: 1 }, new Date(2000))).toBe(true);
  });
});
