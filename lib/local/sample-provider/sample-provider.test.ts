import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ClientContext,
  ProviderResult,
} from '#functions/connections/provider-definition/call.ts';
import {
  buildAuthorizationUrl,
  hasRequiredScopes,
} from '#functions/connections/provider-definition/oauth.ts';
import whoop from '#functions/connections/providers/whoop/provider.ts';
import { readMeasurements } from '#functions/diary/measurement/readings.ts';
import { createOutgoingCall, type OutgoingGateway } from '#shared/outgoing/send.ts';
import { listen } from '../host/listen.ts';
import { createSampleProvider } from './sample-provider.ts';
import { listSampleWorkouts } from './sample-workouts.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

const firstNow = new Date('2026-11-20T12:00:00Z');
const client = { client_id: 'c', client_secret: 's' };
const redirect_uri = 'http://127.0.0.1:1/callback';
let nowMs = firstNow.getTime();
let gateway: OutgoingGateway;
let context: ClientContext;

beforeAll(async () => {
  const server = await listen('127.0.0.1', 0, disposables);
  const options = { key: 'k', client, getRedirectUri: () => redirect_uri };
  server.handleWith(createSampleProvider({ ...options, now: () => nowMs }));
  gateway = server.url as OutgoingGateway;
  context = { send: createOutgoingCall(gateway), client, now: firstNow };
});

const authorizeUrl = (uri = redirect_uri) =>
  buildAuthorizationUrl(
    whoop.oauth,
    { client_id: 'c', redirect_uri: uri, state: 'st' },
    gateway,
  );

