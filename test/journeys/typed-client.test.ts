import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { run } from '#kit/diary.ts';
import { newClient } from '#kit/fixtures.ts';
import { cover, fetchImage, tinyImage } from '#kit/images.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import {
  decideSignIn,
  newPublicClientId,
  newSignedInClient,
  newTokenStorage,
  newTypedClient,
} from '#kit/typed-client.ts';
import { FitnessDataError, getImageUrl, type MainSchemas } from '../../client/exports.ts';

const { urls } = inject('service');
const redirectUri = 'com.example.app:/callback';

type NewSource = MainSchemas['schemas']['DataSourceInput'];

const newSource = (name: string) => ({
  name,
  _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] },
});

async function getStatusWith(token: string): Promise<number> {
  return (await call('GET', '/v7.1/data_source/', { token })).status;
}

/** Returns the error that an action throws. Fails if it is of another class. */
async function catchError(action: Promise<unknown>): Promise<FitnessDataError> {
  const error = await action.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof FitnessDataError) return error;
  throw new Error('No FitnessDataError was thrown.', { cause: error });
}

describe('the session of the typed client', () => {
  it('makes one refresh for parallel calls with an expired token', async () => {
    const { main, storage, countSent } = await newSignedInClient();
    storage.change({ expires_at: 0 });
    const before = countSent('/oauth2/access_token/');
    const calls = Array.from({ length: 4 }, () => main.get('/data_source/'));
    const lists = await Promise.all(calls);
    expect(lists.map(({ total_count }) => total_count)).toEqual(Array(4).fill(0));
    expect(countSent('/oauth2/access_token/') - before).toBe(1);
  });

  it('makes one refresh for parallel calls whose token is rejected', async () => {
    const { main, storage, countSent } = await newSignedInClient();
    storage.change({ access_token: 'rejected' });
    const before = countSent('/oauth2/access_token/');
    const body = newSource('Watch');
    const calls = Array.from({ length: 4 }, () => main.get('/data_source/'));
    await Promise.all([...calls, main.post('/data_source/', { body })]);
    expect(countSent('/oauth2/access_token/') - before).toBe(1);
    expect((await main.get('/data_source/')).total_count).toBe(1);
  });

  it('ends when the refresh token is no longer valid', async () => {
    const { auth, main, storage } = await newSignedInClient();
    storage.change({ expires_at: 0, refresh_token: 'unknown' });
    const { code } = await catchError(main.get('/data_source/'));
    expect([code, await auth.findTokens()]).toEqual(['sign_in_required', undefined]);
  });

  it('refreshes the access token when the application asks for it', async () => {
    const { auth, main, countSent } = await newSignedInClient();
    const before = await auth.findTokens();
    const calls = Array.from({ length: 2 }, () => auth.refresh());
    const [tokens, same] = await Promise.all(calls);
    expect([same, await auth.findTokens()]).toEqual([tokens, tokens]);
    expect(tokens?.access_token).not.toBe(before?.access_token);
    // One redeems the code, and one refreshes.
    expect(countSent('/oauth2/access_token/')).toBe(2);
    expect((await main.get('/data_source/')).total_count).toBe(0);
  });

  it('continues with tokens that the application has', async () => {
    const clientId = await newPublicClientId();
    const { auth } = newTypedClient({ clientId });
    const callback = await decideSignIn(await auth.startSignIn({ redirectUri }));
    const { access_token, refresh_token, user_id } = await auth.completeSignIn(callback);

    const other = newTypedClient({ clientId });
    await other.auth.setTokens({ access_token, refresh_token, user_id });
    expect((await other.getDiaryDay('2026-11-20')).items).toEqual([]);
    await other.auth.setTokens({ access_token: 'rejected', refresh_token, user_id });
    expect((await other.main.get('/data_source/')).total_count).toBe(0);
  });

  it('ends with the access token if there is no refresh token', async () => {
    const { auth, main } = await newSignedInClient();
    const { access_token = '', user_id = '' } = (await auth.findTokens()) ?? {};
    await auth.setTokens({ access_token, user_id });
    expect((await catchError(auth.refresh())).code).toBe('sign_in_required');
    expect((await main.get('/data_source/')).total_count).toBe(0);

    await auth.setTokens({ access_token: 'rejected', user_id });
    const { code } = await catchError(main.get('/data_source/'));
    expect(code).toBe('sign_in_required');
  });

  it('is revoked by its access token if there is no refresh token', async () => {
    const { auth } = await newSignedInClient();
    const { access_token = '', user_id = '' } = (await auth.findTokens()) ?? {};
    await auth.setTokens({ access_token, user_id });
    await auth.signOut();
    expect(await getStatusWith(access_token)).toBe(401);
  });

  it('is revoked when the user signs out', async () => {
    const { auth, main } = await newSignedInClient();
    const { access_token = '' } = (await auth.findTokens()) ?? {};
    await auth.signOut();
    expect((await catchError(main.get('/data_source/'))).code).toBe('sign_in_required');
    expect(await getStatusWith(access_token)).toBe(401);
  });
});

