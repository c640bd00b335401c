import type { ObjectOperation, TableOperation } from '#shared/contract/resources.ts';

/** The actions on items. A transaction needs only those of its changes. */
export const tableActions: Record<Exclude<TableOperation, 'transact'>, string> = {
  get: 'dynamodb:GetItem',
  getEach: 'dynamodb:BatchGetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
  check: 'dynamodb:ConditionCheckItem',
};

/** The actions on objects. */
export const objectActions: Record<Exclude<ObjectOperation, 'list'>, string> = {
  get: 's3:GetObject',
  read: 's3:GetObject',
  put: 's3:PutObject',
  delete: 's3:DeleteObject',
  listParts: 's3:ListMultipartUploadParts',
  abort: 's3:AbortMultipartUpload',
};

/** The actions on the bucket of the objects. */
export const bucketActions = {
  list: 's3:ListBucket',
  abort: 's3:ListBucketMultipartUploads',
} as const;
