import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { supportedVersions } from '#functions/mcp/protocol/versions.ts';
import { issueAgentToken, newClient, newPerson } from '#kit/fixtures.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { startTokenProxy, type TokenProxy } from '#kit/token-proxy.ts';
import { root } from '#lib/paths.ts';

const program = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';

/** A check of a scenario, as the suite writes it. */
interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
}

type Checks = ReadonlyMap<string, readonly Check[]>;

const results = createTemporaryFolder(afterAll);

/** Runs all scenarios in a revision, and returns their checks by scenario. */
async function runSuite(url: string, version: string): Promise<Checks> {
  const folder = join(results, version);
  const options = ['--url', url, '--suite', 'all', '--spec-version', version];
  const args = [join(root, program), 'server', ...options, '-o', folder];
  // It ends with 1, because scenarios fail.
  await new Promise<void>((resolve) => {
    execFile(process.execPath, args, () => resolve());
  });
  const names = await readdir(folder);
  const checks = names.map(async (name) => {
    const text = await readFile(join(folder, name, 'checks.json'), 'utf8');
    const scenario = name.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1');
    return [scenario, JSON.parse(text) as Check[]] as const;
  });
  return new Map(await Promise.all(checks));
}

/** Lists what wants a fixture, by the page about it. */
async function listUntestable(): Promise<string[]> {
  const page = await readFile(join(root, 'docs/mcp-conformance.md'), 'utf8');
  return [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);
}

let proxy: TokenProxy;
let runs: readonly Checks[];
let untestable: readonly string[];

beforeAll(async () => {
  const client = await newClient();
  const scope = 'diary.write connections.write';
  const token = await issueAgentToken(await newPerson(), client, scope);
  proxy = await startTokenProxy(inject('service').urls.mcp, token);
  const { url } = proxy;
  runs = await Promise.all(supportedVersions.map((version) => runSuite(url, version)));
  untestable = await listUntestable();
});
afterAll(() => proxy.close());

/** Lists the failed checks of all runs, with their scenarios. */
function listFailures() {
  return runs.flatMap((run) =>
    [...run].flatMap(([scenario, checks]) => {
      const failed = checks.filter(({ status }) => status === 'FAILURE');
      return failed.map(({ id }) => ({ scenario, id }));
    }),
  );
}

it('passes each check of the conformance suite that needs no fixture, in each revision', () => {
  const failures = listFailures().filter(
    ({ scenario, id }) => !untestable.includes(scenario) && !untestable.includes(id),
  );
  expect(failures).toEqual([]);
});

it('has a page that lists only checks that fail', () => {
  const failed = new Set(listFailures().flatMap(({ scenario, id }) => [scenario, id]));
  expect(untestable.filter((name) => !failed.has(name))).toEqual([]);
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

it('has the metadata of an authorization server that the suite expects', async () => {
  const folder = join(results, 'authorization');
  const scenario = 'authorization-server-metadata-endpoint';
  const options = ['--url', inject('service').urls.main, '--scenario', scenario];
  const args = [join(root, program), 'authorization', ...options, '-o', folder];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, (_, stdout, stderr) => resolve(stdout + stderr));
  });
  expect(stripVTControlCharacters(output)).toContain('Passed: 2/2, 0 failed');
});
