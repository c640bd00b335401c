import { findEnvironment } from '#shared/runtime/environment.ts';
import { createCdn } from './cdn/cdn.ts';
import { type Engines, startEngines } from './engines/engines.ts';
import { type Functions, startFunctions } from './functions/functions.ts';
import { createClientErrorListener } from './gateway/client-error.ts';
import { createGateway, type GatewayDeps } from './gateway/gateway.ts';
import { type Clock, createClock } from './host/clock.ts';
import { lockDirectory } from './host/data-directory.ts';
import { prepareKeyFile } from './host/encryption-key.ts';
import { type LocalServer, listen } from './host/listen.ts';
import { createTemporaryDirectory } from './host/temporary-directory.ts';
import { type MessageQueues, openMessageQueues } from './table-stream/message-queues.ts';
import { type QueuePolling, startQueuePolling } from './table-stream/queue-polling.ts';
import { routeToQueues } from './table-stream/route-to-queues.ts';
import { startStreamProxy } from './table-stream/stream-proxy.ts';
import { createAddressReplacer, type LocalUrls } from './template/addresses.ts';
import type { Api } from './template/api.ts';
import type { Distribution } from './template/distribution.ts';
import {
  findDeletingFunctions,
  type LambdaFunction,
  readFunctions,
} from './template/functions.ts';
import { readApi } from './template/read-api.ts';
import { readDistribution } from './template/read-distribution.ts';
import { readStack, type Stack } from './template/stack.ts';
import { readStreamRoutes, type StreamRoute } from './template/stream-routes.ts';

/** How to run the service on this machine. */
export interface LocalServiceOptions {
  /** Path of the synthesized template, e.g. `cdk.out/<stack>.template.json`. */
  assembly: string;
  /** Directory for the data, or `memory` to keep none. */
  data: string | 'memory';
  /** Port 0 selects any free port. */
  ports: { main: number; auth: number; diary: number; cdn: number };
  /** Defaults to 127.0.0.1. */
  host?: string;
  /** Receives the lines that functions and engines print, and the runner's own warnings. */
  log: (line: string) => void;
  /** Overrides the environment variables of every function. */
  environment?: Record<string, string>;
  /** A DynamoDB that already runs, instead of the embedded one. */
  dynamodbEndpoint?: string;
}

/** A running service. */
export interface LocalService {
  /** For example `http://127.0.0.1:3000`, without a trailing slash. */
  urls: LocalUrls;
  /** Environment variables with which the operator's tools reach the stores and encrypt. */
  environment: Record<string, string>;
  /** Moves or stops the time that every function sees. */
  clock: Pick<Clock, 'advance' | 'now' | 'stop'>;
  drainQueues: QueuePolling['drainQueues'];
  /** Stops everything in reverse order. Further calls have no effect. */
  close(): Promise<void>;
}

/** What the runner reads from the template. */
interface ServiceDefinition {
  stack: Stack;
  apis: { main: Api; auth: Api; diary: Api };
  distribution: Distribution;
  functions: readonly LambdaFunction[];
  /** ARNs of the functions that can delete items. */
  deletingFunctions: ReadonlySet<string>;
  streamRoutes: readonly StreamRoute[];
}

type Servers = Record<'main' | 'auth' | 'diary' | 'cdn', LocalServer>;

interface Stores {
  /** A temporary one if the service keeps no data. */
  directory: string;
  keyFile: string;
  engines: Engines;
}

interface TableStream {
  queues: MessageQueues;
  /** Address of the DynamoDB proxy that reports deleted items. */
  proxyUrl: string;
}

/** Local functions must not call providers by default, and never with made-up tokens. */
const providerCallsOff = { PROVIDER_GATEWAY: 'off' } as const;

function readDefinition(assembly: string): ServiceDefinition {
  const stack = readStack(assembly);

  return {
    stack,
    apis: {
      main: readApi(stack, 'MainUrl'),
      auth: readApi(stack, 'AuthUrl'),
      diary: readApi(stack, 'DiaryUrl'),
    },
    distribution: readDistribution(stack),
    functions: readFunctions(stack),
    deletingFunctions: findDeletingFunctions(stack),
    streamRoutes: readStreamRoutes(stack),
  };
}

async function listenAll(
  { host = '127.0.0.1', ports }: LocalServiceOptions,
  disposables: AsyncDisposableStack,
): Promise<Servers> {
  return {
    main: await listen(host, ports.main, disposables),
    auth: await listen(host, ports.auth, disposables),
    diary: await listen(host, ports.diary, disposables),
    cdn: await listen(host, ports.cdn, disposables),
  };
}

function getUrls({ main, auth, diary, cdn }: Servers): LocalUrls {
  return {
    main: main.url,
    auth: auth.url,
    diary: diary.url,
    cdn: cdn.url,
  };
}

