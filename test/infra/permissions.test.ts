import { describe, expect, it } from 'vitest';
import type { ResourceUse } from '#lib/cloud/functions/resource-access.ts';
import { listApiFunctions } from '#lib/endpoints.ts';
import { mergeNeeds } from '#lib/function-needs.ts';
import { allHosts } from '#shared/contract/endpoint.ts';
import type {
  ObjectOperation,
  SigningKeyOperation,
  TableOperation,
} from '#shared/contract/resources.ts';
import { collectionIndex } from '#shared/table/keys.ts';
import {
  consumers,
  endpoints,
  findFunction,
  functions as otherFunctions,
  template,
} from './built-stack.ts';
import { failedRecordsQueue, findConsumerResources } from './consumer-resources.ts';
import {
  findApiId,
  findKeys,
  findNamedFunction,
  getDocument,
  getOnlyResource,
  listReferences,
  listResources,
  listRoutes,
} from './template.ts';

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}
interface RoleProperties {
  AssumeRolePolicyDocument: { Statement: { Principal: { Service: string } }[] };
  ManagedPolicyArns?: unknown[];
  Policies?: { PolicyDocument: { Statement: Statement[] } }[];
}

interface QueuePolicyProperties {
  PolicyDocument: { Statement: { Effect: string }[] };
}

interface PermissionProperties {
  Principal: string;
  FunctionName: unknown;
  SourceArn: unknown;
}

const functions = listResources<{ Role: unknown }>(template, 'AWS::Lambda::Function');
const roles = listResources<RoleProperties>(template, 'AWS::IAM::Role');
const table = getOnlyResource(template, 'AWS::DynamoDB::Table').id;

const tableActions = {
  get: 'dynamodb:GetItem',
  getEach: 'dynamodb:BatchGetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
  check: 'dynamodb:ConditionCheckItem',
};

/** Lists the permissions of operations on the table. A query is one on the index, too. */
function listTablePermissions(operations: readonly TableOperation[]): string[] {
  const index = JSON.stringify({
    'Fn::Join': ['', [{ 'Fn::GetAtt': [table, 'Arn'] }, `/index/${collectionIndex}`]],
  });
  return [
    ...operations
      .filter((operation) => operation !== 'transact')
      .map((operation) => `Allow ${tableActions[operation]} on ${toArnReference(table)}`),
    ...(operations.includes('query') ? [`Allow ${tableActions.query} on ${index}`] : []),
  ];
}

const [imageBucket = ''] = listReferences(template.Outputs.ImageBucketName?.Value);
const variantBucket =
  listResources(template, 'AWS::S3::Bucket').find(({ id }) => id.startsWith('Variants'))
    ?.id ?? '';