/** Submits the sign-in page. Returns the parameters of the redirect. */
async function decide(fields: Record<string, string>): Promise<URLSearchParams> {
  const body = new URLSearchParams(fields);
  const response = await fetch(authorizeUrl(), {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  return new URL(response.headers.get('location') ?? '').searchParams;
}

async function expectValue<T>(call: Promise<ProviderResult<T>>): Promise<T> {
  const result = await call;
  if (!result.ok) throw new Error(result.error.kind);
  return result.value;
}

/** Signs in and allows access. The permission to read workouts is ticked by default. */
async function connect(fields: Record<string, string> = { scope: 'on' }) {
  const query = await decide({ decision: 'allow', name: 'Sam', ...fields });
  const exchange = { code: query.get('code') ?? '', redirect_uri };
  const redeem = () => whoop.exchangeCode(context, exchange);
  return {
    state: query.get('state'),
    authorization: await expectValue(redeem()),
    redeem,
  };
}

const refresh = (token = '') => whoop.refreshTokens?.(context, token);

describe('the sample provider', () => {
  it('shows its sign-in page only if the redirect URI is that of the client', async () => {
    const page = await (await fetch(authorizeUrl())).text();
    expect(page).toContain('Sign in to Sample provider');
    expect((await fetch(authorizeUrl('http://evil.example/'))).status).toBe(400);
  });

  it('connects the account of a name, with a code for one use', async () => {
    const { state, authorization, redeem } = await connect();
    expect(state).toBe('st');
    expect(hasRequiredScopes(whoop, authorization.scopes)).toBe(true);
    const { authorization: repeated } = await connect({ name: ' sam', scope: 'on' });
    expect(repeated.remote_id).toBe(authorization.remote_id);
    expect(await redeem()).toEqual({ ok: false, error: { kind: 'invalid_grant' } });
  });

  it('lets a person deny access, or untick the permission', async () => {
    expect((await decide({ decision: 'deny' })).get('error')).toBe('access_denied');
    const { authorization } = await connect({ name: 'Sam' });
    expect(hasRequiredScopes(whoop, authorization.scopes)).toBe(false);
  });

  it('lists each workout of a year once, on pages', async () => {
    const { authorization } = await connect();
    const { tokens, remote_id } = authorization;
    const account = { access_token: tokens.access_token, remote_id };
    const from = new Date('2025-11-20T00:00:00Z');
    const ids: string[] = [];
    let cursor: string | undefined;
    let hasMore = true;
    let pages = 0;
    while (hasMore) {
      pages += 1;
      const page = await expectValue(
        whoop.listWorkouts(context, account, { from, cursor }),
      );
      expect(page.unreadable).toEqual([]);
      ids.push(...page.workouts.map((workout) => workout.remote_id));
      ({ cursor, hasMore } = page);
    }
    // The last workout of each page but the last is on the next page too.
    expect(new Set(ids).size).toBe(ids.length - pages + 1);
    expect(ids.length).toBeGreaterThan(150);

    const fetched = await whoop.fetchWorkout?.(context, account, ids[0] ?? '');
    expect(fetched?.ok && fetched.value.remote_id).toBe(ids[0]);
  });

  it('has a night and its recovery on each day', async () => {
    const { tokens, remote_id } = (await connect()).authorization;
    const account = { access_token: tokens.access_token, remote_id };
    const days = { first: '2026-11-01', last: '2026-11-21' };
    for (const kind of whoop.measurements ?? []) {
      const { readings } = await expectValue(kind.list(context, account, days));
      const values = readMeasurements(readings);
      expect(values).toHaveLength(readings.length);
      for (const type of kind.types)
        expect(values.filter((value) => value.type === type).length).toBeGreaterThan(18);
    }
  });

  it('ends both old tokens when they are refreshed', async () => {
    const { authorization } = await connect();
    const { tokens, remote_id } = authorization;
    const refreshed = await refresh(tokens.refresh_token);
    expect(refreshed?.ok).toBe(true);
    expect(await refresh(tokens.refresh_token)).toEqual({
      ok: false,
      error: { kind: 'invalid_grant' },
    });
    const account = { access_token: tokens.access_token, remote_id };
    const listed = await whoop.listWorkouts(context, account, { from: firstNow });
    expect(listed).toEqual({ ok: false, error: { kind: 'unauthorized' } });
  });

  it('ends an access token after an hour, and all tokens after a revocation', async () => {
    const { authorization } = await connect();
    const { access_token, refresh_token } = authorization.tokens;
    const account = { access_token, remote_id: authorization.remote_id };
    nowMs += 3_600_000;
    const expired = await whoop.listWorkouts(context, account, { from: firstNow });
    expect(!expired.ok && expired.error.kind).toBe('unauthorized');

    const refreshed = await refresh(refresh_token);
    const tokens = refreshed?.ok ? refreshed.value : undefined;
    const authorizationHeader = `Bearer ${tokens?.access_token}`;
    const url = 'https://api.prod.whoop.com/developer/v2/user/access';
    await context.send({ method: 'DELETE', url, authorization: authorizationHeader });
    const revoked = await refresh(tokens?.refresh_token);
    expect(revoked?.ok === false && revoked.error.kind).toBe('invalid_grant');
  });
});

describe('the made-up workouts', () => {
  it('depend only on the account and the day', () => {
    const workouts = listSampleWorkouts('a', firstNow);
    expect(listSampleWorkouts('a', firstNow)).toEqual(workouts);
    expect(listSampleWorkouts('b', firstNow)).not.toEqual(workouts);

    const threeDaysLater = new Date(firstNow.getTime() + 3 * 86_400_000);
    const laterWorkouts = listSampleWorkouts('a', threeDaysLater);
    const laterIds = new Set(laterWorkouts.map(({ id }) => id));
    const recent = workouts.filter(({ start }) => start > '2026-01-01');
    expect(recent.every(({ id }) => laterIds.has(id))).toBe(true);
  });

  it('have a speed, a heart rate and an energy that a person can reach', () => {
    for (const { start, end, score } of listSampleWorkouts('a', firstNow)) {
      const hours = (Date.parse(end) - Date.parse(start)) / 3_600_000;
      expect(hours).toBeGreaterThan(0.3);
      expect(hours).toBeLessThan(4.5);
      const kilocaloriesPerHour = score.kilojoule / 4.184 / hours;
      expect(kilocaloriesPerHour).toBeGreaterThan(100);
      expect(kilocaloriesPerHour).toBeLessThan(900);
      expect((score.distance_meter ?? 0) / hours / 3600).toBeLessThan(9);
      expect(score.max_heart_rate).toBeGreaterThan(score.average_heart_rate);
      expect(Date.parse(end)).toBeLessThanOrEqual(firstNow.getTime());
    }
  });
});
