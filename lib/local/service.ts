import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findEnvironment } from '#shared/runtime/environment.ts';
import {
  consumerQueuesOutput,
  consumerQueuesVariable,
} from '../deployment/consumer-queues.ts';
import { type Engines, startEngines } from './engines/engines.ts';
import type { ProxyBypass } from './functions/bypass-proxy.ts';
import {
  type EnvironmentMapping,
  type Functions,
  startFunctions,
} from './functions/functions.ts';
import { type Clock, createClock } from './host/clock.ts';
import { lockDirectory } from './host/data-directory.ts';
import { recordDataVersion } from './host/data-version.ts';
import { watchDiskSpace } from './host/disk-space.ts';
import { prepareKeyFile } from './host/encryption-key.ts';
import { createTemporaryDirectory } from './host/temporary-directory.ts';
import { trustNoProxy } from './http/client-address.ts';
import { type Schedules, startSchedules } from './schedules/run-schedules.ts';
import {
  type Exchange,
  getListeningUrls,
  handleRequests,
  listenAll,
  type Servers,
  type ServicePublicAccess,
} from './servers.ts';
import {
  canReplace,
  readDefinition,
  type ServiceDefinition,
} from './service-definition.ts';
import { type MessageQueues, openMessageQueues } from './table-stream/message-queues.ts';
import { type QueuePolling, startQueuePolling } from './table-stream/queue-polling.ts';
import { startQueueServer } from './table-stream/queue-server.ts';
import { routeToQueues } from './table-stream/route-to-queues.ts';
import { startStreamProxy } from './table-stream/stream-proxy.ts';
import { listExpectedRecords } from './table-writes/expected-records.ts';
import { createAddressReplacer, type LocalUrls } from './template/addresses.ts';

/** How to run the service on this machine. */
export interface LocalServiceOptions {
  /** Path of the synthesized template, e.g. `cdk.out/<stack>.template.json`. */
  template: string;
  /** Directory for the data, or `memory` to keep no data. */
  data: string | 'memory';
  /** Port 0 selects any free port. */
  ports: { main: number; auth: number; diary: number; cdn: number };
  /** Defaults to 127.0.0.1. */
  host?: string;
  /** How clients reach the service through a proxy. Defaults to the URLs of the ports. */
  publicAccess?: ServicePublicAccess;
  /** Receives the lines that functions and engines print, and the runner's own warnings. */
  log: (line: string) => void;
  /** Overrides the environment variables of every function. */
  environment?: Record<string, string>;
  /** Maximum number of function threads. The default suits what one machine serves. */
  maxInstances?: number;
  /** How often threads are ended that were not used since the last time. Defaults to 20 s. */
  evictionIntervalMs?: number;
  /** A DynamoDB that already runs, instead of the embedded one. */
  dynamodbEndpoint?: string;
  /** Receives what clients of the APIs send and get. */
  onExchange?: (exchange: Exchange) => void;
}

/** A running service. */
export interface LocalService {
  /** The URLs for clients, e.g. `http://127.0.0.1:3000`, without a trailing slash. */
  urls: LocalUrls;
  /** The URLs of the ports, to which a proxy sends requests. */
  listeningUrls: LocalUrls;
  /** Environment variables with which tools reach the stores and encrypt. */
  environment: Record<string, string>;
  /**
   * Environment variables for the operator's command line. Its writes pass the proxy that feeds the
   * queues, and it reaches the queues themselves.
   */
  operatorEnvironment: Record<string, string>;
  /** The folder with the mail that the service sent. */
  mailFolder: string;
  /**
   * Moves or stops the time that every function sees. Queues are not polled while the time is
   * stopped.
   */
  clock: Pick<Clock, 'advance' | 'now' | 'stop'>;
  drainQueues: QueuePolling['drainQueues'];
  holdInvocations: Functions['holdInvocations'];
  replaceCode: Functions['replaceCode'];
  /**
   * Reads the template again, and changes functions, APIs and the CDN as it says. Returns false if
   * it differs in something else, which needs a restart. Changes nothing if it throws.
   */
  replaceTemplate(): boolean;
  runSchedules: Schedules['runSchedules'];
  /** Stops everything in reverse order. Further calls have no effect. */
  close(): Promise<void>;
}

interface Stores {
  /** A temporary directory if the service keeps no data. */
  directory: string;
  mailFolder: string;
  keyFile: string;
  engines: Engines;
}