/** Lists the statements of the inline policies of a role. */
function listStatements(roleId: string | undefined): Statement[] {
  return roles
    .filter(({ id }) => id === roleId)
    .flatMap(({ Properties }) => Properties.Policies ?? [])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

/** Lists the permissions of a role: each effect and action with each of its resources. */
function listPermissions(roleId: string | undefined): string[] {
  const permissions = listStatements(roleId).flatMap(({ Effect, Action, Resource }) => {
    const resources = [Resource].flat().map((resource) => JSON.stringify(resource));
    const actions = [Action].flat();
    return actions.flatMap((action) =>
      resources.map((resource) => `${Effect} ${action} on ${resource}`),
    );
  });
  return permissions.sort();
}

const objectActions = {
  get: 's3:GetObject',
  read: 's3:GetObject',
  put: 's3:PutObject',
  delete: 's3:DeleteObject',
  listParts: 's3:ListMultipartUploadParts',
  abort: 's3:AbortMultipartUpload',
};

/** Lists the permissions of operations on the objects below a folder of a bucket. */
function listObjectPermissions(
  operations: readonly ObjectOperation[],
  bucket: string,
  folder = 'images',
): string[] {
  const bucketActions = { list: 's3:ListBucket', abort: 's3:ListBucketMultipartUploads' };
  const lists = (['list', 'abort'] as const).filter((name) => operations.includes(name));
  const objects = operations.filter((operation) => operation !== 'list');
  return [
    ...lists.map((name) => `Allow ${bucketActions[name]} on ${toArnReference(bucket)}`),
    ...objects.map(
      (name) => `Allow ${objectActions[name]} on ${toObjectsReference(bucket, folder)}`,
    ),
  ];
}

const toArnReference = (id: string) => JSON.stringify({ 'Fn::GetAtt': [id, 'Arn'] });
const toObjectsReference = (id: string, folder: string) =>
  JSON.stringify({ 'Fn::Join': ['', [{ 'Fn::GetAtt': [id, 'Arn'] }, `/${folder}/*`]] });
const log = listResources(template, 'AWS::Logs::LogGroup').find(({ id }) =>
  id.startsWith('FunctionLog'),
);

const { encryptionKey, signingKeys } = findKeys(template);
const { id: key } = encryptionKey;

/** Lists the permissions of operations on the keys that sign: only the first one signs. */
function listSigningPermissions(operations: readonly SigningKeyOperation[]): string[] {
  const [current] = signingKeys;
  return operations.flatMap((operation) =>
    operation === 'sign'
      ? [`Allow kms:Sign on ${toArnReference(current?.id ?? '')}`]
      : signingKeys.map(({ id }) => `Allow kms:GetPublicKey on ${toArnReference(id)}`),
  );
}

const logPermissions = ['CreateLogStream', 'PutLogEvents'].map(
  (action) => `Allow logs:${action} on ${toArnReference(log?.id ?? '')}`,
);

const declared: { id: string; stores?: ResourceUse | undefined; queue?: string }[] = [
  ...listApiFunctions(endpoints).map(({ id, endpoints: served }) => ({
    id,
    stores: mergeNeeds(served).stores,
  })),
  ...otherFunctions
    .filter(({ definition }) => definition.trigger !== 'stream')
    .map(({ id, definition: { stores } }) => ({ id, stores })),
  ...consumers.map(({ id, consumer: { stores } }) => ({
    id,
    stores,
    queue: findConsumerResources(id).queue.id,
  })),
];

describe.each(declared)('the role of $id', ({ id, stores = {}, queue }) => {
  it('allows only the declared operations, the messages of its queue, and its log', () => {
    const { table: tableOperations = [], originals = [], variants = [] } = stores;
    const { exports = [], imports = [], pushes = [] } = stores;
    const { encryption, signingKeys = [] } = stores;
    const { encrypts = [], decrypts = [] } = encryption ?? {};
    const queueActions = ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'];
    const expected = [
      ...encrypts.map(() => `Allow kms:GenerateDataKey on ${toArnReference(key)}`),
      ...decrypts.map(() => `Allow kms:Decrypt on ${toArnReference(key)}`),
      ...listSigningPermissions(signingKeys),
      ...listTablePermissions(tableOperations),
      ...listObjectPermissions(originals, imageBucket),
      ...listObjectPermissions(exports, imageBucket, 'exports'),
      ...listObjectPermissions(imports, imageBucket, 'imports'),
      ...listObjectPermissions(pushes, imageBucket, 'imports/pending/inbox'),
      ...listObjectPermissions(variants, variantBucket),
      ...logPermissions,
      ...(queue
        ? queueActions.map((action) => `Allow sqs:${action} on ${toArnReference(queue)}`)
        : []),
    ];
    const [role] = listReferences(findFunction(id)?.Properties.Role);
    // Statements without conditions are one, whichever folder of a bucket they are for.
    expect(new Set(listPermissions(role))).toEqual(new Set(expected));
  });
});

it('only the reader of the stream can send to queues, and else only use the table', () => {
  const reader = otherFunctions.find(({ definition }) => definition.trigger === 'stream');
  const [role] = listReferences(findFunction(reader?.id ?? '')?.Properties.Role);
  const stream = JSON.stringify({ 'Fn::GetAtt': [table, 'StreamArn'] });
  const consumerQueues = consumers.map(({ id }) => findConsumerResources(id).queue.id);
  const expected = [
    ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
      (action) => `Allow dynamodb:${action} on ${stream}`,
    ),
    ...logPermissions,
    ...listTablePermissions(['get', 'getEach', 'query', 'put', 'update', 'check']),
    ...[...consumerQueues, failedRecordsQueue.id].map(
      (queue) => `Allow sqs:SendMessage on ${toArnReference(queue)}`,
    ),
  ];
  expect(listPermissions(role)).toEqual(expected.sort());

  const senders = roles.filter(({ id }) =>
    listPermissions(id).some((permission) => permission.includes('sqs:SendMessage')),
  );
  expect(senders.map(({ id }) => id)).toEqual([role]);
  const policies = listResources<QueuePolicyProperties>(
    template,
    'AWS::SQS::QueuePolicy',
  );
  const statements = policies.flatMap(
    ({ Properties }) => Properties.PolicyDocument.Statement,
  );
  expect(statements.filter(({ Effect }) => Effect === 'Allow')).toEqual([]);
});

const permissions = listResources<PermissionProperties>(
  template,
  'AWS::Lambda::Permission',
);

/** Finds the function of a permission, which names the function or its URL. */
function findInvokedFunction({
  Properties,
}: {
  Properties: PermissionProperties;
}): string | undefined {
  const [id = ''] = listReferences(Properties.FunctionName);
  const { TargetFunctionArn } = template.Resources[id]?.Properties ?? {};
  return listReferences(TargetFunctionArn)[0] ?? id;
}

const cdnFunctions = otherFunctions.filter(
  ({ definition }) => definition.trigger === 'cdn',
);

const scheduledFunctions = otherFunctions.filter(
  ({ definition }) => definition.trigger === 'schedule',
);

