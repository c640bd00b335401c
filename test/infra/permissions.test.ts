import { describe, expect, it } from 'vitest';
import type { StoreUse } from '#lib/cloud/functions/store-access.ts';
import {
  consumers,
  endpoints,
  findBundleId,
  functions as otherFunctions,
  template,
} from './built-stack.ts';
import { getOnlyResource, listReferences, listResources } from './template.ts';

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
}
interface RoleProperties {
  AssumeRolePolicyDocument: { Statement: { Principal: { Service: string } }[] };
  ManagedPolicyArns?: unknown[];
  Policies?: { PolicyDocument: { Statement: Statement[] } }[];
}

interface PermissionProperties {
  Principal: string;
  FunctionName: unknown;
  SourceArn: unknown;
}

const functions = listResources<{ Role: unknown }>(template, 'AWS::Lambda::Function');
const roles = listResources<RoleProperties>(template, 'AWS::IAM::Role');
const table = getOnlyResource(template, 'AWS::DynamoDB::Table').id;

const actions = {
  get: 'dynamodb:GetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
};

const objectActions = { get: 's3:GetObject', put: 's3:PutObject' };
const [imageBucket = ''] = listReferences(template.Outputs.ImageBucketName?.Value);
const variantBucket =
  listResources(template, 'AWS::S3::Bucket').find(({ id }) => id.startsWith('Variants'))
    ?.id ?? '';

const findFunction = (id: string) =>
  functions.find((definition) => findBundleId(definition.id) === id);

/** What a role may do, each action with what it may do it to. */
function listPermissions(roleId: string | undefined): string[] {
  const statements = roles
    .filter(({ id }) => id === roleId)
    .flatMap(({ Properties }) => Properties.Policies ?? [])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  return statements
    .flatMap(({ Effect, Action, Resource }) =>
      [Action]
        .flat()
        .map((action) => `${Effect} ${action} on ${JSON.stringify(Resource)}`),
    )
    .sort();
}

const toArnReference = (id: string) => JSON.stringify({ 'Fn::GetAtt': [id, 'Arn'] });
const objectsIn = (id: string) =>
  JSON.stringify({ 'Fn::Join': ['', [{ 'Fn::GetAtt': [id, 'Arn'] }, '/images/*']] });
const log = listResources(template, 'AWS::Logs::LogGroup').find(({ id }) =>
  id.startsWith('FunctionLog'),
);

const declared: { id: string; stores?: StoreUse | undefined }[] = [
  ...endpoints.map(({ id, endpoint: { stores } }) => ({ id, stores })),
  ...otherFunctions.map(({ id, definition: { stores } }) => ({ id, stores })),
];

describe.each(declared)('the role of $id', ({ id, stores = {} }) => {
  it('allows the declared operations on the stores, its log, and nothing else', () => {
    const { table: onTable = [], objects = [], variants = [] } = stores;
    const expected = [
      ...onTable.map(
        (operation) => `Allow ${actions[operation]} on ${toArnReference(table)}`,
      ),
      ...objects.map(
        (operation) => `Allow ${objectActions[operation]} on ${objectsIn(imageBucket)}`,
      ),
      ...variants.map(
        (operation) => `Allow ${objectActions[operation]} on ${objectsIn(variantBucket)}`,
      ),
      ...['CreateLogStream', 'PutLogEvents'].map(
        (action) => `Allow logs:${action} on ${toArnReference(log?.id ?? '')}`,
      ),
    ];
    const [role] = listReferences(findFunction(id)?.Properties.Role);
    expect(listPermissions(role)).toEqual(expected.sort());
  });
});

const { id: key } = getOnlyResource(template, 'AWS::KMS::Key');
const queue =
  listResources(template, 'AWS::SQS::Queue').find(
    ({ Properties }) => Properties.RedrivePolicy,
  )?.id ?? '';