interface TableStream {
  queues: MessageQueues;
  /** URL of the DynamoDB proxy that reports written and deleted items. */
  proxyUrl: string;
  bypass: ProxyBypass | undefined;
}

/** Local functions do not call providers by default, because a demonstration has made-up tokens. */
const providerCallsOff = { PROVIDER_GATEWAY: 'off' } as const;

/** Everybody can create an account by default. Mail is written to a folder. */
const accountSettings = {
  SIGN_UP: 'open',
  MAIL_FROM: 'fitness-data@localhost',
} as const;

async function openDirectory(
  { data }: LocalServiceOptions,
  disposables: AsyncDisposableStack,
): Promise<string> {
  if (data === 'memory') return createTemporaryDirectory(disposables);
  const directory = lockDirectory(data, disposables);
  await recordDataVersion(directory);
  return directory;
}

async function startStores(
  { stack }: ServiceDefinition,
  directory: string,
  { data, dynamodbEndpoint, log }: LocalServiceOptions,
  disposables: AsyncDisposableStack,
): Promise<Stores> {
  const keepsData = data !== 'memory';
  watchDiskSpace(directory, log, disposables);
  const keyFile = await prepareKeyFile(directory);
  const mailFolder = join(directory, 'mail');
  await mkdir(mailFolder, { recursive: true, mode: 0o700 });
  const engineOptions = { directory, keepsData, dynamodbEndpoint, log };
  const engines = await startEngines(stack, engineOptions, disposables);
  return { directory, mailFolder, keyFile, engines };
}

/** Builds the environment variables that override the variables of every function. */
function buildSharedEnvironment(
  { engines, mailFolder }: Stores,
  urls: LocalUrls,
  { environment }: LocalServiceOptions,
): Record<string, string> {
  return {
    ...providerCallsOff,
    ...accountSettings,
    MAIL_FOLDER: mailFolder,
    // The S3 server is not reachable from outside. Downloads must not share an origin with pages.
    OBJECT_DOWNLOAD_URL: urls.cdn,
    TIME_LIMIT_FACTOR: findEnvironment('TIME_LIMIT_FACTOR') ?? '1',
    ...engines.environment,
    ...environment,
  };
}

async function startTableStream(
  { streamRoutes }: ServiceDefinition,
  { directory, engines }: Stores,
  sharedEnvironment: Readonly<Record<string, string>>,
  { data }: LocalServiceOptions,
  disposables: AsyncDisposableStack,
): Promise<TableStream> {
  const { AWS_ENDPOINT_URL_DYNAMODB: engineUrl = engines.dynamodbEndpoint } =
    sharedEnvironment;
  const queues = openMessageQueues(data === 'memory' ? undefined : directory);
  // Closed after the proxy, which still stores the messages of writes in flight.
  disposables.defer(queues.close);
  const listener = routeToQueues(queues, streamRoutes);
  const proxyUrl = await startStreamProxy(engineUrl, listener, disposables);

  const expected = listExpectedRecords(streamRoutes);
  // Threads send http to the root of a host. Every call to another engine goes through the proxy.
  const { protocol, pathname } = new URL(engineUrl);
  const canBypass = protocol === 'http:' && pathname === '/';
  const bypass = canBypass ? { proxyUrl, engineUrl, expected } : undefined;
  return { queues, proxyUrl, bypass };
}

/** Starts the server of the queues, and returns the variables with which operators find them. */
async function startQueueAccess(
  { stack, streamRoutes }: ServiceDefinition,
  queues: MessageQueues,
  clock: Clock,
  disposables: AsyncDisposableStack,
): Promise<Record<string, string>> {
  const names = streamRoutes.flatMap(({ queue, deadLetterQueue }) => [
    queue,
    deadLetterQueue,
  ]);
  const deps = { queues, names: new Set(names), clock };
  const url = await startQueueServer(deps, disposables);
  return {
    AWS_ENDPOINT_URL_SQS: url,
    [consumerQueuesVariable]: stack.output(consumerQueuesOutput) ?? '{}',
  };
}

/**
 * Returns a function that lists the variables to override in the environment of a Lambda function.
 * Lambda functions that can write items use the proxy, which reports their writes.
 */
function createOverrides(
  { writingFunctions }: ServiceDefinition,
  sharedEnvironment: Record<string, string>,
  proxyUrl: string,
): (functionArn: string) => Record<string, string> {
  const proxyEnvironment = { ...sharedEnvironment, AWS_ENDPOINT_URL_DYNAMODB: proxyUrl };
  return (functionArn) =>
    writingFunctions.has(functionArn) ? proxyEnvironment : sharedEnvironment;
}

