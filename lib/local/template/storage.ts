import type { Stack } from './stack.ts';

/** A table as the DynamoDB action CreateTable takes it. */
export interface TableDefinition {
  TableName: string;
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  KeySchema: { AttributeName: string; KeyType: string }[];
  GlobalSecondaryIndexes?: {
    IndexName: string;
    KeySchema: { AttributeName: string; KeyType: string }[];
    Projection: { ProjectionType: string; NonKeyAttributes?: string[] };
  }[];
  BillingMode: 'PAY_PER_REQUEST';
}

/** The DynamoDB tables of the stack. Whatever only matters in the cloud (backups, capacity, TTL, streams) is left out. */
export function readTables(stack: Stack): TableDefinition[] {
  return stack
    .resources<TableDefinition>('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable')
    .map(({ ref, properties: { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } }) => ({
      TableName: ref,
      AttributeDefinitions,
      KeySchema,
      ...(GlobalSecondaryIndexes && {
        GlobalSecondaryIndexes: GlobalSecondaryIndexes.map((index) => ({
          IndexName: index.IndexName,
          KeySchema: index.KeySchema,
          Projection: index.Projection,
        })),
      }),
      BillingMode: 'PAY_PER_REQUEST',
    }));
}

/** Names of the S3 buckets of the stack. */
export function readBuckets(stack: Stack): string[] {
  return stack.resources('AWS::S3::Bucket').map(({ ref }) => ref);
}
