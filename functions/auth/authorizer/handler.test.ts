import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { setQuotas } from '#functions/auth/client/client-update.store.ts';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import { lifetimes } from '#functions/auth/grant/grant.ts';
import { setOptedInTypes } from '#functions/auth/grant/opted-in-types.store.ts';
import { revoke } from '#functions/auth/grant/revocation.store.ts';
import {
  createPersonalToken,
  getIdentity,
  issueAgentToken,
  issueUserToken,
  newClient,
  newPerson,
  newUser,
  newUserToken,
  type TestClient,
  type TestPerson,
  table,
} from '#kit/fixtures.ts';
import { recordOutput } from '#kit/record-output.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { parsePrincipal } from '#shared/auth/principal.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { formatToken, parseToken, type TokenKind } from '#shared/auth/tokens.ts';
import { mcpApiVariable } from '#shared/contract/endpoint.ts';
import { factorVariable, parseQuotas } from '#shared/quota/quotas.ts';
import {
  type ExtraType,
  extraTypeVariable,
} from '#shared/reference-data/connection-types.ts';
import { policyTypes } from '#shared/reference-data/provider-policies.ts';
import { toLogHash } from '#shared/runtime/ids.ts';
import { handler } from './handler.ts';

/** The id of the API of the MCP host in these tests. */
const mcpApiId = 'mcpapi';
vi.stubEnv(mcpApiVariable, mcpApiId);

/** The sample provider, which everybody may see without a choice. */
const sample: ExtraType = {
  id: '1000',
  type: 'sample',
  name: 'Sample provider',
  device: { manufacturer: 'Sample', model: 'Band' },
  records: 'workouts',
  interface: 'whoop',
  gateway: 'http://127.0.0.1:3005',
};
vi.stubEnv(extraTypeVariable, JSON.stringify(sample));

/** Authorizes a token at an API. Returns the context that functions get. */
async function getContext(token: string, apiId = 'api') {
  const authorizationToken = `Bearer ${token}`;
  const methodArn = `arn:aws:execute-api:eu-central-1:1:${apiId}/stage/GET/${mcpApiId}`;
  const event = { type: 'TOKEN', authorizationToken, methodArn } as const;
  const { result } = await recordOutput(() => handler(event));
  return result.context;
}

/**
 * Authorizes a token at an API. Returns what the functions then know about the caller. A path says
 * nothing about the API.
 */
async function authorize(token: string, apiId?: string) {
  return parsePrincipal(await getContext(token, apiId));
}

/** Lists the types of the reference data that are hidden. Other tests override other types. */
async function listHidden(token: string): Promise<string[] | undefined> {
  const caller = await authorize(token);
  return caller?.hidden_types.filter((type) => policyTypes.includes(type));
}

async function issuePersonalToken(user: TestPerson): Promise<string> {
  const created = await createPersonalToken(await getIdentity(user));
  return created.ok ? created.value.text : '';
}

/** Ticks providers for all grants of a client. */
function tick({ user_id }: TestPerson, { client_id }: TestClient, types: string[]) {
  return setOptedInTypes(table(), { user_id, client_id }, types, new Date());
}

it('states the hash of the user, as log lines have it', async () => {
  const user = await newPerson();
  const principal = await authorize(await issueUserToken(user, await newClient()));
  expect(principal).toMatchObject({ user_hash: toLogHash(user.user_id) });
});

describe('the data of providers', () => {
  it('is hidden from an application of others, unless the person ticks it', async () => {
    const [user, client] = await Promise.all([newPerson(), newClient()]);
    const token = await issueUserToken(user, client);
    const shown: string[] = [];
    const hidden = () => policyTypes.filter((type) => !shown.includes(type)).sort();
    expect(await listHidden(token)).toEqual(hidden());

    // The grant is read at each call, so a choice counts as soon as the gateway asks again.
    shown.push('polar');
    await tick(user, client, ['polar', 'strava']);
    expect(await listHidden(token)).toEqual(hidden());
    shown.pop();
    await tick(user, client, []);
    expect(await listHidden(token)).toEqual(hidden());
  });

  it('is not hidden from an own application', async () => {
    const user = await newPerson();
    await addRemoteConnection(user.user_id, { type: 'strava' });
    const token = await issueUserToken(user, await newClient({ own: true }));
    const nothing = { hidden_types: [], incomplete_types: [] };
    expect(await authorize(token)).toMatchObject(nothing);
  });

  it('makes days incomplete if the person has connected a hidden type, but not by an allowed one', async () => {
    const [user, client] = await Promise.all([newPerson(), newClient()]);
    for (const type of ['strava', 'polar', 'sample'])
      await addRemoteConnection(user.user_id, { type });
    const token = await issueUserToken(user, client);
    expect((await authorize(token))?.incomplete_types).toEqual(['polar', 'strava']);
    await tick(user, client, ['polar']);
    expect((await authorize(token))?.incomplete_types).toEqual(['strava']);
  });
});

