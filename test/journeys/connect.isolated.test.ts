import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newClient, newPerson, newUser, type TestPerson, table } from '#kit/fixtures.ts';
import { startOwnService } from '#kit/own-service.ts';
import { type FakeProvider, startFakeProvider } from '#kit/provider.ts';
import { type Send, send } from '#kit/send.ts';
import { newVisitor, type Visitor } from '#kit/visitor.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import type { LocalService } from '#lib/local/service.ts';
import { openDataKeys } from '#shared/encryption/configured-data-keys.ts';
import { setClient } from '#shared/provider-client/client-secrets.store.ts';
import { findCredentials } from '#shared/remote-connection/provider-credentials.store.ts';
import * as remoteConnections from '#shared/remote-connection/remote-connection.store.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isNew } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

const tokenPath = 'www.strava.com/oauth/token';
let provider: FakeProvider;
let service: LocalService;
const logLines: string[] = [];

beforeAll(async () => {
  provider = await startFakeProvider(disposables);
  service = await startOwnService({
    environment: { PROVIDER_GATEWAY: provider.url },
    log: (line) => logLines.push(line),
  });
  disposables.defer(() => service.close());
  service.clock.stop();
  openLocalTable(service.environment);
  const client = {
    type: 'strava',
    client_id: '12345',
    client_secret: 'provider-secret',
    extra_scopes: ['profile:read_all'],
  };
  await setClient({ table: table(), dataKeys: openDataKeys() }, client, new Date());
});

const call: Send = (method, path, options) => send(service.urls, method, path, options);

/** Sets the account that Strava returns for the next codes. */
function answerWithAccount(id: number): void {
  const tokens = { access_token: `access-${id}`, refresh_token: `refresh-${id}` };
  const body = { ...tokens, expires_in: 21_600, athlete: { id } };
  provider.answer(tokenPath, 200, JSON.stringify(body));
}

let accounts = 1000;
const newAccount = () => {
  accounts += 1;
  return accounts;
};

const now = () => new Date(service.clock.now());

async function newSignedInVisitor(
  person?: TestPerson,
): Promise<{ visitor: Visitor; person: TestPerson }> {
  const user = person ?? (await newPerson());
  const visitor = newVisitor(call, service.urls.auth);
  await visitor.signIn(user, now());
  return { visitor, person: user };
}

/** The path of the connect link of Strava. */
const connectPath = '/v7.1/remoteconnectiontype/7/connect/';

/** Opens the connect link of Strava and follows it to the authorization host. */
async function openConnectLink(visitor: Visitor, query = '') {
  const { headers } = await call('GET', `${connectPath}${query}`);
  return visitor.open(headers.get('location') ?? '');
}

/** Continues to Strava. Returns the URL of the authorization request. */
async function continueToProvider(visitor: Visitor, query = '') {
  await openConnectLink(visitor, query);
  await visitor.submit({ decision: 'continue' });
  return visitor.getDestination();
}

/** Opens the callback as Strava redirects to it. */
function openCallback(
  visitor: Visitor,
  request: URL,
  response: Record<string, string> = { code: 'c', scope: 'read,activity:read_all' },
) {
  const callback = new URL(request.searchParams.get('redirect_uri') ?? '');
  const state = request.searchParams.get('state') ?? '';
  callback.search = new URLSearchParams({ state, ...response }).toString();
  return visitor.open(callback.href);
}

const listConnections = ({ user_id }: TestPerson) =>
  remoteConnections.list(table(), user_id);

