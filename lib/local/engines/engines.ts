import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { awsRegion, createLocalCredentials } from '../host/aws-account.ts';
import { databaseFile } from '../host/data-directory.ts';
import { chooseStoreHost } from '../host/store-host.ts';
import {
  readBuckets,
  readExpirationRules,
  readExpiringTables,
  readTables,
} from '../template/resources.ts';
import type { Stack } from '../template/stack.ts';
import type { ObjectFolder } from './objects/object-folder.ts';
import { startObjectServer } from './objects/object-server.ts';
import { type ServerCommand, startProcess } from './process.ts';
import { openStreamRecords, type StreamRecords } from './stream-records.ts';
import { type SupervisedEngine, superviseEngine } from './supervisor.ts';
import { ensureTable, startItemExpiration } from './tables.ts';

const require = createRequire(import.meta.url);
const thisPlatform = `${process.platform}-${process.arch}`;

/** Returns the path of the engine's program. Throws if its package is not installed. */
function findProgram(platform: string): string {
  const program = platform.startsWith('win32-') ? 'dynoxide.exe' : 'dynoxide';
  try {
    return require.resolve(`@dynoxide/${platform}/${program}`);
  } catch (cause) {
    throw new Error(
      `The DynamoDB engine for ${platform} is not installed. It exists for Linux and macOS on ` +
        'x64 and arm64, and for Windows on x64. Elsewhere, set DYNAMODB_ENDPOINT to the URL of ' +
        'a running DynamoDB.',
      { cause },
    );
  }
}

/**
 * Builds the command that starts Dynoxide with its data in a directory, or in memory without one.
 * Throws if the engine does not exist for the platform, e.g. `linux-x64`, or is not installed.
 */
export function buildDynamoDbCommand(
  directory: string | undefined,
  platform = thisPlatform,
): ServerCommand {
  const database =
    directory === undefined ? [] : ['--db-path', join(directory, databaseFile)];
  const host = chooseStoreHost();
  const options = ['--host', host, ...database];
  return {
    name: 'DynamoDB',
    host,
    command: findProgram(platform),
    args: (port) => ['serve', ...options, '--port', String(port)],
    readyMessage: 'Dynoxide listening',
  };
}

/** DynamoDB and S3, with the tables and buckets of the stack. */
export interface Engines {
  /** Environment variables for the AWS SDK. */
  environment: Record<string, string>;
  dynamodbEndpoint: string;
  /** Undefined if the options name a running DynamoDB. */
  streamRecords: StreamRecords | undefined;
  /** Responds as S3 does. */
  respondAsS3: RequestListener;
  /** The files of the objects in S3, which code in this process reads directly. */
  objects: ObjectFolder;
  /** Whether DynamoDB has crashed and has not been restarted yet. */
  isUnavailable(): boolean;
}

export interface EngineOptions {
  directory: string;
  /** URL of a running DynamoDB to use instead of the embedded one. */
  dynamodbEndpoint: string | undefined;
  /** Whether another process deletes the expired items. */
  sharesTable: boolean;
  log: (line: string) => void;
}

/** Starts the embedded DynamoDB, unless the options have the URL of a running one. */
async function connectDynamoDb(
  { directory, dynamodbEndpoint, log }: EngineOptions,
  disposables: AsyncDisposableStack,
): Promise<SupervisedEngine> {
  if (dynamodbEndpoint !== undefined)
    return { endpoint: dynamodbEndpoint, isUnavailable: () => false };

  const command = buildDynamoDbCommand(directory);
  const start = (port?: number) =>
    startProcess(command, log, port).catch((error: Error) => {
      if (!error.message.includes('not a valid SQLite database')) throw error;
      const file = join(directory, databaseFile);
      throw new Error(`${file} is damaged. Restore a backup into a new data folder.`);
    });
  return superviseEngine({ start, log }, disposables);
}

/**
 * Starts DynamoDB and S3, and creates missing tables and buckets. Disposing `disposables` stops
 * both.
 */
export async function startEngines(
  stack: Stack,
  options: EngineOptions,
  disposables: AsyncDisposableStack,
): Promise<Engines> {
  const { directory, dynamodbEndpoint, sharesTable, log } = options;

  const dynamodb = await connectDynamoDb(options, disposables);
  const s3 = await startObjectServer(
    directory,
    { buckets: readBuckets(stack), expirations: readExpirationRules(stack) },
    log,
    disposables,
  );

  for (const table of readTables(stack)) await ensureTable(dynamodb.endpoint, table);
  if (!sharesTable)
    startItemExpiration(dynamodb.endpoint, readExpiringTables(stack), log, disposables);

  return {
    environment: {
      ...createLocalCredentials(),
      AWS_REGION: awsRegion,
      AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint,
      AWS_ENDPOINT_URL_S3: s3.url,
    },
    dynamodbEndpoint: dynamodb.endpoint,
    streamRecords:
      dynamodbEndpoint === undefined ? openStreamRecords(directory) : undefined,
    respondAsS3: s3.respond,
    objects: s3.objects,
    isUnavailable: dynamodb.isUnavailable,
  };
}
