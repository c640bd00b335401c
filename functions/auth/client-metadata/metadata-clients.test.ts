import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import { maxDocumentsPerDay } from '#functions/auth/consent/verify-client.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { callHandler, getAgentStatus } from '#kit/call-handler.ts';
import { newUser, type TestUser, table } from '#kit/fixtures.ts';
import { getCode, newParties, newPkce, type Tokens } from '#kit/oauth-parties.ts';
import { consumeAttemptsOfDay } from '#kit/rate-limits.ts';
import { serveRequests } from '#kit/serve-requests.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import * as metadataClients from './metadata-client.store.ts';

const { urls } = inject('service');

afterEach(() => void vi.unstubAllEnvs());

interface Members {
  client_name?: string;
  redirect_uris?: string[];
  client_id?: string;
}

const loopback = 'http://127.0.0.1/callback';

/**
 * Serves the document of a client of its own host, and counts the requests. `members` can change
 * what the document says.
 */
async function publishClient(
  members: Members = {},
  headers: Record<string, string> = { 'Cache-Control': 'no-store' },
) {
  const host = `${randomUUID()}.example`;
  const client_id = `https://${host}/client.json`;
  const document = {
    client_id,
    client_name: 'Training coach',
    redirect_uris: [loopback, `https://${host}/callback`],
    token_endpoint_auth_method: 'none',
    ...members,
  };
  const served = { requests: 0, document };
  const port = await serveRequests((_request, response) => {
    served.requests += 1;
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(served.document));
  });
  vi.stubEnv('PROVIDER_GATEWAY', `http://127.0.0.1:${port}`);
  vi.stubEnv('METADATA_CLIENTS', 'open');
  return { client_id, host, web: `https://${host}/callback`, served };
}

/** Creates the browser of a person, and what a client does in it. */
async function newInstallation(client_id: string, person?: TestUser) {
  const user = person ?? (await newUser());
  const browser = newTestBrowser(callHandler, urls.auth);
  const { code_verifier, announced } = newPkce();
  const buildUrl = (parameters: Record<string, string> = {}) => {
    const redirect_uri = 'http://127.0.0.1:54321/callback';
    const query = { client_id, redirect_uri, response_type: 'code', ...announced };
    const all = new URLSearchParams({ ...query, resource: urls.mcp, ...parameters });
    return `${urls.auth}/v7.1/oauth2/authorize/?${all}`;
  };
  const requestTokens = (form: Record<string, string>) =>
    callHandler<Tokens & { error?: string }>('POST', '/v7.1/oauth2/access_token/', {
      form: { client_id, ...form },
    });
  const redeem = (code: string) =>
    requestTokens({ grant_type: 'authorization_code', code, code_verifier });
  return {
    user,
    browser,
    requestTokens,
    redeem,
    signIn: () => browser.signIn(user),
    open: (parameters?: Record<string, string>) => browser.open(buildUrl(parameters)),
    /** Signs in, allows the client, and gets tokens. */
    connect: async (parameters?: Record<string, string>) => {
      await browser.signIn(user);
      await browser.open(buildUrl(parameters));
      if (!browser.hasLeft()) await browser.submit({ decision: 'allow' });
      return (await redeem(getCode(browser.getDestination()))).body;
    },
  };
}

/** Publishes a client, and signs a person in with the browser in which it is installed. */
async function newSignedInInstallation(members?: Members) {
  const client = await publishClient(members);
  const installation = await newInstallation(client.client_id);
  await installation.signIn();
  return { ...client, ...installation };
}

