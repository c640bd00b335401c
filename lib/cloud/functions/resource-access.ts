import { Aws, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import {
  type ObjectOperation,
  pushFolder,
  type SigningKeyOperation,
  type StoreUses,
  type TableOperation,
} from '#shared/contract/resources.ts';
import { compact } from '#shared/runtime/compact.ts';
import { collectionIndex } from '#shared/table/keys.ts';
import {
  bucketActions,
  objectActions,
  tableActions,
} from '../../deployment/store-actions.ts';

/** The resources of the stack that functions can get access to. */
export interface FunctionResources {
  table: ITable;
  /** The bucket of uploaded originals, of exports and of imports. */
  images: Bucket;
  /** The bucket of rendered variants. */
  variants: Bucket;
  encryptionKey: IKey;
  /** The keys that sign id_tokens. The first one signs, all are published. */
  signingKeys: readonly IKey[];
  /** The sender of mail. Undefined if the service sends none. */
  mail: MailSender | undefined;
}

/** The verified address from which Amazon SES sends mail. */
export interface MailSender {
  from: string;
  /** The region of SES. Undefined for the region of the stack, which has a configuration set. */
  region: string | undefined;
  /** The name of the configuration set by which SES reports bounces. */
  configurationSet: string;
}

/** The operations of a function on each resource. */
export interface ResourceUse extends StoreUses {
  /** The queue that the function receives messages from. */
  queue?: IQueue;
  /** The queues that the function sends messages to, by what it calls them. */
  sendsTo?: Readonly<Record<string, IQueue>>;
  /** Whether the function reads the table's stream. */
  readsStream?: boolean;
  /** Whether the function sends mail. */
  sendsMail?: boolean;
}

/** The permissions of a function on one resource. */
interface ResourceAccess {
  actions: readonly string[];
  arns: readonly string[];
  conditions?: Record<string, unknown>;
  /** The environment variable that the function needs to use the resource, if any. */
  variable?: { name: string; value: string };
}

/** The actions that Lambda needs in the function's role to poll a queue. */
const receiveActions = [
  'sqs:ReceiveMessage',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
];

/** The actions that Lambda needs in the function's role to read the table's stream. */
const streamActions = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
];

/** Returns the access to the objects below `folder` in a bucket, including listing them. */
function toObjectAccess(
  operations: readonly ObjectOperation[],
  bucket: Bucket,
  folder: string,
  variableName: string,
): ResourceAccess[] {
  const objectOperations = operations.filter((operation) => operation !== 'list');
  const actions = new Set(objectOperations.map((operation) => objectActions[operation]));
  const variable = { name: variableName, value: bucket.bucketName };
  const arns = [bucket.bucketArn];
  return [
    {
      actions: [...actions],
      arns: [bucket.arnForObjects(`${folder}/*`)],
      variable,
    },
    {
      actions: operations.includes('list') ? [bucketActions.list] : [],
      arns,
      conditions: { StringLike: { 's3:prefix': `${folder}/*` } },
      variable,
    },
    // IAM has no condition that limits listed uploads to a prefix.
    {
      actions: operations.includes('abort') ? [bucketActions.abort] : [],
      arns,
      variable,
    },
  ];
}

/** Returns the access to the key for data whose encryption context has exactly these names. */
function toKeyAccess(
  action: string,
  names: readonly string[],
  { keyArn }: IKey,
): ResourceAccess {
  const notNull = names.map((name) => [`kms:EncryptionContext:${name}`, 'false']);
  return {
    actions: [action],
    arns: [keyArn],
    conditions: {
      'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': names },
      // ForAllValues also matches an empty context, so each name must be present.
      Null: Object.fromEntries(notNull),
    },
    variable: { name: 'ENCRYPTION_KMS_KEY_ID', value: keyArn },
  };
}

/** Returns the access to the keys that sign, each with its operation only. */
function toSigningAccess(
  operations: readonly SigningKeyOperation[],
  keys: readonly IKey[],
): ResourceAccess[] {
  const toAccess = (action: string, used: readonly IKey[]) => {
    const arns = used.map(({ keyArn }) => keyArn);
    const variable = { name: 'SIGNING_KMS_KEYS', value: arns.join(',') };
    return { actions: [action], arns, variable };
  };
  return operations.map((operation) =>
    operation === 'sign'
      ? toAccess('kms:Sign', keys.slice(0, 1))
      : toAccess('kms:GetPublicKey', keys),
  );
}

/** Returns the access to the queues that a function sends to. One variable has all their URLs. */
function toSendAccess(queues: Readonly<Record<string, IQueue>>): ResourceAccess {
  const all = Object.entries(queues);
  const urls = Object.fromEntries(all.map(([name, { queueUrl }]) => [name, queueUrl]));
  const [stack] = all.map(([, queue]) => Stack.of(queue));
  return {
    actions: ['sqs:SendMessage'],
    arns: all.map(([, { queueArn }]) => queueArn),
    variable: { name: 'QUEUE_URLS', value: stack?.toJsonString(urls) ?? '{}' },
  };
}

