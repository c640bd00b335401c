import {
  issueUserToken,
  newClient,
  newUser,
  type TestClient,
  type TestUser,
} from '#kit/fixtures.ts';
import { type Send, send } from '#kit/send.ts';
import { buildService } from '#lib/build/build.ts';
import { startLocalService } from '#lib/local/service.ts';
import type { LogTap } from './cost.ts';

/** How thoroughly to measure. */
export interface Thoroughness {
  /** Fresh processes a function. */
  runs: number;
  /** Seconds a load. */
  seconds: number;
  /** Items in the table when it is large. */
  items: number;
}

/** A service of its own, and somebody who uses it. */
export interface Bench extends Thoroughness {
  environment: Record<string, string>;
  user: TestUser;
  application: TestClient;
  /** Sends requests with the user's token. */
  asUser: Send;
  tap: LogTap;
}

/** One part of the report: measures, and answers a table in Markdown. */
export type Section = (bench: Bench) => Promise<string>;

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

/** Starts a service in memory for as long as `measure` takes. */
export async function withBench<T>(
  thoroughness: Thoroughness,
  measure: (bench: Bench) => Promise<T>,
): Promise<T> {
  const { template } = await buildService();
  const tap = tapLog();
  const ports = { main: 0, auth: 0, diary: 0, cdn: 0 };
  const service = await startLocalService({
    assembly: template,
    data: 'memory',
    ports,
    log: tap.log,
  });
  try {
    // The fixtures reach the table as the operator's tools do.
    Object.assign(process.env, service.environment);
    const [user, application] = [await newUser(), await newClient()];
    const token = await issueUserToken(user, application);
    const identity = {
      'svc-client-id': application.client_id,
      'svc-user-id': user.user_id,
    };
    const asUser: Send = (method, path, options = {}) =>
      send(service.urls, method, path, {
        token,
        ...options,
        headers: { ...identity, ...options.headers },
      });
    return await measure({
      ...thoroughness,
      environment: service.environment,
      user,
      application,
      asUser,
      tap,
    });
  } finally {
    await service.close();
  }
}