describe('a client whose id is the URL of its document', () => {
  it('gets a token for the MCP endpoint and for nothing else, and refreshes it', async () => {
    const { client_id, served } = await publishClient();
    const installation = await newInstallation(client_id);
    const tokens = await installation.connect();
    expect(tokens.scope).toBe('diary.read connections.read');
    expect(await getAgentStatus(tokens.access_token)).not.toBe(401);
    const token = tokens.access_token;
    expect((await callHandler('GET', '/v7.1/user/self/', { token })).status).toBe(401);

    const { body } = await installation.requestTokens({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      resource: urls.mcp,
    });
    expect(await getAgentStatus(body.access_token)).not.toBe(401);
    expect(served.requests).toBe(1);
  });

  it('asks for the MCP endpoint if it names no resource, and may name no other', async () => {
    const { client_id } = await publishClient();
    const installation = await newInstallation(client_id);
    await installation.signIn();
    expect((await installation.open({ resource: urls.main })).status).toBe(400);
    expect((await installation.open({ scope: 'read' })).status).toBe(400);
    expect(installation.browser.hasLeft()).toBe(false);
    const { scope } = await installation.connect({ resource: '' });
    expect(scope).toBe('diary.read connections.read');
  });

  it('is not read before the person has signed in, and not stored before they allow it', async () => {
    const { client_id, served } = await publishClient();
    const { open, signIn, browser } = await newInstallation(client_id);
    const page = await open();
    expect(page.text).toContain('type="password"');
    expect(served.requests).toBe(0);

    await signIn();
    await open();
    expect(served.requests).toBe(1);
    await browser.reopen();
    // The request has what was read.
    expect(served.requests).toBe(1);
    await browser.submit({ decision: 'deny' });
    expect(browser.getDestination().searchParams.get('error')).toBe('access_denied');
    expect(await clients.find(table(), client_id)).toBeUndefined();
  });

  it('is shown with its host, the host of the redirect, and a warning if that is the device', async () => {
    const { host, web, open } = await newSignedInInstallation();
    const { text } = await open();
    expect(text).toContain('Allow Training coach to access your fitness data?');
    expect(text).toContain(`comes from <strong>${host}</strong>`);
    expect(text).toContain('<strong>127.0.0.1:54321</strong>');
    expect(text).toContain('Have you just started this yourself?');
    const ofWebsite = await open({ redirect_uri: web });
    expect(ofWebsite.text).toContain(`redirected to <strong>${host}</strong>`);
    expect(ofWebsite.text).not.toContain('Have you just started this yourself?');
  });

  it('is shown with the scheme of its redirect, and a warning, if that is an app', async () => {
    const app = 'com.example.coach:/callback';
    const { open } = await newSignedInInstallation({ redirect_uris: [app] });
    const { text } = await open({ redirect_uri: app });
    expect(text).toContain('redirected to <strong>com.example.coach:</strong>');
    expect(text).toContain('Have you just started this yourself?');
  });

  it('is named with its host in the mail about it', async () => {
    const { host, user, connect, open, browser } = await newSignedInInstallation();
    await open();
    await browser.submit({ decision: 'allow' });
    const [grant] = await grants.listByUser(table(), user.user_id);
    expect(grant).toMatchObject({
      mail: { application: `Training coach (${host})` },
      application_name: 'Training coach',
    });
    await connect();
    const [, again] = await grants.listByUser(table(), user.user_id);
    expect(again).not.toHaveProperty('mail');
  });

  it.each([
    ['http://127.0.0.1:54321/other'],
    ['http://localhost/callback'],
    ['https://other.example/callback'],
    ['com.example.other:/callback'],
  ])('gets nothing at %s, which its document does not have', async (redirect_uri) => {
    const { served, open, browser } = await newSignedInInstallation();
    const { status, text } = await open({ redirect_uri });
    expect([status, browser.hasLeft(), served.requests]).toEqual([400, false, 1]);
    expect(text).toContain('redirect_uris must have the redirect_uri of the request.');
  });

  it('gets no error at an address that was not verified, nor an answer without a page', async () => {
    const { client_id } = await publishClient();
    const { open, signIn, browser } = await newInstallation(client_id);
    const prompt = 'none';
    expect((await open({ prompt })).text).toContain('type="password"');
    expect((await open({ response_type: 'token' })).status).toBe(400);
    expect((await open({ redirect_uri: 'http://other.example/' })).status).toBe(400);
    expect(browser.hasLeft()).toBe(false);
    await signIn();
    expect((await open({ prompt })).text).toContain('name="decision"');
    expect(browser.hasLeft()).toBe(false);
  });

  // RFC 9700 section 4.11.2.
  it('gets neither because somebody has allowed it, but answers those who have', async () => {
    const fresh = { 'Cache-Control': 'max-age=3600' };
    const { client_id, web, served } = await publishClient({}, fresh);
    const redirect_uri = web;
    served.document.redirect_uris = [web];
    const somebody = await newInstallation(client_id);
    await somebody.connect({ redirect_uri });
    const prompt = 'none';
    await somebody.open({ redirect_uri, prompt });
    expect(getCode(somebody.browser.getDestination())).not.toBe('');

    const { open, signIn, browser } = await newInstallation(client_id);
    const refused = await open({ redirect_uri, response_type: 'x' });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('unsupported_response_type'),
    ]);
    expect((await open({ redirect_uri, prompt })).text).toContain('type="password"');
    await signIn();
    const page = await open({ redirect_uri, prompt });
    expect(page.text).toContain('name="decision"');
    expect([browser.hasLeft(), served.requests]).toEqual([false, 1]);
  });

  it('that is not valid is refused with a page that says why, and is read again', async () => {
    const { client_id, served, open, browser } = await newSignedInInstallation({
      client_id: 'https://x.example/',
    });
    const { status, text } = await open();
    expect(status).toBe(400);
    expect(text).toContain('client_id must be the URL of the document');
    await browser.reopen();
    expect(served.requests).toBe(2);
    served.document.client_id = client_id;
    expect((await browser.reopen()).status).toBe(200);
  });

  it('is read for a person a limited number of times a day', async () => {
    const { served, open, browser, user } = await newSignedInInstallation({
      client_id: 'https://x.example/',
    });
    const parts = ['client_document', user.user_id];
    await consumeAttemptsOfDay(parts, maxDocumentsPerDay - 2);
    await open();
    await browser.reopen();
    const { text } = await browser.reopen();
    expect(text).toContain('Try tomorrow');
    expect(served.requests).toBe(2);
  });
});