describe('sign-in with the typed client', () => {
  it('redeems the code once if two effects of a page complete the sign-in', async () => {
    const clientId = await newPublicClientId();
    const storage = newTokenStorage();
    const { auth, main, countSent } = newTypedClient({ clientId, storage });
    const other = newTypedClient({ clientId, storage });
    const callback = await decideSignIn(await auth.startSignIn({ redirectUri }));
    const calls = [auth, auth, other.auth].map((each) => each.completeSignIn(callback));
    const [tokens, ...others] = await Promise.all(calls);
    expect(others).toEqual([tokens, tokens]);
    expect(countSent('/oauth2/access_token/')).toBe(1);
    expect(other.countSent('/oauth2/access_token/')).toBe(0);
    expect((await main.get('/data_source/')).total_count).toBe(0);
  });

  it('ends with access_denied if the user denies access', async () => {
    const { auth } = newTypedClient({ clientId: await newPublicClientId() });
    const url = await auth.startSignIn({ redirectUri });
    const callback = await decideSignIn(url, 'deny');
    expect((await catchError(auth.completeSignIn(callback))).code).toBe('access_denied');
  });

  it('rejects the callback of a sign-in that it did not start', async () => {
    const { auth } = newTypedClient({ clientId: await newPublicClientId() });
    await auth.startSignIn({ redirectUri });
    const foreign = `${redirectUri}?code=foreign&state=foreign`;
    expect((await catchError(auth.completeSignIn(foreign))).code).toBe('invalid_state');
  });

  // RFC 9207.
  it('rejects a callback of another service', async () => {
    const { auth } = newTypedClient({ clientId: await newPublicClientId() });
    const url = await auth.startSignIn({ redirectUri });
    const callback = new URL(await decideSignIn(url));
    expect(callback.searchParams.get('iss')).toBe(urls.main);

    callback.searchParams.set('iss', 'https://other.example');
    const rejected = await catchError(auth.completeSignIn(callback.href));
    expect([rejected.code, rejected.message]).toEqual([
      'invalid_issuer',
      `The response is from https://other.example. Expected ${urls.main}.`,
    ]);
    callback.searchParams.delete('iss');
    const missing = await catchError(auth.completeSignIn(callback.href));
    expect(missing.code).toBe('invalid_issuer');
  });

  it('signs a server application in with its own credentials', async () => {
    const { client_id, client_secret } = await newClient();
    const { auth, list, countSent } = newTypedClient({
      clientId: client_id,
      clientSecret: client_secret,
    });
    await auth.signInAsClient();
    const types = await Array.fromAsync(list('/remoteconnectiontype/', { limit: 4 }));
    const [first] = types;
    expect([typeof first?.recorder_type_key, types.length > 4]).toEqual(['string', true]);
    expect(countSent('/remoteconnectiontype/')).toBe(Math.ceil(types.length / 4));
  });
});