function buildStoreEnvironment(
  functions: Functions,
  { engines, keyFile }: Stores,
): Record<string, string> {
  return {
    ...functions.environment,
    ...engines.environment,
    ENCRYPTION_KEY_FILE: keyFile,
  };
}

/** Waits for all requests and deliveries in flight at once, so that they share a grace period. */
async function stopTraffic(
  servers: Servers,
  polling: QueuePolling,
  schedules: Schedules,
): Promise<void> {
  const closed = Object.values(servers).map((server) => server.close());
  await Promise.all([...closed, polling.stop(), schedules.stop()]);
}

async function start(
  options: LocalServiceOptions,
  disposables: AsyncDisposableStack,
): Promise<Omit<LocalService, 'close'>> {
  const { log, host = '127.0.0.1' } = options;
  const clock = createClock();
  const definition = readDefinition(options.template);

  // The directory is locked before the ports are used. A second start then reports that the data is
  // in use.
  const directory = await openDirectory(options, disposables);
  // The servers listen before the functions start, because the functions need the servers' URLs.
  const servers = await listenAll(host, options.ports, disposables);
  const listeningUrls = getListeningUrls(servers);
  const access = options.publicAccess ?? {
    urls: listeningUrls,
    isTrustedProxy: trustNoProxy,
  };
  const { urls } = access;

  const stores = await startStores(definition, directory, options, disposables);
  const sharedEnvironment = buildSharedEnvironment(stores, urls, options);
  const { queues, proxyUrl, bypass } = await startTableStream(
    definition,
    stores,
    sharedEnvironment,
    options,
    disposables,
  );

  const queueAccess = await startQueueAccess(definition, queues, clock, disposables);

  const createMapping = (current: ServiceDefinition): EnvironmentMapping => ({
    toLocal: createAddressReplacer(current.stack, current.apis, urls),
    keyFile: stores.keyFile,
    getOverrides: createOverrides(current, sharedEnvironment, proxyUrl),
  });
  const mapping = createMapping(definition);
  const functions = startFunctions(
    definition.functions,
    mapping,
    { ...options, clock, bypass },
    disposables,
  );

  const { isUnavailable } = stores.engines;
  const deps = { invoke: functions.invoke, clock, warn: log, isUnavailable };
  const { onExchange } = options;
  const serve = (current: ServiceDefinition, { toLocal }: EnvironmentMapping) =>
    handleRequests(servers, access, current, stores.engines, {
      ...deps,
      toLocal,
      onExchange,
    });
  serve(definition, mapping);
  const polling = startQueuePolling(definition.streamRoutes, queues, deps);
  const schedules = startSchedules(definition.schedules, deps);
  // Traffic ends first, so that no request reaches a service that is partly stopped.
  disposables.defer(() => stopTraffic(servers, polling, schedules));

  const environment = buildStoreEnvironment(functions, stores);
  return {
    urls,
    listeningUrls,
    environment,
    operatorEnvironment: {
      ...environment,
      ...queueAccess,
      AWS_ENDPOINT_URL_DYNAMODB: proxyUrl,
    },
    mailFolder: stores.mailFolder,
    clock,
    drainQueues: polling.drainQueues,
    runSchedules: schedules.runSchedules,
    holdInvocations: functions.holdInvocations,
    replaceCode: functions.replaceCode,
    replaceTemplate: () => {
      const next = readDefinition(options.template);
      if (!canReplace(definition, next)) return false;
      const nextMapping = createMapping(next);
      serve(next, nextMapping);
      functions.replaceAll(next.functions, nextMapping);
      return true;
    },
  };
}

function disposeOnce(disposables: AsyncDisposableStack): () => Promise<void> {
  let disposal: Promise<void> | undefined;

  return () => {
    disposal ??= disposables.disposeAsync();
    return disposal;
  };
}

/**
 * Starts the service from its synthesized template: the stores, the functions with their deployed
 * code, one gateway per API, and the CDN. If this throws, nothing is left running.
 */
export async function startLocalService(
  options: LocalServiceOptions,
): Promise<LocalService> {
  await using disposables = new AsyncDisposableStack();
  const service = await start(options, disposables);
  return { ...service, close: disposeOnce(disposables.move()) };
}
