import { awsRegion, localCredentials } from '../host/aws-account.ts';
import type { Clock } from '../host/clock.ts';
import type { Stack } from '../template/stack.ts';
import { readBuckets, readTables } from '../template/storage.ts';
import { startDynamoDb } from './dynamodb.ts';
import type { Engine } from './engine.ts';
import { startS3 } from './s3.ts';
import { ensureTable } from './tables.ts';

/** Both stores, with everything in them that the stack describes. */
export interface Engines {
  /** How the AWS SDK reaches them. */
  environment: Record<string, string>;
  /** Address of DynamoDB. */
  dynamodb: string;
  /** Whether one of them has ended by itself. It is not started again: what it held may be gone. */
  isUnavailable(): boolean;
}

/** Where the stores keep their data, and what they report to. */
export interface EngineOptions {
  /** Undefined for memory. */
  directory: string | undefined;
  /** A DynamoDB that is already running. */
  dynamodbEndpoint: string | undefined;
  clock: Clock;
  log: (line: string) => void;
}

/** Starts DynamoDB and S3, which `disposables` ends, and creates the tables and buckets of the stack that are missing. */
export async function startEngines(
  stack: Stack,
  { directory, dynamodbEndpoint, clock, log }: EngineOptions,
  disposables: AsyncDisposableStack,
): Promise<Engines> {
  let isUnavailable = false;
  const own = ({ name, endpoint, exited: died, end }: Engine): string => {
    disposables.defer(end);
    void died.then((reason) => {
      isUnavailable = true;
      log(
        `${name} has died: ${reason}. Every request is answered with 503 until the runner is started again.`,
      );
    });
    return endpoint;
  };
  const embedded = dynamodbEndpoint === undefined ? await startDynamoDb(directory, log) : undefined;
  const dynamodb = embedded ? own(embedded.engine) : String(dynamodbEndpoint);
  const s3 = own(await startS3(directory, readBuckets(stack), clock));
  for (const table of readTables(stack)) await ensureTable(dynamodb, table);
  return {
    environment: {
      ...localCredentials,
      AWS_REGION: awsRegion,
      AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
      AWS_ENDPOINT_URL_S3: s3,
      ...embedded?.environment,
    },
    dynamodb,
    isUnavailable: () => isUnavailable,
  };
}