async function openDirectory(
  { data }: LocalServiceOptions,
  disposables: AsyncDisposableStack,
): Promise<string> {
  if (data === 'memory') return createTemporaryDirectory(disposables);
  return lockDirectory(data, disposables);
}

async function startStores(
  { stack }: ServiceDefinition,
  directory: string,
  { data, dynamodbEndpoint, log }: LocalServiceOptions,
  disposables: AsyncDisposableStack,
): Promise<Stores> {
  const keepsData = data !== 'memory';
  const keyFile = await prepareKeyFile(directory);
  const engineOptions = { directory, keepsData, dynamodbEndpoint, log };
  const engines = await startEngines(stack, engineOptions, disposables);
  return { directory, keyFile, engines };
}

/** Builds the environment variables that override those of every function. */
function buildSharedEnvironment(
  { engines }: Stores,
  { environment }: LocalServiceOptions,
): Record<string, string> {
  return {
    ...providerCallsOff,
    TIME_LIMIT_FACTOR: findEnvironment('TIME_LIMIT_FACTOR') ?? '1',
    ...engines.environment,
    ...environment,
  };
}

async function startTableStream(
  { streamRoutes }: ServiceDefinition,
  { directory, engines }: Stores,
  sharedEnvironment: Readonly<Record<string, string>>,
  disposables: AsyncDisposableStack,
): Promise<TableStream> {
  const { AWS_ENDPOINT_URL_DYNAMODB = engines.dynamodbEndpoint } = sharedEnvironment;
  const queues = openMessageQueues(directory);
  const onRecord = routeToQueues(queues, streamRoutes);
  const proxyUrl = await startStreamProxy(
    AWS_ENDPOINT_URL_DYNAMODB,
    onRecord,
    disposables,
  );
  return { queues, proxyUrl };
}

/** Functions that can delete items use the proxy, which reports what they delete. */
function createOverrides(
  { deletingFunctions }: ServiceDefinition,
  sharedEnvironment: Record<string, string>,
  proxyUrl: string,
): (functionArn: string) => Record<string, string> {
  const proxyEnvironment = { ...sharedEnvironment, AWS_ENDPOINT_URL_DYNAMODB: proxyUrl };
  return (functionArn) =>
    deletingFunctions.has(functionArn) ? proxyEnvironment : sharedEnvironment;
}

/** Connects the servers with what handles their requests. */
function handleRequests(
  servers: Servers,
  { apis, distribution }: ServiceDefinition,
  { s3Endpoint }: Engines,
  deps: GatewayDeps,
): void {
  for (const name of ['main', 'auth', 'diary'] as const) {
    const api = apis[name];
    const onClientError = createClientErrorListener(api, deps.clock);
    servers[name].handleWith(createGateway(api, deps), onClientError);
  }

  const { invoke, warn } = deps;
  servers.cdn.handleWith(createCdn(distribution, { invoke, warn, s3: s3Endpoint }));
}

function buildOperatorEnvironment(
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
async function stopTraffic(servers: Servers, polling: QueuePolling): Promise<void> {
  const closed = Object.values(servers).map((server) => server.close());
  await Promise.all([...closed, polling.stop()]);
}

async function start(
  options: LocalServiceOptions,
  disposables: AsyncDisposableStack,
): Promise<Omit<LocalService, 'close'>> {
  const { log } = options;
  const clock = createClock();
  const definition = readDefinition(options.assembly);

  // A second start with the same data and ports fails because of the data.
  const directory = await openDirectory(options, disposables);
  // The servers listen before the functions start, which need their addresses.
  const servers = await listenAll(options, disposables);
  const urls = getUrls(servers);

  const stores = await startStores(definition, directory, options, disposables);
  const sharedEnvironment = buildSharedEnvironment(stores, options);
  const { queues, proxyUrl } = await startTableStream(
    definition,
    stores,
    sharedEnvironment,
    disposables,
  );

  const environmentMapping = {
    toLocal: createAddressReplacer(definition.stack, definition.apis, urls),
    keyFile: stores.keyFile,
    getOverrides: createOverrides(definition, sharedEnvironment, proxyUrl),
  };
  const functions = startFunctions(
    definition.functions,
    environmentMapping,
    { clock, log },
    disposables,
  );

  const { isUnavailable } = stores.engines;
  const deps = { invoke: functions.invoke, clock, warn: log, isUnavailable };
  handleRequests(servers, definition, stores.engines, deps);
  const polling = startQueuePolling(definition.streamRoutes, queues, deps);
  // Traffic ends first, so that no request reaches a service that is partly stopped.
  disposables.defer(() => stopTraffic(servers, polling));

  const environment = buildOperatorEnvironment(functions, stores);
  return { urls, environment, clock, drainQueues: polling.drainQueues };
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