describe('a person who connects an account (R6)', () => {
  it('signs in, sees the provider and the account, continues, and is connected', async () => {
    const user = await newUser();
    const visitor = newVisitor(call, service.urls.auth);
    const signIn = await openConnectLink(visitor);
    expect(signIn.text).toContain('to connect <strong>Strava</strong>');
    const page = await visitor.submit({ email: user.email, password: user.password });
    expect(page.text).toContain('Connect Strava');
    expect(page.text).toContain(user.username);

    await visitor.submit({ decision: 'continue' });
    const request = visitor.getDestination();
    expect(
      request.href.startsWith(`${provider.url}/www.strava.com/oauth/authorize?`),
    ).toBe(true);
    expect(Object.fromEntries(request.searchParams)).toEqual({
      response_type: 'code',
      client_id: '12345',
      redirect_uri: `${service.urls.auth}/v7.1/connect/callback/strava/`,
      scope: 'read,activity:read_all,profile:read_all',
      state: expect.stringMatching(/^\w{36}\.\w{52}$/),
    });

    const account = newAccount();
    answerWithAccount(account);
    const done = await openCallback(visitor, request);
    expect([done.status, done.text]).toEqual([
      200,
      expect.stringContaining('Strava is connected'),
    ]);
    const [connection] = await listConnections(user);
    expect(connection).toMatchObject({ type: 'strava', remote_id: String(account) });
    const stores = { table: table(), dataKeys: openDataKeys() };
    expect(await findCredentials(stores, user.user_id, connection?.id ?? '')).toEqual({
      access_token: `access-${account}`,
      refresh_token: `refresh-${account}`,
      expires_at: expect.any(Number),
      client_id: '12345',
      client_secret: 'provider-secret',
    });
  });

  it('returns to the application that asked for it, with the id of the connection', async () => {
    const client = await newClient();
    const { visitor, person } = await newSignedInVisitor();
    const query = `?${new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: client.redirect_uri,
      state: 'a b',
    })}`;
    const page = await openConnectLink(visitor, query);
    expect(page.text).toContain(client.name);
    await visitor.submit({ decision: 'continue' });
    answerWithAccount(newAccount());
    await openCallback(visitor, visitor.getDestination());
    const [connection] = await listConnections(person);
    const { origin, pathname, searchParams } = visitor.getDestination();
    expect(origin + pathname).toBe(client.redirect_uri);
    expect(Object.fromEntries(searchParams)).toEqual({
      remote_connection: connection?.id,
      state: 'a b',
    });

    await openConnectLink(visitor, query);
    await visitor.submit({ decision: 'cancel' });
    expect(visitor.getDestination().searchParams.get('error')).toBe('access_denied');
  });

  it('keeps the connection when the same account is connected again', async () => {
    const { visitor, person } = await newSignedInVisitor();
    answerWithAccount(newAccount());
    await openCallback(visitor, await continueToProvider(visitor));
    const [first] = await listConnections(person);
    await openCallback(visitor, await continueToProvider(visitor));
    expect((await listConnections(person)).map(({ id }) => id)).toEqual([first?.id]);
  });

  it('reads in German what to do if another person has connected the account', async () => {
    answerWithAccount(newAccount());
    const first = await newSignedInVisitor();
    await openCallback(first.visitor, await continueToProvider(first.visitor));
    const { visitor, person } = await newSignedInVisitor();
    const request = await continueToProvider(visitor);
    const callback = new URL(request.searchParams.get('redirect_uri') ?? '');
    callback.search = new URLSearchParams({
      state: request.searchParams.get('state') ?? '',
      code: 'c',
    }).toString();
    const { text } = await call('GET', callback.href, {
      headers: { Cookie: visitor.cookieHeader(), 'Accept-Language': 'de' },
    });
    expect(text).toContain('mit dem Konto einer anderen Person');
    expect(await listConnections(person)).toEqual([]);
  });

  it.each([
    ['denied access', { error: 'access_denied' }, 'was not allowed at Strava'],
    [
      'unticked a permission',
      { code: 'c', scope: 'read' },
      'leave the permission to read',
    ],
    [
      'met an error of the provider',
      { error: 'server_error' },
      'Error code: server_error',
    ],
    ['met an odd error', { error: '<script>' }, 'Strava reported an error'],
    ['got neither a code nor an error', {}, 'Strava reported an error'],
  ])('reads what to do after they %s', async (_, response, expected) => {
    const { visitor, person } = await newSignedInVisitor();
    answerWithAccount(newAccount());
    const page = await openCallback(visitor, await continueToProvider(visitor), response);
    expect(page.text).toContain(expected);
    expect(page.text).not.toContain('<script>');
    expect(page.text).toContain('Try again');
    expect(await listConnections(person)).toEqual([]);
  });

  it.each([
    [
      400,
      '{"errors":[{"resource":"AuthorizationCode","field":"","code":"expired"}]}',
      'Request expired',
    ],
    [
      401,
      '{"errors":[{"resource":"Application","field":"","code":"invalid"}]}',
      'does not accept the credentials',
    ],
    [503, 'busy', 'could not be reached'],
    [200, '{"access_token":', 'did not complete the request'],
    [302, '', 'did not complete the request'],
  ])(
    'reads what to do if the token call returns %i %s',
    async (status, body, expected) => {
      const { visitor, person } = await newSignedInVisitor();
      const request = await continueToProvider(visitor);
      provider.answer(tokenPath, status, body);
      const page = await openCallback(visitor, request);
      expect(page.text).toContain(expected);
      expect(await listConnections(person)).toEqual([]);
    },
  );

  it('gets a 404 for a provider whose workouts cannot be imported', async () => {
    const visitor = newVisitor(call, service.urls.auth);
    const { headers } = await call('GET', connectPath);
    const url = new URL(headers.get('location') ?? '');
    url.searchParams.set('type', 'garmin');
    expect((await visitor.open(url.href)).status).toBe(404);
  });
});

