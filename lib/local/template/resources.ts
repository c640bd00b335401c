import { resolve as resolvePath } from 'node:path';
import { compact } from '#shared/runtime/compact.ts';
import { type AllowedAction, readAllowedActions } from './allowed-actions.ts';
import type { ResolvedResource, Stack } from './stack.ts';

/** A Lambda function of the stack. */
export interface LambdaFunction {
  name: string;
  arn: string;
  /** The folder that is deployed as the function's code. */
  code: string;
  /** Module and export, e.g. `index.handler`. */
  handler: string;
  /** In MB. */
  memory: number;
  /** In seconds. */
  timeout: number;
  environment: Record<string, string>;
  /** What the function's role allows. */
  allowedActions: readonly AllowedAction[];
}

interface FunctionProperties {
  Handler: string;
  /** The ARN of the role. */
  Role: string;
  MemorySize?: number;
  Timeout?: number;
  Environment?: { Variables?: Record<string, unknown> };
}

function readEnvironment({ Environment }: FunctionProperties): Record<string, string> {
  const environment: Record<string, string> = {};

  for (const [name, value] of Object.entries(Environment?.Variables ?? {})) {
    environment[name] = String(value);
  }

  return environment;
}

function toLambdaFunction(
  stack: Stack,
  allowedActions: ReturnType<typeof readAllowedActions>,
  { logicalId, ref, properties, metadata }: ResolvedResource<FunctionProperties>,
): LambdaFunction {
  return {
    name: ref,
    arn: stack.getAttribute(logicalId, 'Arn'),
    code: resolvePath(stack.directory, String(metadata['aws:asset:path'])),
    handler: properties.Handler,
    memory: properties.MemorySize ?? 128,
    timeout: properties.Timeout ?? 3,
    environment: readEnvironment(properties),
    allowedActions: allowedActions.get(properties.Role) ?? [],
  };
}

/** Reads the functions whose code is an asset. Lambda's defaults apply: 128 MB, 3 seconds. */
export function readFunctions(stack: Stack): LambdaFunction[] {
  const functions = stack.listResources<FunctionProperties>('AWS::Lambda::Function');
  const withAsset = functions.filter(
    ({ metadata }) => typeof metadata['aws:asset:path'] === 'string',
  );
  const allowedActions = readAllowedActions(stack);
  return withAsset.map((resource) => toLambdaFunction(stack, allowedActions, resource));
}

interface KeyElement {
  AttributeName: string;
  KeyType: string;
}

interface IndexDefinition {
  IndexName: string;
  KeySchema: KeyElement[];
  Projection: { ProjectionType: string; NonKeyAttributes?: string[] };
}

/** The input of the DynamoDB action CreateTable. */
export interface TableDefinition {
  TableName: string;
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  KeySchema: KeyElement[];
  GlobalSecondaryIndexes?: IndexDefinition[];
  BillingMode: 'PAY_PER_REQUEST';
  StreamSpecification?: { StreamEnabled: true; StreamViewType: string };
}

type TableProperties = Omit<TableDefinition, 'StreamSpecification'> & {
  StreamSpecification?: { StreamViewType: string };
  TimeToLiveSpecification?: { AttributeName: string; Enabled: boolean };
};

function listTables(stack: Stack) {
  return stack.listResources<TableProperties>('AWS::DynamoDB::Table');
}

/** Reads the tables of the stack without settings that only matter in AWS, e.g. backups. */
export function readTables(stack: Stack): TableDefinition[] {
  return listTables(stack).map(({ ref, properties }) =>
    compact({
      TableName: ref,
      AttributeDefinitions: properties.AttributeDefinitions,
      KeySchema: properties.KeySchema,
      GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes?.map(
        ({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }),
      ),
      BillingMode: 'PAY_PER_REQUEST' as const,
      StreamSpecification: properties.StreamSpecification && {
        StreamEnabled: true as const,
        StreamViewType: properties.StreamSpecification.StreamViewType,
      },
    }),
  );
}

/** A table whose items expire at the time in an attribute, in seconds since 1970. */
export interface ExpiringTable {
  TableName: string;
  keyNames: readonly string[];
  timeToLiveAttribute: string;
}

/** Reads the tables of the stack whose items expire. */
export function readExpiringTables(stack: Stack): ExpiringTable[] {
  return listTables(stack).flatMap(({ ref, properties }) => {
    const { KeySchema, TimeToLiveSpecification: timeToLive } = properties;
    if (!timeToLive?.Enabled) return [];
    const keyNames = KeySchema.map(({ AttributeName }) => AttributeName);
    return { TableName: ref, keyNames, timeToLiveAttribute: timeToLive.AttributeName };
  });
}

/** Reads the names of the S3 buckets of the stack. */
export function readBuckets(stack: Stack): string[] {
  return stack.listResources('AWS::S3::Bucket').map(({ ref }) => ref);
}

interface LifecycleRule {
  ExpirationInDays?: number;
  Prefix?: string;
}

interface BucketProperties {
  LifecycleConfiguration?: { Rules: LifecycleRule[] };
  CorsConfiguration?: {
    CorsRules: { AllowedMethods: string[]; ExposedHeaders?: string[] }[];
  };
}

/** Methods that a bucket allows to pages of any other origin, and headers that these may read. */
export interface CorsRule {
  bucket: string;
  methods: readonly string[];
  exposedHeaders: readonly string[];
}

/** Reads the CORS rules of the S3 buckets of the stack, which are for all origins. */
export function readCorsRules(stack: Stack): CorsRule[] {
  const buckets = stack.listResources<BucketProperties>('AWS::S3::Bucket');
  return buckets.flatMap(({ ref, properties }) => {
    const { CorsRules = [] } = properties.CorsConfiguration ?? {};
    return CorsRules.map(({ AllowedMethods, ExposedHeaders = [] }) => ({
      bucket: ref,
      methods: AllowedMethods,
      exposedHeaders: ExposedHeaders,
    }));
  });
}

/** A lifecycle rule: objects whose keys begin with `prefix` expire `days` after their creation. */
interface ExpirationRule {
  bucket: string;
  prefix: string;
  days: number;
}

/** Reads the lifecycle rules that expire objects in the S3 buckets of the stack. */
export function readExpirationRules(stack: Stack): ExpirationRule[] {
  const buckets = stack.listResources<BucketProperties>('AWS::S3::Bucket');
  return buckets.flatMap(({ ref, properties }) => {
    const { Rules = [] } = properties.LifecycleConfiguration ?? {};
    return Rules.flatMap(({ ExpirationInDays: days, Prefix = '' }) =>
      days === undefined ? [] : [{ bucket: ref, prefix: Prefix, days }],
    );
  });
}
