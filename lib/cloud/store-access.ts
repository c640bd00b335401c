import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { ObjectOperation } from '../../shared/objects/objects.ts';
import type { TableOperation } from '../../shared/table/table.ts';

/** The stores of the stack. */
export interface Stores {
  table: Table;
  /** Pictures as they were uploaded. */
  images: Bucket;
  /** Pictures as they are served. */
  variants: Bucket;
}

/** What a function does with each store; only functions of the CDN have to do with variants. */
export interface StoreUse {
  table?: readonly TableOperation[];
  objects?: readonly ObjectOperation[];
  variants?: readonly ObjectOperation[];
}

const tableActions: Record<TableOperation, string> = {
  get: 'dynamodb:GetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
};

const objectActions: Record<ObjectOperation, string> = { get: 's3:GetObject', put: 's3:PutObject' };

/** One store as a function reaches it. */
interface Access {
  /** The environment variable that names the store, and its name. */
  variable: readonly [string, string];
  actions: readonly string[];
  resource: string;
}

function accessOf({ table = [], objects = [], variants = [] }: StoreUse, stores: Stores): readonly Access[] {
  const access = [
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
  ] as const;
  return access.filter(({ actions }) => actions.length > 0);
}

/** The environment variables that name the stores which a function uses. */
export function storeVariables(use: StoreUse, stores: Stores): Record<string, string> {
  return Object.fromEntries(accessOf(use, stores).map(({ variable }) => variable));
}

/** What a function may do with the stores: exactly what it declares. */
export function storeStatements(use: StoreUse, stores: Stores): PolicyStatement[] {
  return accessOf(use, stores).map(
    ({ actions, resource }) => new PolicyStatement({ actions: [...actions], resources: [resource] }),
  );
}