describe('permissions', () => {
  it('come from exactly one role for each distinct set of permissions', () => {
    const roleIds = functions.map(({ Properties }) => listReferences(Properties.Role)[0]);
    const distinct = [...new Set(roleIds)];
    const sets = distinct.map((role) => {
      // Two roles can differ by the encryption contexts that they may use.
      const conditions = listStatements(role).map(({ Condition }) => Condition);
      return JSON.stringify([listPermissions(role), conditions]);
    });
    expect(new Set(sets).size).toBe(distinct.length);
  });

  it('never allow all actions or all resources', () => {
    const wide = roles
      .flatMap(({ id }) => listPermissions(id))
      .filter((permission) => /:\*|"\*"| \* /.test(permission));
    expect(wide).toEqual([]);
  });

  it('use no managed policy, except the one that API Gateway requires for its logs', () => {
    const managed = roles.filter(({ Properties }) => Properties.ManagedPolicyArns);
    const services = managed.map(
      ({ Properties }) =>
        Properties.AssumeRolePolicyDocument.Statement[0]?.Principal.Service,
    );
    expect(services).toEqual(['apigateway.amazonaws.com']);
    expect(listResources(template, 'AWS::IAM::Policy')).toEqual([]);
    expect(listResources(template, 'AWS::IAM::ManagedPolicy')).toEqual([]);
  });

  it('allow only the CDN to invoke the functions of its origins', () => {
    const cdnPermissions = permissions.filter(
      ({ Properties }) => Properties.Principal === 'cloudfront.amazonaws.com',
    );
    expect(new Set(cdnPermissions.map(findInvokedFunction))).toEqual(
      new Set(cdnFunctions.map(({ id }) => findFunction(id)?.id)),
    );
    const { id: distribution } = getOnlyResource(
      template,
      'AWS::CloudFront::Distribution',
    );
    for (const { Properties } of cdnPermissions)
      expect(listReferences(Properties.SourceArn)).toContain(distribution);
  });

  it('allow EventBridge to invoke only the scheduled functions', () => {
    const schedulePermissions = permissions.filter(
      ({ Properties }) => Properties.Principal === 'events.amazonaws.com',
    );
    expect(schedulePermissions.map(findInvokedFunction)).toEqual(
      scheduledFunctions.map(({ id }) => findFunction(id)?.id),
    );
  });

  it('are granted to the CDN and to EventBridge only, for a source ARN', () => {
    const principals = permissions.map(({ Properties }) => Properties.Principal);
    expect(new Set(principals)).toEqual(
      new Set(['cloudfront.amazonaws.com', 'events.amazonaws.com']),
    );
    expect(
      permissions.every(({ Properties }) => Properties.SourceArn !== undefined),
    ).toBe(true);
  });
});

/** The longest ARN of a function, apart from its name, which has at most 64 characters. */
const longestArn = `arn:aws-us-gov:lambda:ap-southeast-1:123456789012:function:${'x'.repeat(64)}`;

describe.each(allHosts)('API Gateway for %s', (host) => {
  const api = findApiId(template, host);
  const routes = listRoutes(template).filter(
    ({ api: id, integration }) => id === api && integration.type === 'aws_proxy',
  );
  const { securitySchemes } = getDocument(template, api).components;
  const authorizers = Object.values(securitySchemes).map(
    (scheme) => scheme['x-amazon-apigateway-authorizer'],
  );
  const [roleId = ''] = listReferences(routes[0]?.integration.credentials);

  it('invokes every function of the API with one role', () => {
    const credentials = [
      ...routes.map(({ integration }) => integration.credentials),
      ...authorizers.map(({ authorizerCredentials }) => authorizerCredentials),
    ];
    const references = credentials.map((value) => listReferences(value)[0]);
    expect(new Set(references)).toEqual(new Set([roleId]));
  });

  it('can invoke exactly the functions of the API', () => {
    const uris = [
      ...routes.map(({ integration }) => integration.uri),
      ...authorizers.map(({ authorizerUri }) => authorizerUri),
    ];
    const invoked = new Set(uris.map((uri) => findNamedFunction(template, uri)));
    const [statement, ...others] = listStatements(roleId);
    expect(others).toEqual([]);
    expect(statement).toMatchObject({ Effect: 'Allow', Action: 'lambda:InvokeFunction' });
    const allowed = [statement?.Resource].flat();
    const named = allowed.map((arn) => findNamedFunction(template, arn));
    expect(named.sort()).toEqual([...invoked].sort());
    expect(invoked.has(undefined)).toBe(false);
  });

  it('assumes a role whose policy is below the limit of 10,240 characters', () => {
    const [statement] = listStatements(roleId);
    const arns = [statement?.Resource].flat().map(() => longestArn);
    // The rest of the limit is for further endpoints.
    expect(JSON.stringify({ ...statement, Resource: arns }).length).toBeLessThan(9_000);
  });

  it('is deployed when all functions of the API exist', () => {
    const deployments = listResources<{ RestApiId: { Ref: string } }>(
      template,
      'AWS::ApiGateway::Deployment',
    );
    const deployment = deployments.find(
      ({ Properties }) => Properties.RestApiId.Ref === api,
    );
    const invoked = routes.map(({ integration }) =>
      findNamedFunction(template, integration.uri),
    );
    expect(deployment?.DependsOn).toEqual(expect.arrayContaining(invoked));
  });
});
