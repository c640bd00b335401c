import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '#lib/paths.ts';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';

const program = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';

/** A check of a scenario, as the suite writes it. */
export interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
}

/** The checks of each scenario. */
export type Checks = ReadonlyMap<string, readonly Check[]>;

/** Runs a command of the conformance suite of the Model Context Protocol. Yields its lines. */
export async function* runSuite(args: readonly string[]): AsyncGenerator<string> {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    yield* createInterface({ input: child.stdout });
  } finally {
    child.kill();
  }
}

/** A scenario that the suite lists, and the revisions or the extension to which it belongs. */
export interface ListedScenario {
  name: string;
  labels: string[];
}

export async function listServerScenarios(): Promise<ListedScenario[]> {
  const lines = await Array.fromAsync(runSuite(['list', '--server']));
  return lines.flatMap((line) => {
    const [, name, labels] = /^ {2}- (\S+) \[(.*)\]$/.exec(line) ?? [];
    return name && labels ? [{ name, labels: labels.split(',') }] : [];
  });
}

/** Reads the checks that a command has written into a folder. */
export async function readChecks(folder: string): Promise<Checks> {
  const names = await readdir(folder);
  const checks = names.map(async (name) => {
    const text = await readFile(join(folder, name, 'checks.json'), 'utf8');
    const scenario = /^(?:server|authorization-server)-(.*)-\d{4}-\d\d-\d\dT.*$/.exec(
      name,
    );
    return [scenario?.[1] ?? name, JSON.parse(text) as Check[]] as const;
  });
  return new Map(await Promise.all(checks));
}

/**
 * Starts a proxy for programs that send no token: it adds one to each request, and leaves it as it
 * is otherwise.
 */
export function startTokenProxy(target: string, token: string): Promise<LoopbackServer> {
  return startLoopbackServer((request, response) => {
    const { method, headers } = request;
    const withToken = { ...headers, authorization: `Bearer ${token}` };
    const forwarded = http.request(target, { method, headers: withToken });
    forwarded.on('response', (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
}
