import { compact } from '#shared/runtime/compact.ts';
import type { Stack } from './stack.ts';

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
}

function toIndexDefinition({
  IndexName,
  KeySchema,
  Projection,
}: IndexDefinition): IndexDefinition {
  return { IndexName, KeySchema, Projection };
}

/** Reads the tables of the stack without what only matters in AWS, e.g. backups and streams. */
export function readTables(stack: Stack): TableDefinition[] {
  const tables = stack.resources<TableDefinition>(
    'AWS::DynamoDB::Table',
    'AWS::DynamoDB::GlobalTable',
  );

  return tables.map(({ ref, properties }) =>
    compact({
      TableName: ref,
      AttributeDefinitions: properties.AttributeDefinitions,
      KeySchema: properties.KeySchema,
      GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes?.map(toIndexDefinition),
      BillingMode: 'PAY_PER_REQUEST' as const,
    }),
  );
}

interface TimeToLiveProperties {
  KeySchema: KeyElement[];
  TimeToLiveSpecification?: { AttributeName: string; Enabled: boolean };
}

/** A table whose items expire at the time in an attribute, in seconds since 1970. */
export interface ExpiringTable {
  TableName: string;
  keyNames: readonly string[];
  timeToLiveAttribute: string;
}

/** Reads the tables of the stack whose items expire. */
export function readExpiringTables(stack: Stack): ExpiringTable[] {
  const tables = stack.resources<TimeToLiveProperties>(
    'AWS::DynamoDB::Table',
    'AWS::DynamoDB::GlobalTable',
  );
  return tables.flatMap(({ ref, properties }) => {
    const { KeySchema, TimeToLiveSpecification: timeToLive } = properties;
    if (!timeToLive?.Enabled) return [];
    const keyNames = KeySchema.map(({ AttributeName }) => AttributeName);
    return { TableName: ref, keyNames, timeToLiveAttribute: timeToLive.AttributeName };
  });
}

/** Reads the names of the S3 buckets of the stack. */
export function readBuckets(stack: Stack): string[] {
  return stack.resources('AWS::S3::Bucket').map(({ ref }) => ref);
}

interface LifecycleRule {
  ExpirationInDays?: number;
  Prefix?: string;
}

interface BucketProperties {
  LifecycleConfiguration?: { Rules: LifecycleRule[] };
}

/** When the objects of a bucket whose keys begin with a prefix expire. */
export interface ExpirationRule {
  bucket: string;
  prefix: string;
  days: number;
}

/** Reads after how many days objects expire in the S3 buckets of the stack. */
export function readExpirationRules(stack: Stack): ExpirationRule[] {
  const buckets = stack.resources<BucketProperties>('AWS::S3::Bucket');
  return buckets.flatMap(({ ref, properties }) => {
    const { Rules = [] } = properties.LifecycleConfiguration ?? {};
    return Rules.flatMap(({ ExpirationInDays: days, Prefix = '' }) =>
      days === undefined ? [] : [{ bucket: ref, prefix: Prefix, days }],
    );
  });
}