describe('a document that changes', () => {
  it('is not read again while it is fresh, and asks for consent again if the name differs', async () => {
    const { client_id, web, served } = await publishClient(
      {},
      {
        'Cache-Control': 'max-age=3600',
      },
    );
    served.document.redirect_uris = [web];
    const { open, connect } = await newInstallation(client_id);
    await connect({ redirect_uri: web });
    served.document.client_name = 'Another name';
    const remembered = await open({ redirect_uri: web });
    expect([remembered.status, served.requests]).toEqual([303, 1]);
  });

  it.each([
    { what: 'name', members: { client_name: 'Bank' }, status: 200 },
    { what: 'nothing', members: {}, status: 303 },
  ])('and differs in its $what is answered with $status', async ({ members, status }) => {
    const { client_id, web, served } = await publishClient();
    served.document.redirect_uris = [web];
    const { open, connect } = await newInstallation(client_id);
    await connect({ redirect_uri: web });
    Object.assign(served.document, members);
    expect((await open({ redirect_uri: web })).status).toBe(status);
  });

  it('and leads to another host asks again', async () => {
    const { client_id, web, served } = await publishClient();
    const other = 'https://other.example/callback';
    served.document.redirect_uris = [web, other];
    const { open, connect } = await newInstallation(client_id);
    await connect({ redirect_uri: web });
    expect((await open({ redirect_uri: other })).status).toBe(200);
    expect((await open({ redirect_uri: web })).status).toBe(303);
  });

  it('is not what it was before because a person allows an older request', async () => {
    const { client_id, web, served } = await publishClient();
    const [early, late] = [
      await newInstallation(client_id),
      await newInstallation(client_id),
    ];
    await early.signIn();
    await early.open();
    served.document.redirect_uris = [web];
    await late.connect({ redirect_uri: web });
    await early.browser.submit({ decision: 'allow' });
    expect((await clients.find(table(), client_id))?.redirect_uris).toEqual([web]);
  });
});

describe('a client that many installations share', () => {
  it('has a card for each on the page of the applications, which shows its host', async () => {
    const { client_id, host } = await publishClient();
    const one = await newInstallation(client_id);
    const other = await newInstallation(client_id, one.user);
    const [first, second] = [await one.connect(), await other.connect()];
    const page = await one.browser.open(`${urls.auth}/v7.1/oauth2/account/applications/`);
    expect(page.text.split(`href="https://${host}/"`)).toHaveLength(3);
    const [latest] = await grants.listByUser(table(), one.user.user_id);
    await one.browser.submit({ client_id, grant_id: latest?.id ?? '', action: 'revoke' });
    const tokens = [first.access_token, second.access_token];
    const statuses = await Promise.all(tokens.map(getAgentStatus));
    expect(statuses.filter((status) => status === 401)).toHaveLength(1);
  });

  it('keeps the access of the others if one is revoked', async () => {
    const { client_id } = await publishClient();
    const [one, other] = [
      await newInstallation(client_id),
      await newInstallation(client_id),
    ];
    const again = await newInstallation(client_id, one.user);
    const tokens = [await one.connect(), await other.connect(), await again.connect()];
    const [first, second, third] = tokens.map(({ access_token }) => access_token);
    const form = { client_id, token: first ?? '' };
    await callHandler('POST', '/v7.1/oauth2/revoke/', { form });
    const ofUser = await grants.listByUser(table(), one.user.user_id);
    expect(ofUser.filter(({ revoked_at }) => revoked_at !== undefined)).toHaveLength(1);
    for (const token of [second, third])
      expect(await getAgentStatus(token ?? '')).not.toBe(401);
  });
});

