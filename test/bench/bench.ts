import { cpus } from 'node:os';
import { join } from 'node:path';
import { buildService } from '../../lib/build/build.ts';
import { startLocalService } from '../../lib/local/service.ts';
import type { Send } from '../kit/send.ts';
import { send } from '../kit/send.ts';
import { measureColdStarts } from './cold-start.ts';
import { type LogTap, measureCosts } from './cost.ts';
import { measurePictures } from './pictures.ts';
import { markdownTable, replaceBetweenMarkers } from './report.ts';
import { raceForTokens } from './rounds.ts';
import { measureThroughput } from './throughput.ts';
import { measureWarm } from './warm.ts';

/** How thoroughly to measure. */
export interface BenchOptions {
  /** Fresh processes a function. */
  runs: number;
  /** Seconds a load. */
  seconds: number;
  /** Put the figures into the README. */
  write: boolean;
}

/** Remembers the last log line of every endpoint. */
function tapLog(): LogTap & { log: (line: string) => void } {
  const last = new Map<string, Record<string, number>>();
  return {
    log: (line) => {
      if (!line.includes('"event":"request"')) return;
      const fields = JSON.parse(line.slice(line.indexOf('{')));
      last.set(fields.endpoint, fields);
    },
    lastRequest: (name) => last.get(name),
  };
}

/** Runs every benchmark against a service of its own, and answers the tables as Markdown. */
export async function runBenchmarks({ runs, seconds, write }: BenchOptions): Promise<string> {
  const { template } = await buildService();
  const tap = tapLog();
  const service = await startLocalService({
    assembly: template,
    data: 'memory',
    ports: { main: 0, auth: 0, diary: 0, cdn: 0 },
    log: tap.log,
  });
  try {
    Object.assign(process.env, service.environment);
    const { newApplication, newUser, tokenOf } = await import('../kit/fixtures.ts');
    const [user, application] = [await newUser(), await newApplication()];
    const token = await tokenOf(user, application);
    const identity = { 'svc-client-id': application.client_id, 'svc-user-id': user.user_id };
    const asUser: Send = (method, path, options = {}) =>
      send(service.urls, method, path, { token, ...options, headers: { ...identity, ...options.headers } });

    const costs = await measureCosts(asUser, tap);
    const { client_id, client_secret } = application;
    const form = { grant_type: 'client_credentials', client_id, client_secret };
    const watch = { _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] } };
    const nextOwner = inTurn(
      await Promise.all(Array.from({ length: 30 }, async () => tokenOf(await newUser()))),
    );
    const loads = [
      await measureThroughput(
        'token (client credentials)',
        seconds,
        () => asUser('POST', '/v7.0/oauth2/access_token/', { form }),
        200,
      ),
      await measureThroughput('list data sources', seconds, () => asUser('GET', '/v7.1/data_source/'), 200),
      await measureThroughput(
        'create a data source',
        seconds,
        () => asUser('POST', '/v7.1/data_source/', { token: nextOwner(), json: watch }),
        201,
      ),
    ];
    const pictures = await measurePictures(asUser, tap, Math.max(5, Math.round(runs / 2)));
    const { codeOf } = await import('../kit/codes.ts');
    const credentials = { client_id, client_secret };
    const races = await raceForTokens(asUser, credentials, () => codeOf(user, application), 50);
    const warm = await measureWarm(service.environment, 1000);
    const starts = await measureColdStarts(service.environment, runs);
    const report = [
      `Node ${process.versions.node}, ${cpus().length} cores; median of ${runs} fresh processes, ${seconds} s a load.`,
      markdownTable(
        ['function', 'KB', 'load ms', 'load + first request ms'],
        starts.map(({ id, kilobytes, load, first }) => [
          id,
          Math.round(kilobytes),
          Math.round(load),
          Math.round(first),
        ]),
      ),
      markdownTable(
        ['endpoint', 'status', 'store calls', 'read units', 'write units'],
        costs.map(({ id, status, store_calls, read_units, write_units }) => [
          id,
          status,
          store_calls,
          read_units,
          write_units,
        ]),
      ),
      markdownTable(
        ['load through the local runner', 'requests a second', 'median ms', '99 % ms'],
        loads.map(({ name, per_second, median, p99 }) => [name, Math.round(per_second), median, p99]),
      ),
      markdownTable(
        ['warm function', 'CPU ms a request', 'store calls'],
        warm.map(({ name, cpu, store_calls }) => [name, cpu.toFixed(2), store_calls]),
      ),
      markdownTable(
        ['ten at once', 'rounds', 'successes'],
        races.map(({ name, rounds, successes }) => [name, rounds, successes]),
      ),
      markdownTable(
        ['photograph of 12 megapixels', 'sharp alone ms', 'render function ms', 'times', 'repeated ms'],
        pictures.map(({ size, bare, render, repeated }) => [
          size,
          Math.round(bare),
          Math.round(render),
          (render / bare).toFixed(2),
          Math.round(repeated),
        ]),
      ),
    ].join('\n\n');
    if (write) await replaceBetweenMarkers(join(import.meta.dirname, '../../README.md'), 'bench', report);
    return report;
  } finally {
    await service.close();
  }
}

/** Gives one after another, and then from the start: a person can have 500 data sources only. */
function inTurn(tokens: readonly string[]): () => string {
  let next = 0;
  return () => tokens[next++ % tokens.length] ?? '';
}