describe('a token for the MCP endpoint', () => {
  it('is refused at the interfaces, and theirs at the MCP endpoint', async () => {
    const [user, client] = await Promise.all([newUser(), newClient()]);
    const [agentToken, token] = await Promise.all([
      issueAgentToken(user, client, 'diary.read'),
      issueUserToken(user, client, 'diary.read'),
    ]);
    const caller = { user_id: user.user_id, client_id: client.client_id };
    expect(await authorize(agentToken, mcpApiId)).toMatchObject(caller);
    expect(await authorize(agentToken)).toBeUndefined();
    expect(await authorize(token)).toMatchObject(caller);
    expect(await authorize(token, mcpApiId)).toBeUndefined();
    const personal = await issuePersonalToken(user);
    expect(await authorize(personal, mcpApiId)).toBeUndefined();
  });

  it('sees what agents may see and what is ticked for it, even one of an own application', async () => {
    const [user, client] = await Promise.all([newPerson(), newClient({ own: true })]);
    for (const type of ['whoop', 'polar', 'sample'])
      await addRemoteConnection(user.user_id, { type });
    const token = await issueAgentToken(user, client, 'diary.read');
    const listIncomplete = async () =>
      (await authorize(token, mcpApiId))?.incomplete_types;
    expect(await listIncomplete()).toEqual(['polar', 'whoop']);
    // A choice for the interfaces is none for agents.
    await tick(user, client, ['polar', 'whoop']);
    expect(await listIncomplete()).toEqual(['polar', 'whoop']);
    const { user_id } = user;
    const agent = { user_id, client_id: client.client_id, audience: 'mcp' } as const;
    await setOptedInTypes(table(), agent, ['polar', 'whoop'], new Date());
    expect(await listIncomplete()).toEqual(['whoop']);
  });
});

describe('the reason of a denial', () => {
  const getDenial = async (token: string, apiId?: string) =>
    (await getContext(token, apiId))?.denial;
  const unknown = 'is not a token of this service';

  it('tells who has the secret that the token has expired or has ended', async () => {
    const [user, client] = await Promise.all([newPerson(), newClient()]);
    const token = await issueUserToken(user, client);
    vi.setSystemTime(Date.now() + lifetimes.access * 1000);
    onTestFinished(() => void vi.useRealTimers());
    expect(await getDenial(token)).toMatch(/^has expired/);
    vi.useRealTimers();

    const personal = await issuePersonalToken(await newUser());
    const found = parseToken('personal', personal);
    if (!found) throw new Error('The token has another format.');
    await revoke(table(), grantKeys.grant(found.user_id, found.id), new Date());
    expect(await getDenial(personal)).toMatch(/^has ended/);
    const disguised = formatToken('personal', { ...found, secret: newSecret() });
    expect(await getDenial(disguised)).toBe(unknown);
  });

  it('tells nobody else more than that the service has no such token', async () => {
    const token = await newUserToken();
    const found = parseToken('access', token);
    if (!found) throw new Error('The token has another format.');
    const guessed = formatToken('access', { ...found, secret: newSecret() });
    for (const text of ['', 'x', `${token}x`, guessed])
      expect(await getDenial(text)).toBe(unknown);
  });

  it('tells that the token is for another address', async () => {
    const token = await newUserToken();
    expect(await getDenial(token, mcpApiId)).toBe(
      'is for another address of this service',
    );
  });
});

it('a token is no token of another kind, not even with the prefix and checksum of that kind', async () => {
  const [user, client] = await Promise.all([newUser(), newClient()]);
  const personal = await issuePersonalToken(user);
  const access = await issueUserToken(user, client);
  for (const token of [personal, access])
    expect(await authorize(token)).toMatchObject({ user_id: user.user_id });
  const disguise = (from: TokenKind, to: TokenKind, text: string) => {
    const token = parseToken(from, text);
    if (!token) throw new Error('The token has another format.');
    return formatToken(to, token);
  };
  expect(await authorize(disguise('personal', 'access', personal))).toBeUndefined();
  expect(await authorize(disguise('access', 'personal', access))).toBeUndefined();
});

it('tells functions the limits of the application, with those that the operator has set', async () => {
  const [user, client] = await Promise.all([newPerson(), newClient()]);
  await setQuotas(table(), client.client_id, { user_15min: 50, client_day: 5000 });
  const claim = (await getContext(await issueUserToken(user, client)))?.limits;
  const limits = parseQuotas(claim);
  expect(limits.user['15min']).toBe(50);
  expect(limits.client.day).toBe(5000);
  expect(limits.user.day).toBeGreaterThan(50);
});

it('gives a script no more requests than an application of others, but an own one', async () => {
  const [user, own] = await Promise.all([newUser(), newClient({ own: true })]);
  const tokens = [await issuePersonalToken(user), await issueUserToken(user, own)];
  vi.stubEnv(factorVariable, '1');
  // At another time, the limits of all are not those that are cached with the factor of these
  // tests.
  vi.setSystemTime(Date.now() - 60_000);
  onTestFinished(() => void vi.useRealTimers());
  const contexts = await Promise.all(tokens.map((token) => getContext(token)));
  const limits = contexts.map((context) => parseQuotas(context?.limits).user);
  expect(limits).toEqual([
    { '15min': 200, day: 2000 },
    { '15min': 20_000, day: 200_000 },
  ]);
});
