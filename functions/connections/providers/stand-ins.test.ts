import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {
  ClientContext,
  ProviderResult,
} from '#functions/connections/provider-definition/call.ts';
import {
  buildAuthorizationUrl,
  hasRequiredScopes,
} from '#functions/connections/provider-definition/oauth.ts';
import type {
  KeyProvider,
  Provider,
  ProviderAuthorization,
  WorkoutPage,
} from '#functions/connections/provider-definition/provider.ts';
import type { Workout } from '#functions/diary/workout-import/workout.ts';
import { expectSuccess } from '#kit/provider-context.ts';
import type { StandInWorkout } from '#kit/provider-stand-ins/stand-in.ts';
import {
  type RunningStandIn,
  standInClient,
  standInTypes,
  startProviderStandIn,
} from '#kit/provider-stand-ins/start.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { createOutgoingCall, type OutgoingGateway } from '#shared/outgoing/send.ts';
import { success } from '#shared/runtime/result.ts';
import { findProvider } from './find-provider.ts';
import { providers } from './providers.data.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

const start = Date.parse('2026-01-20T10:07:00Z');
const from = new Date(start - 30 * 86_400_000);
const redirect_uri = 'https://auth.example/v7.1/connect/callback/x/';
const code_verifier = 'v'.repeat(43);

it('each provider whose workouts can be imported has a stand-in', () => {
  expect(providers.map(({ type }) => type).sort()).toEqual([...standInTypes].sort());
});

