import { recommendedCost } from '#functions/auth/identity/password.ts';
import { needsApplicationToken } from '#kit/application-endpoints.ts';
import { watch } from '#kit/data-sources.ts';
import {
  issueAgentToken,
  issueClientToken,
  issueUserToken,
  newClient,
  newUser,
  type TestClient,
  type TestUser,
} from '#kit/fixtures.ts';
import { type Send, type SendOptions, send } from '#kit/send.ts';
import { buildService } from '#lib/build/build.ts';
import { type LocalService, startLocalService } from '#lib/local/service.ts';
import { readDefinition } from '#lib/local/service-definition.ts';
import { agentScopes, fullScope } from '#shared/contract/scopes.ts';

export interface Thoroughness {
  /** Processes for each cold start. */
  runs: number;
  /** Seconds of each load. */
  seconds: number;
}

/** The senders of the requests of a section. */
interface Caller {
  /** A user with `listedItems` data sources and nothing else. */
  user: TestUser;
  client: TestClient;
  /** Sends requests with the user's token, or with that of the client where a path needs it. */
  asUser: Send;
}

/** A service that only the benchmarks use, with a user and a client. */
export interface Bench extends Thoroughness, Caller {
  environment: Record<string, string>;
  urls: LocalService['urls'];
  requestLog: RequestLog;
}

/** The number of items of a measured list. */
export const listedItems = 5;

/** Measures one part of the report and returns a table in Markdown. */
export type Section = (bench: Bench) => Promise<string>;

/** Creates a `Send` with the token that its path needs, and the diary's identity headers. */
async function createUserSend(
  urls: LocalService['urls'],
  user: TestUser,
  client: TestClient,
): Promise<Send> {
  const userToken = await issueUserToken(
    user,
    client,
    `${fullScope} measurements.read measurements.write openid profile email`,
  );
  const agentToken = await issueAgentToken(user, client, agentScopes.join(' '));
  const clientToken = await issueClientToken(client);
  const selectToken = (path: string, { host }: SendOptions) => {
    if (host === 'mcp') return agentToken;
    return needsApplicationToken(path) ? clientToken : userToken;
  };
  const identity = { 'svc-client-id': client.client_id, 'svc-user-id': user.user_id };
  return (method, path, options = {}) => {
    const headers = { ...identity, ...options.headers };
    const token = selectToken(path, options);
    return send(urls, method, path, { token, ...options, headers });
  };
}

/** Adds a user with data sources, and a client. */
async function addCaller(urls: LocalService['urls']): Promise<Caller> {
  const user = await newUser(recommendedCost);
  const client = await newClient();
  const asUser = await createUserSend(urls, user, client);
  const json = { _embedded: { device: [watch] } };
  for (let i = 0; i < listedItems; i++) {
    await asUser('POST', '/v7.1/data_source/', { json });
  }
  return { user, client, asUser };
}

/** Returns the bench with a new user and client, who have no items of earlier sections. */
export async function withNewCaller(bench: Bench): Promise<Bench> {
  return { ...bench, ...(await addCaller(bench.urls)) };
}

/** Starts a service with data in memory, which the fixtures use from now on. */
export async function startBenchService(
  log: (line: string) => void,
  environment: Record<string, string>,
): Promise<LocalService> {
  const { template } = await buildService();
  const ports = { main: 0, auth: 0, diary: 0, cdn: 0, mcp: 0 };
  const service = await startLocalService({
    definition: readDefinition(template),
    data: 'memory',
    ports,
    log,
    environment,
  });
  Object.assign(process.env, service.environment);
  return service;
}

/** Starts a service, measures, and stops the service. */
export async function withBench<T>(
  thoroughness: Thoroughness,
  measure: (bench: Bench) => Promise<T>,
): Promise<T> {
  const requestLog = createRequestLog();
  const service = await startBenchService(requestLog.add, {});
  service.startDelivery();
  try {
    const { environment, urls } = service;
    const caller = await addCaller(urls);
    return await measure({ ...thoroughness, ...caller, environment, urls, requestLog });
  } finally {
    await service.close();
  }
}

/** The last log line of the requests to each endpoint. */
export interface RequestLog {
  /** Returns the members of the last line of an endpoint, or undefined if it has none. */
  getLast(endpoint: string): Record<string, number> | undefined;
}

/** Creates a request log, and the function that adds the lines of the service to it. */
export function createRequestLog(): RequestLog & { add: (line: string) => void } {
  const last = new Map<string, string>();
  return {
    // Most lines come from loads and are never read, so they are not parsed here.
    add: (line) => {
      const [, endpoint] = /"endpoint":"([^"]+)"/.exec(line) ?? [];
      if (endpoint && line.includes('"event":"request"')) last.set(endpoint, line);
    },
    getLast: (endpoint) => {
      const line = last.get(endpoint);
      // The runner prints a prefix before the JSON.
      return line && JSON.parse(line.slice(line.indexOf('{')));
    },
  };
}