/** Lists a domain and the domains that contain it, e.g. `mail.example.com` and `example.com`. */
function listDomains(domain: string): string[] {
  const labels = domain.split('.');
  const last = Math.max(1, labels.length - 1);
  return Array.from({ length: last }, (_, index) => labels.slice(index).join('.'));
}

/**
 * Returns the access to send mail from one address. SES authorizes against the identity of the
 * address, or of its domain or of one that contains it if only that is verified, and against the
 * configuration set, even if the operator has made it the default of the identity. So all are
 * allowed.
 */
function toMailAccess({ from, region, configurationSet }: MailSender): ResourceAccess {
  const [, domain = ''] = from.split('@');
  const account = `${region ?? Aws.REGION}:${Aws.ACCOUNT_ID}`;
  const identities = [from, ...listDomains(domain)];
  const resources = [
    ...identities.map((identity) => `identity/${identity}`),
    `configuration-set/${configurationSet}`,
  ];
  return {
    actions: ['ses:SendEmail'],
    arns: resources.map((name) => `arn:${Aws.PARTITION}:ses:${account}:${name}`),
    conditions: { StringEquals: { 'ses:FromAddress': from } },
    variable:
      region === undefined
        ? { name: 'MAIL_CONFIGURATION_SET', value: configurationSet }
        : { name: 'MAIL_REGION', value: region },
  };
}

/** Returns the access to the items of the table. A query may also use the index. */
function toTableAccess(
  operations: readonly TableOperation[],
  { tableArn, tableName }: ITable,
): ResourceAccess[] {
  const variable = { name: 'TABLE_NAME', value: tableName };
  const onItems = operations.filter(
    (operation) => operation !== 'transact' && operation !== 'query',
  );
  return [
    {
      actions: onItems.map((operation) => tableActions[operation]),
      arns: [tableArn],
      variable,
    },
    {
      actions: operations.includes('query') ? [tableActions.query] : [],
      arns: [tableArn, `${tableArn}/index/${collectionIndex}`],
      variable,
    },
  ];
}

/** Lists the permissions of a function on each resource for which it declares operations. */
function listAccess(
  { table = [], originals = [], variants = [], ...others }: ResourceUse,
  resources: FunctionResources,
): ResourceAccess[] {
  const { exports = [], imports = [], pushes = [] } = others;
  const { encryption = {}, signingKeys = [] } = others;
  const { queue, sendsTo, readsStream, sendsMail } = others;
  const { encrypts = [], decrypts = [] } = encryption;
  const { tableStreamArn = '' } = resources.table;
  const key = resources.encryptionKey;
  const access: ResourceAccess[] = [
    ...toTableAccess(table, resources.table),
    ...toObjectAccess(originals, resources.images, 'images', 'FILES_BUCKET_NAME'),
    ...toObjectAccess(exports, resources.images, 'exports', 'FILES_BUCKET_NAME'),
    ...toObjectAccess(imports, resources.images, 'imports', 'FILES_BUCKET_NAME'),
    ...toObjectAccess(pushes, resources.images, pushFolder, 'FILES_BUCKET_NAME'),
    ...toObjectAccess(variants, resources.variants, 'images', 'VARIANT_BUCKET_NAME'),
    ...encrypts.map((names) => toKeyAccess('kms:GenerateDataKey', names, key)),
    ...decrypts.map((names) => toKeyAccess('kms:Decrypt', names, key)),
    ...toSigningAccess(signingKeys, resources.signingKeys),
  ];
  if (queue) access.push({ actions: receiveActions, arns: [queue.queueArn] });
  if (sendsTo) access.push(toSendAccess(sendsTo));
  if (readsStream) access.push({ actions: streamActions, arns: [tableStreamArn] });
  if (sendsMail && resources.mail) access.push(toMailAccess(resources.mail));
  return access.filter(({ actions }) => actions.length > 0);
}

/** Builds the environment variables that a function needs to use its resources. */
export function buildResourceVariables(
  resourceUse: ResourceUse,
  resources: FunctionResources,
): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const { variable } of listAccess(resourceUse, resources)) {
    if (variable) variables[variable.name] = variable.value;
  }
  return variables;
}

/** Builds the policy statements for exactly the operations that a function declares. */
export function buildPolicyStatements(
  resourceUse: ResourceUse,
  resources: FunctionResources,
): PolicyStatement[] {
  return listAccess(resourceUse, resources).map(({ actions, arns, conditions }) => {
    const members = {
      actions: actions.toSorted(),
      resources: [...arns],
      conditions,
    };
    return new PolicyStatement(compact(members));
  });
}