describe.each(consumers)('the role of $id', ({ id }) => {
  it('allows to take messages from its queue, to decrypt, to write its log, and nothing else', () => {
    const [role] = listReferences(findFunction(id)?.Properties.Role);
    expect(listPermissions(role)).toEqual([
      `Allow kms:Decrypt on ${toArnReference(key)}`,
      ...['CreateLogStream', 'PutLogEvents'].map(
        (action) => `Allow logs:${action} on ${toArnReference(log?.id ?? '')}`,
      ),
      ...['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map(
        (action) => `Allow sqs:${action} on ${toArnReference(queue)}`,
      ),
    ]);
  });
});

describe('the role of the pipe', () => {
  it("allows to read the table's stream and to fill the queue, and nothing else", () => {
    const [role] = listReferences(
      getOnlyResource(template, 'AWS::Pipes::Pipe').Properties.RoleArn,
    );
    const stream = JSON.stringify({ 'Fn::GetAtt': [table, 'StreamArn'] });
    expect(listPermissions(role)).toEqual([
      ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
        (action) => `Allow dynamodb:${action} on ${stream}`,
      ),
      `Allow sqs:SendMessage on ${toArnReference(queue)}`,
    ]);
  });
});

const permissions = listResources<PermissionProperties>(
  template,
  'AWS::Lambda::Permission',
);

/** The function that a permission is about, whether it names the function or its URL. */
function invokedBy({
  Properties,
}: {
  Properties: PermissionProperties;
}): string | undefined {
  const [named = ''] = listReferences(Properties.FunctionName);
  const { TargetFunctionArn } = template.Resources[named]?.Properties ?? {};
  return listReferences(TargetFunctionArn)[0] ?? named;
}

const cdnFunctions = otherFunctions.filter(
  ({ definition }) => definition.trigger === 'cdn',
);

describe('permissions', () => {
  it('are given to each function by a role of its own', () => {
    const used = functions.map(({ Properties }) => listReferences(Properties.Role)[0]);
    expect(new Set(used).size).toBe(functions.length);
  });

  it('never name every action or every resource', () => {
    const wide = roles
      .flatMap(({ id }) => listPermissions(id))
      .filter((permission) => /:\*|"\*"| \* /.test(permission));
    expect(wide).toEqual([]);
  });

  it('come from no managed policy, but for the one that API Gateway demands for its logs', () => {
    const managed = roles.filter(({ Properties }) => Properties.ManagedPolicyArns);
    const services = managed.map(
      ({ Properties }) =>
        Properties.AssumeRolePolicyDocument.Statement[0]?.Principal.Service,
    );
    expect(services).toEqual(['apigateway.amazonaws.com']);
    expect(listResources(template, 'AWS::IAM::Policy')).toEqual([]);
    expect(listResources(template, 'AWS::IAM::ManagedPolicy')).toEqual([]);
  });

  it('let API Gateway alone invoke the function of an endpoint, once for its route', () => {
    const ofEndpoints = permissions.filter(
      ({ Properties }) => Properties.Principal === 'apigateway.amazonaws.com',
    );
    const invoked = ofEndpoints.map(invokedBy);
    for (const { id } of endpoints)
      expect(invoked.filter((name) => name === findFunction(id)?.id)).toHaveLength(1);
    expect(JSON.stringify(permissions)).not.toContain('test-invoke-stage');
  });

  it('let the CDN alone invoke the functions that stand behind it', () => {
    const ofCdn = permissions.filter(
      ({ Properties }) => Properties.Principal === 'cloudfront.amazonaws.com',
    );
    expect(new Set(ofCdn.map(invokedBy))).toEqual(
      new Set(cdnFunctions.map(({ id }) => findFunction(id)?.id)),
    );
    const { id: distribution } = getOnlyResource(
      template,
      'AWS::CloudFront::Distribution',
    );
    for (const { Properties } of ofCdn)
      expect(listReferences(Properties.SourceArn)).toContain(distribution);
  });

  it('let nobody invoke anything without saying on whose behalf', () => {
    const principals = new Set(permissions.map(({ Properties }) => Properties.Principal));
    expect(principals).toEqual(
      new Set(['apigateway.amazonaws.com', 'cloudfront.amazonaws.com']),
    );
    expect(
      permissions.every(({ Properties }) => Properties.SourceArn !== undefined),
    ).toBe(true);
  });
});