describe('the code of a client', () => {
  it('is nothing to another one, neither of a document nor registered', async () => {
    const { browser, open, redeem } = await newSignedInInstallation();
    await open();
    await browser.submit({ decision: 'allow' });
    const code = getCode(browser.getDestination());

    const other = await publishClient();
    const attacker = await newInstallation(other.client_id);
    await attacker.connect();
    expect((await attacker.redeem(code)).body.error).toBe('invalid_grant');
    const registered = await newParties({ send: callHandler, urls });
    expect((await registered.redeem(code)).body.error).toBe('invalid_grant');
    expect((await redeem(code)).status).toBe(200);
  });

  it('goes nowhere for a client that names the document of another one', async () => {
    const victim = await publishClient();
    const attacker = await publishClient({ client_id: victim.client_id });
    const { open, signIn, browser } = await newInstallation(attacker.client_id);
    await signIn();
    expect((await open()).status).toBe(400);
    expect(browser.hasLeft()).toBe(false);
  });

  it('needs no secret, and is not redeemed with one', async () => {
    const { client_id } = await publishClient();
    const { requestTokens, connect } = await newInstallation(client_id);
    const { refresh_token } = await connect();
    const form = { grant_type: 'refresh_token', refresh_token };
    const refused = await requestTokens({ ...form, client_secret: 'x' });
    expect(refused.body.error).toBe('invalid_client');
    const ofClient = await requestTokens({ grant_type: 'client_credentials' });
    expect(ofClient.body.error).toBe('unauthorized_client');
  });
});

describe('the operator', () => {
  const pinAs = (client_id: string, web: string) =>
    metadataClients.pin(
      table(),
      {
        client_id,
        name: 'Pinned coach',
        redirect_uris: [web],
        client_uri: new URL('/', client_id).href,
        fetched_datetime: '2026-11-20T00:00:00.000Z',
        fresh_until: '2026-11-20T00:00:00.000Z',
      },
      new Date(),
    );

  it.each(['off', 'pinned'])('can refuse what is not pinned: %s', async (mode) => {
    const { client_id, served } = await publishClient();
    vi.stubEnv('METADATA_CLIENTS', mode);
    const { open, signIn } = await newInstallation(client_id);
    await signIn();
    expect((await open()).status).toBe(400);
    expect(served.requests).toBe(0);
  });

  it('ends no access by allowing no more clients', async () => {
    const { client_id } = await publishClient();
    const { connect, open, requestTokens } = await newInstallation(client_id);
    const { refresh_token } = await connect();
    vi.stubEnv('METADATA_CLIENTS', 'off');
    expect((await open()).status).toBe(400);
    const { body } = await requestTokens({ grant_type: 'refresh_token', refresh_token });
    expect(await getAgentStatus(body.access_token)).not.toBe(401);
  });

  it.each(['pinned', 'open'])(
    'can pin a copy, which is never read again: %s',
    async (mode) => {
      const { client_id, web, served } = await publishClient();
      await pinAs(client_id, web);
      vi.stubEnv('METADATA_CLIENTS', mode);
      const { open, signIn, connect, browser } = await newInstallation(client_id);
      await signIn();
      const page = await open({ redirect_uri: web });
      expect(page.text).toContain('Allow Pinned coach');
      // The address of the current document is none of the copy.
      expect((await open()).status).toBe(400);
      await connect({ redirect_uri: web });
      expect(served.requests).toBe(0);
      await open({ redirect_uri: web, response_type: 'x' });
      const { searchParams } = browser.getDestination();
      expect(searchParams.get('error')).toBe('unsupported_response_type');
      await metadataClients.unpin(table(), client_id);
      const unpinned = await open({ redirect_uri: web, prompt: 'consent' });
      expect(unpinned.text.includes('Allow Training coach')).toBe(mode === 'open');
    },
  );

  it('can disable a client, which no consent enables', async () => {
    const { client_id } = await publishClient();
    const { connect, open } = await newInstallation(client_id);
    await connect();
    await clients.disable(table(), client_id, new Date());
    expect((await open()).status).toBe(400);
  });

  it('can say in the metadata that there are none', async () => {
    const path = '/.well-known/oauth-authorization-server';
    const isSupported = async () => {
      const { body } = await callHandler<Record<string, unknown>>('GET', path);
      return body.client_id_metadata_document_supported;
    };
    expect(await isSupported()).toBe(true);
    vi.stubEnv('METADATA_CLIENTS', 'off');
    expect(await isSupported()).toBe(false);
  });
});
