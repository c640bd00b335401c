import { beforeAll, describe, expect, inject, it } from 'vitest';
import { callHandler, getAgentStatus } from '#kit/call-handler.ts';
import { getCode, newParties, newPkce, type Parties } from '#kit/oauth-parties.ts';
import { newTestBrowser } from '#kit/test-browser.ts';

const { urls } = inject('service');
const service = { send: callHandler, urls };

let parties: Parties;
beforeAll(async () => {
  parties = await newParties(service);
});

/** Asks for a code for the MCP endpoint. Returns the redirect and the code verifier. */
async function askForAgent(parameters: Record<string, string> = {}) {
  const { code_verifier, announced } = newPkce();
  const asked = { resource: urls.mcp, ...announced, ...parameters };
  const destination = await parties.decide('allow', asked);
  return { code: getCode(destination), code_verifier };
}

describe('a token for the MCP endpoint', () => {
  it('reads the diary and the connections unless more is asked for, and says what it is for', async () => {
    const { code, code_verifier } = await askForAgent();
    const { body } = await parties.redeem(code, { code_verifier });
    expect(body.scope).toBe('diary.read connections.read');
    const described = await parties.introspect({
      ...parties.credentials,
      token: body.access_token,
    });
    expect(described.body).toMatchObject({ active: true, aud: [urls.mcp] });
    expect(await parties.getStatusWith(body.access_token)).toBe(401);
    expect(await getAgentStatus(body.access_token)).not.toBe(401);
  });

  it('is not issued for a code or a refresh token of the interfaces, nor theirs for its own', async () => {
    const { code, code_verifier } = await askForAgent({ scope: 'diary.write' });
    for (const resource of [urls.main, 'https://other.example'])
      expect(await parties.redeem(code, { code_verifier, resource })).toMatchObject({
        status: 400,
        body: { error: 'invalid_target' },
      });
    // The mistake has used up nothing.
    const resource = `${urls.mcp}/`;
    const { body } = await parties.redeem(code, { code_verifier, resource });
    expect(body.scope).toBe('diary.write');

    const refused = await parties.refresh(body.refresh_token, { resource: urls.diary });
    expect(refused.body.error).toBe('invalid_target');
    const next = await parties.refresh(body.refresh_token, { resource });
    expect(next.status).toBe(200);
    // A retry with another resource is none, and revokes nothing.
    const retry = await parties.refresh(body.refresh_token, { resource: urls.main });
    expect(retry.body.error).toBe('invalid_target');
    expect((await parties.refresh(next.body.refresh_token)).status).toBe(200);

    const ofInterfaces = await parties.redeem(getCode(await parties.decide('allow')));
    const { refresh_token } = ofInterfaces.body;
    expect((await parties.refresh(refresh_token, { resource })).body.error).toBe(
      'invalid_target',
    );
  });

  it('is none of the application itself', async () => {
    const refused = await parties.requestOwnTokens({ resource: urls.mcp });
    expect(refused.body.error).toBe('invalid_target');
    expect((await parties.requestOwnTokens({ resource: urls.diary })).status).toBe(200);
  });
});

describe('a token for the interfaces', () => {
  it('is for both hosts, with their URLs and without', async () => {
    const asked = [{}, { resource: urls.main }, { resource: `${urls.diary}/` }];
    for (const parameters of asked) {
      const code = getCode(await parties.decide('allow', parameters));
      const { body } = await parties.redeem(code, parameters);
      expect(body.scope).toBe('read');
      const token = body.access_token;
      expect(await parties.getStatusWith(token)).toBe(200);
      expect(await getAgentStatus(token)).toBe(401);
      const described = await parties.introspect({ ...parties.credentials, token });
      expect(described.body.aud).toEqual([urls.main, urls.diary]);
    }
  });
});

it('a consent for the interfaces is none for the MCP endpoint, and the other way round', async () => {
  const { buildAuthorizeUrl, redeem, user } = await newParties(service);
  const browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(user);
  const { code_verifier, announced } = newPkce();
  const asked = { scope: 'diary.read', ...announced };
  const forAgent = { ...asked, resource: urls.mcp };
  const allow = async (parameters: Record<string, string>) => {
    await browser.open(buildAuthorizeUrl(parameters));
    expect(browser.hasLeft()).toBe(false);
    await browser.submit({ decision: 'allow' });
    await redeem(getCode(browser.getDestination()), { code_verifier });
  };
  await allow(asked);
  await allow(forAgent);
  for (const parameters of [asked, forAgent]) {
    await browser.open(buildAuthorizeUrl(parameters));
    expect(browser.hasLeft()).toBe(true);
  }
});

it('a request for two audiences goes back to the application', async () => {
  const url = parties.buildAuthorizeUrl({ resource: urls.mcp, state: 'x' });
  const path = `${url}&${new URLSearchParams({ resource: urls.main })}`;
  const { headers } = await callHandler('GET', path.slice(urls.auth.length), {
    host: 'auth',
  });
  const { searchParams } = new URL(headers.get('location') ?? '');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    error: 'invalid_target',
    state: 'x',
  });
});
