import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { ObjectOperation, TableOperation } from '#shared/contract/store-operations.ts';

/** The stores of the stack. */
export interface Stores {
  table: Table;
  /** Images as they were uploaded. */
  images: Bucket;
  /** Images as they are served. */
  variants: Bucket;
  /** What wraps the keys of what is encrypted. */
  encryptionKey: IKey;
}

/**
 * What a function does with each store; only functions of the CDN have to do with variants, and only consumers with a
 * queue, or with what is encrypted.
 */
export interface StoreUse {
  table?: readonly TableOperation[];
  objects?: readonly ObjectOperation[];
  variants?: readonly ObjectOperation[];
  /** The names of the encryption context of what it may decrypt. */
  decrypts?: readonly string[];
  /** The queue that it takes messages from. */
  queue?: IQueue;
}

const tableActions: Record<TableOperation, string> = {
  get: 'dynamodb:GetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
};

const objectActions: Record<ObjectOperation, string> = { get: 's3:GetObject', put: 's3:PutObject' };

/** What AWS Lambda needs to hand over messages, in the function's name. */
const queueActions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

/** One store as a function reaches it. */
interface Access {
  /** The environment variable that names the store, and its name; none where the function itself never names it. */
  variable?: readonly [string, string];
  actions: readonly string[];
  resource: string;
  conditions?: Record<string, unknown>;
}

/** Decrypting what has these names in its context, and nothing else that the key has wrapped. */
function decryption(names: readonly string[]): Record<string, unknown> {
  return {
    'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': names },
    // Every one of an empty set is among the names, too.
    Null: Object.fromEntries(names.map((name) => [`kms:EncryptionContext:${name}`, 'false'])),
  };
}

function listAccess(
  { table = [], objects = [], variants = [], decrypts = [], queue }: StoreUse,
  stores: Stores,
): readonly Access[] {
  const access: readonly Access[] = [
    {
      variable: ['TABLE_NAME', stores.table.tableName],
      actions: table.map((operation) => tableActions[operation]),
      resource: stores.table.tableArn,
    },
    {
      variable: ['IMAGE_BUCKET_NAME', stores.images.bucketName],
      actions: objects.map((operation) => objectActions[operation]),
      resource: stores.images.arnForObjects('images/*'),
    },
    {
      variable: ['VARIANT_BUCKET_NAME', stores.variants.bucketName],
      actions: variants.map((operation) => objectActions[operation]),
      resource: stores.variants.arnForObjects('images/*'),
    },
    {
      variable: ['ENCRYPTION_KMS_KEY_ID', stores.encryptionKey.keyArn],
      actions: decrypts.length > 0 ? ['kms:Decrypt'] : [],
      resource: stores.encryptionKey.keyArn,
      conditions: decryption(decrypts),
    },
    { actions: queue ? queueActions : [], resource: queue?.queueArn ?? '' },
  ];
  return access.filter(({ actions }) => actions.length > 0);
}

/** The environment variables that name the stores which a function uses. */
export function buildStoreVariables(use: StoreUse, stores: Stores): Record<string, string> {
  return Object.fromEntries(
    listAccess(use, stores).flatMap(({ variable }) => (variable === undefined ? [] : [variable])),
  );
}

/** What a function may do with the stores: exactly what it declares. */
export function buildStoreStatements(use: StoreUse, stores: Stores): PolicyStatement[] {
  return listAccess(use, stores).map(
    ({ actions, resource, conditions }) =>
      new PolicyStatement({
        actions: [...actions],
        resources: [resource],
        ...(conditions && { conditions }),
      }),
  );
}
