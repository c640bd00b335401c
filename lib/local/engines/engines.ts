import { awsRegion, localCredentials } from '../host/aws-account.ts';
import type { Stack } from '../template/stack.ts';
import { readBuckets, readTables } from '../template/storage.ts';
import { type StartedDynamoDb, startDynamoDb } from './dynamodb.ts';
import type { Engine } from './engine.ts';
import { startObjectServer } from './objects/object-server.ts';
import { ensureTable } from './tables.ts';

/** DynamoDB and S3, with the tables and buckets of the stack. */
export interface Engines {
  /** Environment variables for the AWS SDK. */
  environment: Record<string, string>;
  dynamodbEndpoint: string;
  s3Endpoint: string;
  /** Whether an engine has ended. It is not restarted, because its data may be lost. */
  isUnavailable(): boolean;
}

/** Where the engines keep their data, and what they need from the runner. */
export interface EngineOptions {
  directory: string;
  /** Whether the data is still there after a restart of the engines. */
  keepsData: boolean;
  /** A DynamoDB that already runs, instead of the embedded one. */
  dynamodbEndpoint: string | undefined;
  log: (line: string) => void;
}

/** Watches engines, and ends them with the disposables. */
interface Supervisor {
  watch(engine: Engine): void;
  hasCrash(): boolean;
}

function createSupervisor(
  log: (line: string) => void,
  disposables: AsyncDisposableStack,
): Supervisor {
  let hasCrash = false;

  async function reportCrash({ name, crashed }: Engine): Promise<void> {
    const reason = await crashed;
    hasCrash = true;
    log(
      `${name} has crashed: ${reason}. All requests fail with 503 until you restart the runner.`,
    );
  }

  return {
    watch: (engine) => {
      disposables.defer(engine.end);
      void reportCrash(engine);
    },
    hasCrash: () => hasCrash,
  };
}

/** Starts the embedded DynamoDB, unless the options name one that already runs. */
async function connectDynamoDb(
  { directory, keepsData, dynamodbEndpoint, log }: EngineOptions,
  supervisor: Supervisor,
): Promise<{ endpoint: string; environment: StartedDynamoDb['environment'] }> {
  if (dynamodbEndpoint !== undefined)
    return { endpoint: dynamodbEndpoint, environment: {} };

  const { engine, environment } = await startDynamoDb(
    keepsData ? directory : undefined,
    log,
  );
  supervisor.watch(engine);
  return { endpoint: engine.endpoint, environment };
}

/** Starts DynamoDB and S3, and creates missing tables and buckets. `disposables` end both. */
export async function startEngines(
  stack: Stack,
  options: EngineOptions,
  disposables: AsyncDisposableStack,
): Promise<Engines> {
  const { directory, log } = options;
  const supervisor = createSupervisor(log, disposables);

  const dynamodb = await connectDynamoDb(options, supervisor);
  const s3Endpoint = await startObjectServer(
    directory,
    readBuckets(stack),
    log,
    disposables,
  );

  for (const table of readTables(stack)) await ensureTable(dynamodb.endpoint, table);

  return {
    environment: {
      ...localCredentials,
      AWS_REGION: awsRegion,
      AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint,
      AWS_ENDPOINT_URL_S3: s3Endpoint,
      ...dynamodb.environment,
    },
    dynamodbEndpoint: dynamodb.endpoint,
    s3Endpoint,
    isUnavailable: supervisor.hasCrash,
  };
}
