import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { supportedVersions } from '#functions/mcp/protocol/request-metadata.ts';
import { call } from '#kit/call.ts';
import {
  type Checks,
  type ListedScenario,
  listServerScenarios,
  readChecks,
  runSuite,
  startTokenProxy,
} from '#kit/conformance-suite.ts';
import { issueAgentToken, newClient, newPerson } from '#kit/fixtures.ts';
import type { LoopbackServer } from '#kit/loopback-server.ts';
import { pinMetadataClient } from '#kit/metadata-clients.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { findFreePort } from '#lib/local/engines/process.ts';
import { root } from '#lib/paths.ts';

const { urls } = inject('service');
const results = createTemporaryFolder(afterAll);

/** Runs all scenarios for servers in a revision. */
async function testServer(url: string, version: string): Promise<Checks> {
  const folder = join(results, version);
  const options = ['--url', url, '--suite', 'all', '--spec-version', version];
  await Array.fromAsync(runSuite(['server', ...options, '-o', folder]));
  return readChecks(folder);
}

/** Allows a client, as a person who opens a URL of the suite. Then calls the client. */
async function allow(url: string): Promise<void> {
  const browser = newTestBrowser(call, urls.auth);
  await browser.signIn(await newPerson());
  await browser.open(url);
  await browser.submit({ decision: 'allow' });
  await fetch(browser.getDestination());
}

/** Runs all scenarios for authorization servers, with a person who allows what is asked. */
async function testAuthorization(): Promise<Checks> {
  const folder = join(results, 'authorization');
  const port = await findFreePort();
  const redirect_uri = `http://127.0.0.1:${port}/callback`;
  const client_id = await pinMetadataClient('Conformance suite', [redirect_uri]);
  const options = ['--client-id', client_id, '--port', `${port}`, '--resource', urls.mcp];
  const args = ['authorization', '--url', urls.main, ...options, '-o', folder];
  let opened = '';
  for await (const line of runSuite(args)) {
    if (line.startsWith(urls.auth)) opened = line;
    if (line.startsWith('Callback server started')) await allow(opened);
  }
  return readChecks(folder);
}

/** Lists what the page about the suite says of the scenarios that cannot pass. */
async function readPage() {
  const page = await readFile(join(root, 'docs/mcp-conformance.md'), 'utf8');
  const list = (pattern: RegExp) =>
    [...page.matchAll(pattern)].map(([, name = '']) => name);
  return {
    untestable: list(/^\| `([^`]+)` \|/gm),
    extensions: list(/`([^`]+-)\*`/g),
  };
}

let proxy: LoopbackServer;
let listed: readonly ListedScenario[];
let runs: readonly Checks[];
let authorization: Checks;
let page: Awaited<ReturnType<typeof readPage>>;

beforeAll(async () => {
  const client = await newClient();
  const scope = 'diary.write connections.write';
  const token = await issueAgentToken(await newPerson(), client, scope);
  proxy = await startTokenProxy(urls.mcp, token);
  const url = `${proxy.url}/`;
  [listed, authorization, ...runs] = await Promise.all([
    listServerScenarios(),
    testAuthorization(),
    ...supportedVersions.map((version) => testServer(url, version)),
  ]);
  page = await readPage();
});
afterAll(() => proxy.close());

/** Lists the checks that did not pass of some runs, with their scenarios. */
function listFailures(checked: readonly Checks[]) {
  return checked.flatMap((run) =>
    [...run].flatMap(([scenario, checks]) => {
      const failed = checks.filter(
        ({ status }) => status === 'FAILURE' || status === 'WARNING',
      );
      return failed.map(({ id }) => ({ scenario, id }));
    }),
  );
}

/** Lists the scenarios of which no run has passed a check. */
function listUnproved(checked: readonly Checks[]): string[] {
  const proved = checked.flatMap((run) => {
    const scenarios = [...run].filter(([, checks]) =>
      checks.some(({ status }) => status === 'SUCCESS'),
    );
    return scenarios.map(([name]) => name);
  });
  const names = checked.flatMap((run) => [...run.keys()]);
  return names.filter((name) => !proved.includes(name));
}

it('passes each check of the conformance suite that needs no fixture, in each revision', () => {
  const { untestable } = page;
  const failures = listFailures(runs).filter(
    ({ scenario, id }) => !untestable.includes(scenario) && !untestable.includes(id),
  );
  expect(failures).toEqual([]);
  expect(listUnproved(runs).filter((name) => !untestable.includes(name))).toEqual([]);
});

it('has a page that lists only what does not pass', () => {
  const failed = listFailures(runs).flatMap(({ scenario, id }) => [scenario, id]);
  const left = new Set([...failed, ...listUnproved(runs)]);
  expect(page.untestable.filter((name) => !left.has(name))).toEqual([]);
});

it('has run each scenario that the suite lists for servers, without its extensions', () => {
  const isExtension = ({ labels }: ListedScenario) => labels.includes('extension');
  const run = new Set(runs.flatMap((checks) => [...checks.keys()]));
  const expected = listed.filter((scenario) => !isExtension(scenario));
  expect([...run].toSorted()).toEqual(expected.map(({ name }) => name).toSorted());
  const unknown = listed.filter(
    ({ name }) => !page.extensions.some((prefix) => name.startsWith(prefix)),
  );
  expect(unknown).toEqual(expected);
});

it.each([
  ['server-stateless', 'sep-2575-server-implements-discover'],
  ['tools-list', 'tools-list-deterministic-order'],
  ['caching', 'sep-2549-tools-list-caching-hints'],
  ['dns-rebinding-protection', 'localhost-host-rebinding-rejected'],
  ['http-header-validation', 'sep-2243-header-name-case-insensitive'],
])('has run %s for 2026-07-28', (scenario, id) => {
  const check = runs[0]?.get(scenario)?.find((candidate) => candidate.id === id);
  expect(check?.status).toBe('SUCCESS');
});

it.each([1, 2])(
  'has run initialize, ping and the list of tools for the older ones',
  (index) => {
    for (const scenario of ['server-initialize', 'ping', 'tools-list']) {
      const statuses = runs[index]?.get(scenario)?.map(({ status }) => status) ?? [];
      expect(statuses, scenario).toContain('SUCCESS');
    }
  },
);

it('is the authorization server that the suite expects', () => {
  const statuses = [...authorization].map(([scenario, checks]) => [
    scenario,
    checks.map(({ id, status }) => `${id}: ${status}`),
  ]);
  expect(Object.fromEntries(statuses)).toEqual({
    'authorization-server-metadata-endpoint': [
      'authorization-server-metadata: SUCCESS',
      'authorization-server-metadata-cimd: SUCCESS',
    ],
    'authorization-code-grant': ['authorization-code-grant: SUCCESS'],
  });
});