describe('the typed client', () => {
  let client: Awaited<ReturnType<typeof newSignedInClient>>;
  beforeAll(async () => {
    client = await newSignedInClient();
  });

  it('creates, lists page by page, and changes data sources', async () => {
    const { main, list } = await newSignedInClient();
    const names = ['A', 'B', 'C'];
    for (const name of names) await main.post('/data_source/', { body: newSource(name) });
    const sources = await Array.fromAsync(list('/data_source/', { limit: 2 }));
    expect(sources.map(({ name }) => name)).toEqual(names);

    const id = sources[0]?._links.self[0]?.id ?? '';
    const change = { params: { path: { id } }, body: { active: false } };
    expect((await main.put('/data_source/{id}/', change)).active).toBe(false);
  });

  it('refuses members and parameters that the service does not know', async () => {
    const { main } = client;
    const device = { manufacturer: 'Garmin', model: 'FR-935' };
    // @ts-expect-error The type has no such member.
    const body: NewSource = { nmae: 'Watch', _embedded: { device: [device] } };
    await expect(main.post('/data_source/', { body })).rejects.toMatchObject({
      status: 400,
      fields: { nmae: ['is unknown; the nearest known name is name'] },
    });
    // @ts-expect-error The type has no such parameter.
    const listing = main.get('/data_source/', { params: { query: { actve: true } } });
    await expect(listing).rejects.toMatchObject({ status: 400 });
    const params = { header: { Prefer: 'handling=lenient' } };
    const source = await main.post('/data_source/', { body, params });
    expect(source.name).toBeNull();
  });

  it('lists only paths without an id, because it fills none in', async () => {
    // @ts-expect-error The type has no path with an id.
    const pages = Array.fromAsync(client.list('/user/{id}/export/'));
    await expect(pages).rejects.toThrow('user {id} could not be found.');
  });

  it('sends an Idempotency-Key with each POST that creates, by default a new one', async () => {
    const { main, sent } = client;
    const earlier = sent.length;
    const body = newSource('Watch');
    const params = { header: { 'Idempotency-Key': 'mine' } };
    await main.post('/data_source/', { body });
    await main.post('/data_source/', { body, params });
    const keys = sent.slice(earlier).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys.filter((key) => key !== null)).toEqual([
      expect.stringMatching(/^[\da-f-]{36}$/),
      'mine',
    ]);
  });

  it('uploads an image from a Blob, a File and a path', async () => {
    const path = join(createTemporaryFolder(), 'cover.gif');
    await writeFile(path, tinyImage);
    const data = { ...cover, rel: 'cover_photo' as const };
    for (const source of [new Blob([tinyImage]), new File([tinyImage], 'a.gif'), path]) {
      const image = await client.uploadImage(source, data);
      expect((await fetchImage(getImageUrl(image, { width: 1 }))).status).toBe(200);
      expect(getImageUrl(image, {})).toBe(image.uri);
    }
  });

  it('iterates over the days of the diary', async () => {
    const { diary, listDiaryDays } = client;
    const entry = { ...run, type: 'exercise' as const };
    const energy = { unit: 'calories' as const, value: 254.5 };
    await diary.post('/diary', { body: { items: [{ ...entry, energy }] } });
    const range = { from: '2026-11-19', to: '2026-11-21' };
    const days = await Array.fromAsync(listDiaryDays(range));
    expect(days.map(({ date, items }) => [date, items.length])).toEqual([
      ['2026-11-19', 0],
      ['2026-11-20', 1],
      ['2026-11-21', 0],
    ]);
  });

  it('throws one class for the errors of the main API, the diary and the token endpoints', async () => {
    const { main, diary } = client;
    const invalidBody = { _embedded: { device: [{ manufacturer: '', model: 'X' }] } };
    const invalid = await catchError(main.post('/data_source/', { body: invalidBody }));
    expect([invalid.status, invalid.code, Object.keys(invalid.fields)]).toEqual([
      400,
      'http_400',
      ['_embedded.device.0.manufacturer'],
    ]);

    const params = { path: { id: 'unknown' } };
    const missing = await catchError(main.get('/data_source/{id}/', { params }));
    expect([missing.status, missing.message]).toEqual([
      404,
      'data source unknown could not be found.',
    ]);

    const energy = { unit: 'calories' as const, value: 1 };
    const entry = { ...run, type: 'exercise' as const, energy, duration: 0 };
    const unprocessable = await catchError(
      diary.post('/diary', { body: { items: [entry] } }),
    );
    expect([unprocessable.status, unprocessable.code, unprocessable.fields]).toEqual([
      422,
      'failed-validation',
      { 'items.0.duration': ['must be at least 1'] },
    ]);

    const { client_id: clientId } = await newClient();
    const { auth } = newTypedClient({ clientId, clientSecret: 'wrong' });
    const rejected = await catchError(auth.signInAsClient());
    expect([rejected.status, rejected.code]).toEqual([401, 'invalid_client']);
  });

  it('throws the 403 of a token whose scope allows no writes', async () => {
    const { main } = await newSignedInClient('data_sources.read');
    const { status } = await catchError(
      main.post('/data_source/', { body: newSource('Watch') }),
    );
    expect(status).toBe(403);
  });
});
