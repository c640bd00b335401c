import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import { revokeAllOfUser } from '#functions/auth/grant/revocation.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { pinMetadataClient } from '#kit/metadata-clients.ts';
import { newTestBrowser, type TestBrowser } from '#kit/test-browser.ts';
import type { Method } from '#shared/contract/endpoint.ts';
import type { Send, ServiceUrls } from '../kit/send.ts';

const redirectUrl = 'http://127.0.0.1:54321/callback';
const clientMetadata = {
  client_name: 'Training coach',
  redirect_uris: [redirectUrl],
  token_endpoint_auth_method: 'none',
};

/** The state of an official client between the steps of a sign-in, and the page that it opens. */
class Keeper<Tokens, Information> {
  readonly redirectUrl = redirectUrl;
  readonly clientMetadata = clientMetadata;
  readonly clientMetadataUrl: string;
  opened: URL | undefined;
  private kept: { tokens?: Tokens; information?: Information; verifier?: string } = {};

  constructor(clientMetadataUrl: string) {
    this.clientMetadataUrl = clientMetadataUrl;
  }

  clientInformation = () => this.kept.information;
  saveClientInformation = (information: Information) => {
    this.kept.information = information;
  };
  tokens = () => this.kept.tokens;
  saveTokens = (tokens: Tokens) => {
    this.kept.tokens = tokens;
  };
  codeVerifier = () => this.kept.verifier ?? '';
  saveCodeVerifier = (verifier: string) => {
    this.kept.verifier = verifier;
  };
  redirectToAuthorization = (url: URL) => {
    this.opened = url;
  };
}

const { urls } = inject('service');
const fetch = createFetch(callHandler, urls);

// Meanwhile, the time only moves forward, as the gateway expects.
afterAll(() => void vi.useRealTimers());

/** Allows a client to read, on the page that it has opened to ask for more. */
async function allow(browser: TestBrowser, opened: URL | undefined): Promise<URL> {
  await browser.open(`${opened}`);
  const offered_scopes = 'diary.write connections.write';
  await browser.submit({ decision: 'allow', offered_scopes });
  return browser.getDestination();
}

/** A client of any generation, with what the journey needs of it. */
interface Journey {
  connect(): Promise<void>;
  finish(callback: URL): Promise<void>;
  getOpened(): URL | undefined;
  listNames(): Promise<string[]>;
  call(name: string, args: Record<string, unknown>): Promise<unknown>;
  getVersion(): string | undefined;
}

const info = { name: 'journey', version: '1' };
const generations: [string, string, (id: string, url: URL) => Journey][] = [
  ['2.4.0', '2026-07-28', newClientOf2026],
  ['1.32.2', '2025-11-25', newClientOf2025],
];

function newClientOf2026(id: string, url: URL): Journey {
  const authProvider = new Keeper<never, never>(id);
  let transport = new StreamableHTTPClientTransport(url, { authProvider, fetch });
  const negotiation = { versionNegotiation: { mode: 'auto' } } as const;
  let client = new Client(info, negotiation);
  return {
    connect: async () => {
      transport = new StreamableHTTPClientTransport(url, { authProvider, fetch });
      client = new Client(info, negotiation);
      await client.connect(transport);
    },
    finish: (callback) => transport.finishAuth(callback.searchParams),
    getOpened: () => authProvider.opened,
    listNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) =>
      (await client.callTool({ name, arguments: args })).structuredContent,
    getVersion: () => client.getNegotiatedProtocolVersion(),
  };
}

function newClientOf2025(id: string, url: URL): Journey {
  const authProvider = new Keeper<never, never>(id);
  let transport = new OldTransport(url, { authProvider, fetch });
  let client = new OldClient(info);
  return {
    connect: async () => {
      transport = new OldTransport(url, { authProvider, fetch });
      client = new OldClient(info);
      await client.connect(transport as Parameters<OldClient['connect']>[0]);
    },
    finish: (callback) => transport.finishAuth(callback.searchParams.get('code') ?? ''),
    getOpened: () => authProvider.opened,
    listNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) =>
      (await client.callTool({ name, arguments: args })).structuredContent,
    getVersion: () => transport.protocolVersion,
  };
}

describe.each(generations)('the official client %s', (_, version, newJourney) => {
  it('signs a person in who allows less than it asks for, lists and calls, is refused, and is revoked', async () => {
    const person = await newPerson();
    const browser = newTestBrowser(callHandler, urls.auth);
    await browser.signIn(person);
    const { client_name, redirect_uris } = clientMetadata;
    const id = await pinMetadataClient(client_name, redirect_uris);
    const journey = newJourney(id, new URL(urls.mcp));

    await expect(journey.connect()).rejects.toThrow();
    expect(journey.getOpened()?.searchParams.get('scope')).toContain('diary.write');
    await journey.finish(await allow(browser, journey.getOpened()));
    await journey.connect();
    expect(journey.getVersion()).toBe(version);
    const names = await journey.listNames();
    expect(names).toEqual([
      'get_day',
      'summarize_days',
      'list_workouts',
      'get_workout',
      'find_activity_type',
      'list_connections',
    ]);
    const day = await journey.call('get_day', { date: '2026-11-20' });
    expect(day).toMatchObject({ date: '2026-11-20', items: [] });
    const deletion = journey.call('delete_entry', { id: 'x' });
    await expect(deletion).rejects.toThrow('delete_entry needs the scope diary.write');

    await revokeAllOfUser(table(), person.user_id, new Date());
    vi.setSystemTime(Date.now() + 60_000);
    await expect(journey.call('get_day', {})).rejects.toThrow();
  });
});

/** The names of hosts, as a request to one has them. */
type HostName = keyof ServiceUrls;

/** Writes the name of a header as `Send` does, which must not send the same one twice. */
function toHeaderName(name: string): string {
  return name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** Returns a `fetch` for clients, which sends what they request to a service by a `Send`. */
function createFetch(send: Send, urls: ServiceUrls): typeof globalThis.fetch {
  const hosts = Object.keys(urls) as HostName[];
  return async (input, init) => {
    const request = new Request(input, init);
    const host = hosts.find((name) => request.url.startsWith(`${urls[name]}/`));
    if (!host) throw new Error(`The service has no URL ${request.url}.`);
    const entries = [...request.headers].map(([name, value]) => [
      toHeaderName(name),
      value,
    ]);
    const path = request.url.slice(urls[host].length);
    const response = await send(request.method as Method, path, {
      host,
      headers: Object.fromEntries(entries),
      body: await request.text(),
    });
    const { status, headers, text } = response;
    return new Response(text === '' ? null : text, { status, headers });
  };
}