describe('a callback', () => {
  const expectRejected = async (
    opened: ReturnType<Visitor['open']>,
    person: TestPerson,
  ): Promise<void> => {
    const before = provider.callsTo(tokenPath).length;
    const { status, text } = await opened;
    expect([status, text]).toEqual([400, expect.stringContaining('Request expired')]);
    expect(provider.callsTo(tokenPath)).toHaveLength(before);
    expect(await listConnections(person)).toEqual([]);
  };

  it('is rejected in the browser of another person (login CSRF, RFC 9700 section 4.7)', async () => {
    answerWithAccount(newAccount());
    const attacker = await newSignedInVisitor();
    const victim = await newSignedInVisitor();
    const request = await continueToProvider(attacker.visitor);
    await openConnectLink(victim.visitor);
    await expectRejected(openCallback(victim.visitor, request), victim.person);
  });

  it('is rejected without a session, or in another session', async () => {
    answerWithAccount(newAccount());
    const { visitor, person } = await newSignedInVisitor();
    const request = await continueToProvider(visitor);
    const session = visitor.cookies.get('__Host-fit_session') ?? '';
    visitor.cookies.delete('__Host-fit_session');
    await expectRejected(openCallback(visitor, request), person);
    await visitor.signIn(person, now());
    await expectRejected(openCallback(visitor, request), person);

    visitor.cookies.set('__Host-fit_session', session);
    expect((await openCallback(visitor, request)).text).toContain('is connected');
  });

  it('counts once: a replayed one is rejected', async () => {
    answerWithAccount(newAccount());
    const { visitor, person } = await newSignedInVisitor();
    const request = await continueToProvider(visitor);
    await openCallback(visitor, request);
    const [connection] = await listConnections(person);
    await remoteConnections.remove(table(), person.user_id, connection?.id ?? '');
    await expectRejected(openCallback(visitor, request), person);
  });

  it('counts once of ten at the same time', async () => {
    answerWithAccount(newAccount());
    const { visitor } = await newSignedInVisitor();
    const request = await continueToProvider(visitor);
    const callback = new URL(request.searchParams.get('redirect_uri') ?? '');
    const Cookie = visitor.cookieHeader();
    const openAtOnce = async (state: string) => {
      callback.search = `?code=c&state=${state}`;
      const open = () => call('GET', callback.href, { headers: { Cookie } });
      const responses = await Promise.all(Array.from({ length: 10 }, open));
      return responses.map(({ status }) => status);
    };
    // Two warm instances of the function, because a cold one would be late for the race.
    await openAtOnce('unknown');
    const statuses = await openAtOnce(request.searchParams.get('state') ?? '');
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('is rejected at the address of another provider (mix-up, RFC 9700 section 4.4)', async () => {
    const { visitor, person } = await newSignedInVisitor();
    const request = await continueToProvider(visitor);
    const uri = request.searchParams.get('redirect_uri') ?? '';
    request.searchParams.set('redirect_uri', uri.replace('/strava/', '/polar/'));
    await expectRejected(openCallback(visitor, request), person);
  });

  it.each(['', 'x', `${newId(new Date())}.${'a'.repeat(52)}`])(
    'is rejected with the state %j',
    async (state) => {
      const { visitor, person } = await newSignedInVisitor();
      const request = await continueToProvider(visitor);
      request.searchParams.set('state', state);
      await expectRejected(openCallback(visitor, request), person);
    },
  );

  it('is rejected with a repeated state', async () => {
    const { visitor, person } = await newSignedInVisitor();
    const request = await continueToProvider(visitor);
    const uri = request.searchParams.get('redirect_uri') ?? '';
    const state = request.searchParams.get('state') ?? '';
    const url = `${uri}?code=c&state=${state}&state=${state}`;
    await expectRejected(visitor.open(url), person);
  });

  it('completes both of two tabs, each with its own request', async () => {
    const { visitor, person } = await newSignedInVisitor();
    const [first, second] = [
      await continueToProvider(visitor),
      await continueToProvider(visitor),
    ];
    answerWithAccount(newAccount());
    await openCallback(visitor, second);
    answerWithAccount(newAccount());
    await openCallback(visitor, first);
    expect(await listConnections(person)).toHaveLength(2);
  });

  it('is rejected after 10 minutes', async () => {
    const { visitor, person } = await newSignedInVisitor();
    const request = await continueToProvider(visitor);
    service.clock.advance(600);
    await visitor.signIn(person, now());
    await expectRejected(openCallback(visitor, request), person);
  });
});

describe('the connect link', () => {
  it.each([
    [
      'an unknown application',
      { client_id: 'nobody', redirect_uri: 'https://a.example/' },
    ],
    ['a redirect URI without an application', { redirect_uri: 'https://a.example/' }],
  ])('is refused with %s, and redirects nowhere', async (_, query) => {
    const visitor = newVisitor(call, service.urls.auth);
    const { status } = await openConnectLink(visitor, `?${new URLSearchParams(query)}`);
    expect([status, visitor.hasLeft()]).toEqual([400, false]);
  });

  it('is refused with a redirect URI that is not registered', async () => {
    const { client_id } = await newClient();
    const visitor = newVisitor(call, service.urls.auth);
    const query = new URLSearchParams({
      client_id,
      redirect_uri: 'https://evil.example/',
    });
    const { status } = await openConnectLink(visitor, `?${query}`);
    expect([status, visitor.hasLeft()]).toEqual([400, false]);
  });

  it('does not continue by a form of another page', async () => {
    const { visitor } = await newSignedInVisitor();
    await openConnectLink(visitor);
    const { status } = await visitor.submit({
      decision: 'continue',
      form_token: 'forged',
    });
    expect([status, visitor.hasLeft()]).toEqual([403, false]);
  });
});

describe('the account page of connections (R10)', () => {
  const page = () => `${service.urls.auth}/v7.1/oauth2/account/connections/`;

  it('lists connections, starts an import at most once a minute, and disconnects', async () => {
    answerWithAccount(newAccount());
    const { visitor, person } = await newSignedInVisitor();
    await openCallback(visitor, await continueToProvider(visitor));
    const shown = await visitor.open(page());
    expect(shown.text).toContain('aria-label="Disconnect Strava"');
    expect(shown.text).toContain('<dt>Status</dt>');

    const [connection] = await listConnections(person);
    const submit = (action: string) =>
      visitor.submit({ connection: connection?.id ?? '', action });
    expect((await submit('sync')).text).toContain('The import has started');
    expect((await submit('sync')).text).toContain('less than a minute ago');
    expect((await submit('disconnect')).text).toContain('stay in your diary');
    expect(await listConnections(person)).toEqual([]);
  });

  it('says that the imported workouts are deleted, if the person asks for it', async () => {
    answerWithAccount(newAccount());
    const { visitor, person } = await newSignedInVisitor();
    await openCallback(visitor, await continueToProvider(visitor));
    await visitor.open(page());
    const [connection] = await listConnections(person);
    const fields = { connection: connection?.id ?? '', action: 'disconnect_and_delete' };
    expect((await visitor.submit(fields)).text).toContain('are being deleted');
  });

  it("changes no other person's connection", async () => {
    answerWithAccount(newAccount());
    const owner = await newSignedInVisitor();
    await openCallback(owner.visitor, await continueToProvider(owner.visitor));
    const [connection] = await listConnections(owner.person);
    const { visitor } = await newSignedInVisitor();
    await visitor.open(page());
    await visitor.submit({ connection: connection?.id ?? '', action: 'disconnect' });
    expect(await listConnections(owner.person)).toHaveLength(1);
  });

  it('offers to connect again what the provider refuses, and starts no import', async () => {
    const { visitor, person } = await newSignedInVisitor();
    const connection = {
      id: newId(now()),
      type: 'strava',
      remote_id: '1',
      created_datetime: now().toISOString(),
      status: 'reauthorization_required',
    };
    await table().put(
      { ...keys.remoteConnection(person.user_id, connection.id), ...connection },
      isNew,
    );
    const { text } = await visitor.open(page());
    expect(text).toContain('Connect Strava again');
    expect(text).not.toContain('Import now');
  });
});

it('writes no token, code, state or secret to the log', () => {
  const log = logLines.join('\n');
  expect(log).toContain('connection_created');
  expect(log).not.toMatch(/access-\d|refresh-\d|provider-secret|\.[0-9a-z]{52}/);
});