describe.each(standInTypes)('the stand-in of %s', (type) => {
  const provider = findProvider(type) as Provider;
  let standIn: RunningStandIn;
  let nowMs = start;
  let skewMs = 0;

  beforeAll(async () => {
    standIn = await startProviderStandIn(type, () => nowMs + skewMs, disposables);
  });
  afterEach(() => {
    skewMs = 0;
  });

  const newContext = (): ClientContext => ({
    send: createOutgoingCall(standIn.url as OutgoingGateway),
    client: standInClient,
    now: new Date(nowMs),
  });

  /** Allows or denies access on the provider's page. Returns the parameters of the callback. */
  async function decide(fields: Record<string, string>): Promise<URLSearchParams> {
    const { oauth } = provider;
    if (!oauth) throw new Error('The provider has no OAuth.');
    const url = buildAuthorizationUrl(
      oauth,
      {
        client_id: standInClient.client_id,
        redirect_uri,
        state: 'st',
        code_challenge: oauth.pkce && toDigest(code_verifier),
      },
      standIn.url as OutgoingGateway,
    );
    const body = new URLSearchParams(fields);
    const response = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '').searchParams;
  }

  async function connect(
    account: string,
  ): Promise<ProviderResult<ProviderAuthorization>> {
    if (provider.key) return connectWithKey(provider, account);
    const query = await decide({ decision: 'allow', account });
    const scope = query.get('scope');
    const exchange = { code: query.get('code') ?? '', redirect_uri, code_verifier };
    return provider.exchangeCode(
      newContext(),
      scope === null ? exchange : { ...exchange, scope },
    );
  }

  /** Connects an account with a key. The stand-in takes access tokens for keys. */
  async function connectWithKey({ checkKey }: KeyProvider, account: string) {
    const { grants } = standIn;
    const code = { account, scopes: [], redirect_uri: '', code_challenge: undefined };
    const grant = grants.redeem(grants.issueCode(code), null, null);
    const access_token = grant?.access_token ?? '';
    const checked = await checkKey(newContext(), access_token);
    if (!checked.ok) return checked;
    return success({ tokens: { access_token }, remote_id: checked.value });
  }

  function addWorkouts(account: string, count: number): StandInWorkout[] {
    const workouts = Array.from(
      { length: count },
      (_, index): StandInWorkout => ({
        id: standIn.toId(1000 + index),
        start: new Date(start - (index + 1) * 3_600_000).toISOString(),
        offset: 0,
        duration: 1800,
        sport: standIn.run,
        energy: 300,
        distance: 5000,
        avg_heart_rate: 140,
        max_heart_rate: 160,
        changed: start - (index + 1) * 3_600_000,
      }),
    );
    standIn.workouts.set(
      account,
      new Map(workouts.map((workout) => [workout.id, workout])),
    );
    return workouts;
  }

  /** Lists all pages of one sync. */
  async function listAll(access_token: string, remote_id: string, cursor?: string) {
    const account = { access_token, remote_id };
    const found: Workout[] = [];
    let page: WorkoutPage | undefined;
    do {
      const range = { from, cursor: page?.cursor ?? cursor };
      page = await expectSuccess(provider.listWorkouts(newContext(), account, range));
      expect(page.unreadable).toEqual([]);
      found.push(...page.workouts);
    } while (page.hasMore);
    return { found, cursor: page.cursor };
  }

  it('connects an account with the scopes that imports need', async () => {
    const authorization = await expectSuccess(connect('11'));
    expect(authorization.remote_id).toBe('11');
    expect(hasRequiredScopes(provider, authorization.scopes)).toBe(true);
  });

  if (provider.key) {
    const { checkKey } = provider;
    it('accepts no key that it has not issued', async () => {
      const checked = await checkKey(newContext(), 'unknown');
      expect(!checked.ok && checked.error.kind).toBe('unauthorized');
    });
  } else {
    const { exchangeCode } = provider;
    it('tells when the person denies access', async () => {
      expect((await decide({ decision: 'deny' })).get('error')).toBe('access_denied');
    });

    it('redeems a code once, and for its client only', async () => {
      const query = await decide({ decision: 'allow', account: '12' });
      const exchange = { code: query.get('code') ?? '', redirect_uri, code_verifier };
      const stranger = {
        ...newContext(),
        client: { client_id: 'cl-1', client_secret: 'x' },
      };
      const refused = await exchangeCode(stranger, exchange);
      expect(!refused.ok && refused.error.kind).toBe('invalid_client');
      expect((await exchangeCode(newContext(), exchange)).ok).toBe(true);
      const again = await exchangeCode(newContext(), exchange);
      expect(!again.ok && again.error.kind).toBe('invalid_grant');
    });
  }

  it('has each of many workouts, in our units', async () => {
    const { tokens, remote_id } = await expectSuccess(connect('13'));
    const workouts = addWorkouts('13', 60);
    const { found } = await listAll(tokens.access_token, remote_id);
    const ids = new Set(found.map((workout) => workout.remote_id));
    expect(ids).toEqual(new Set(workouts.map(({ id }) => id)));
    const first = found.find((workout) => workout.remote_id === standIn.toId(1000));
    expect(first).toMatchObject({
      start_time: workouts[0]?.start,
      duration: 1800,
      distance: 5000,
      avg_heart_rate: 140,
      activity_type_id: '1',
    });
    if (!first?.isSummary) expect(first?.energy).toBe(300);
  });

  it('lists what was added and changed since the last sync', async () => {
    const { tokens, remote_id } = await expectSuccess(connect('14'));
    const [workout] = addWorkouts('14', 3);
    const { cursor } = await listAll(tokens.access_token, remote_id);
    nowMs += 1000;
    const id = standIn.toId(2000);
    const changed = { ...workout, id, duration: 900, changed: nowMs };
    standIn.workouts.get('14')?.set(id, changed as StandInWorkout);
    const { found } = await listAll(tokens.access_token, remote_id, cursor);
    expect(found.find((each) => each.remote_id === id)?.duration).toBe(900);
  });

  it.each([-15, 15])(
    'loses nothing if its clock differs by %i minutes',
    async (minutes) => {
      skewMs = minutes * 60_000;
      const account = minutes < 0 ? '180' : '181';
      const { tokens, remote_id } = await expectSuccess(connect(account));
      const lifetime = standIn.grants.policy.accessSeconds;
      const { expires_at = 0 } = tokens;
      if (provider.refreshTokens)
        expect(expires_at - nowMs / 1000).toBeLessThanOrEqual(lifetime);

      // By our clock, the new workout ends when the first sync runs. It is uploaded afterwards.
      const [workout] = addWorkouts(account, 3);
      const before = await listAll(tokens.access_token, remote_id);
      expect(before.found).toHaveLength(3);
      const id = standIn.toId(2000);
      const changed = { ...workout, id, changed: nowMs + skewMs };
      const started = new Date(nowMs - 1_800_000).toISOString();
      standIn.workouts
        .get(account)
        ?.set(id, { ...changed, start: started } as StandInWorkout);
      nowMs += 60_000;
      const after = await listAll(tokens.access_token, remote_id, before.cursor);
      expect(after.found.map((found) => found.remote_id)).toContain(id);
    },
  );

  it.each([
    ['server-error', 'unavailable'],
    ['lost', 'unavailable'],
    ['refused', 'unavailable'],
    ['rate-limit', 'rate_limited'],
    ['truncated', 'malformed'],
  ] as const)('can fail with %s, which is understood as %s', async (fault, kind) => {
    const { tokens, remote_id } = await expectSuccess(connect('15'));
    addWorkouts('15', 1);
    const account = { access_token: tokens.access_token, remote_id };
    standIn.failNext(fault);
    const failed = await provider.listWorkouts(newContext(), account, { from });
    expect(!failed.ok && failed.error.kind).toBe(kind);
    expect((await provider.listWorkouts(newContext(), account, { from })).ok).toBe(true);
  });

  it('ends access when the person withdraws it', async () => {
    const { tokens, remote_id } = await expectSuccess(connect('16'));
    standIn.grants.revokeAccount('16');
    const account = { access_token: tokens.access_token, remote_id };
    const failed = await provider.listWorkouts(newContext(), account, { from });
    expect(!failed.ok && failed.error.kind).toBe('unauthorized');
    const refreshed = await provider.refreshTokens?.(
      newContext(),
      tokens.refresh_token ?? '',
    );
    expect(refreshed?.ok ?? false).toBe(false);
  });

  const { refreshTokens } = provider;
  if (refreshTokens) {
    it('refreshes an expired access token', async () => {
      const { tokens, remote_id } = await expectSuccess(connect('17'));
      // Strava returns the same access token while it has more than an hour left.
      if (type === 'strava') {
        const { refresh_token = '' } = tokens;
        const early = await expectSuccess(refreshTokens(newContext(), refresh_token));
        expect(early.access_token).toBe(tokens.access_token);
      }
      // Longer than the access token of any provider is valid.
      nowMs += 7 * 3_600_000;
      const account = { access_token: tokens.access_token, remote_id };
      const expired = await provider.listWorkouts(newContext(), account, { from });
      expect(!expired.ok && expired.error.kind).toBe('unauthorized');
      const refreshed = await expectSuccess(
        refreshTokens(newContext(), tokens.refresh_token ?? ''),
      );
      const renewed = { ...account, access_token: refreshed.access_token };
      const listed = await provider.listWorkouts(newContext(), renewed, { from });
      expect([listed.ok, refreshed.refresh_token !== undefined]).toEqual([true, true]);
    });
  }
});
