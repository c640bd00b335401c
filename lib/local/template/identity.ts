import { createHash } from 'node:crypto';
import { awsAccount, awsRegion } from '../host/aws-account.ts';
import type { TemplateResource } from './stack.ts';

/** Generates an id in the style of AWS. The same logical id always gets the same id. */
function generateId(logicalId: string, length: number): string {
  const digest = createHash('sha256').update(logicalId).digest('hex');
  return BigInt(`0x${digest}`).toString(36).slice(0, length);
}

/** Returns the host name of an API in API Gateway. */
export function buildExecuteApiHost(apiId: string): string {
  return `${apiId}.execute-api.${awsRegion}.amazonaws.com`;
}

/** Returns the id of the resource that API Gateway creates for a path of an API. */
export function generateResourceId(apiLogicalId: string, path: string): string {
  return generateId(`${apiLogicalId} ${path}`, 6);
}

/** Properties that give a resource its name. */
const nameProperties = [
  'FunctionName',
  'TableName',
  'BucketName',
  'StageName',
  'QueueName',
  'Name',
];

/** Generate the physical id of a resource without a name, by its type. */
const generators: Readonly<Record<string, (logicalId: string) => string>> = {
  'AWS::ApiGateway::RestApi': (id) => generateId(id, 10),
  'AWS::ApiGateway::Deployment': (id) => generateId(id, 6),
  'AWS::CloudFront::Distribution': (id) => generateId(id, 14).toUpperCase(),
  'AWS::S3::Bucket': (id) => id.toLowerCase().slice(-63),
};

function findName({ Properties = {} }: TemplateResource): unknown {
  const names = nameProperties.map((property) => Properties[property]);
  return names.find((name) => name !== undefined);
}

/** Returns the value of `Ref` for the logical `id`: the physical id or the name of the resource. */
export function resolveReference(
  id: string,
  resource: TemplateResource,
  resolve: (value: unknown) => unknown,
): string {
  const generate = generators[resource.Type];
  // The `Name` of an API is only a label: API Gateway identifies it by a generated id.
  if (resource.Type.startsWith('AWS::ApiGateway::') && generate) return generate(id);

  const name = findName(resource);
  if (name !== undefined) return String(resolve(name));
  return generate?.(id) ?? id;
}

interface ResourceIdentity {
  /** The logical id. */
  id: string;
  type: string;
  /** The value of `Ref`. */
  reference: string;
}

function buildArn(service: string, resource: string): string {
  return `arn:aws:${service}:${awsRegion}:${awsAccount}:${resource}`;
}

type AttributeBuilder = (identity: ResourceIdentity) => string;

const attributeBuilders: Readonly<Record<string, AttributeBuilder>> = {
  'AWS::CloudFront::Distribution.DomainName': ({ id }) =>
    `d${generateId(id, 13)}.cloudfront.net`,
  'AWS::CloudFront::Function.FunctionARN': ({ reference }) =>
    `arn:aws:cloudfront::${awsAccount}:function/${reference}`,
  'AWS::CloudFront::OriginAccessControl.Id': ({ id }) => generateId(id, 14).toUpperCase(),
  'AWS::CloudWatch::Alarm.Arn': ({ reference }) =>
    buildArn('cloudwatch', `alarm:${reference}`),
  'AWS::DynamoDB::Table.Arn': ({ reference }) =>
    buildArn('dynamodb', `table/${reference}`),
  'AWS::DynamoDB::Table.StreamArn': ({ reference }) =>
    buildArn('dynamodb', `table/${reference}/stream/local`),
  'AWS::IAM::Role.Arn': ({ reference }) => `arn:aws:iam::${awsAccount}:role/${reference}`,
  'AWS::KMS::Key.Arn': ({ reference }) => buildArn('kms', `key/${reference}`),
  'AWS::Lambda::Function.Arn': ({ reference }) =>
    buildArn('lambda', `function:${reference}`),
  'AWS::Lambda::Url.FunctionUrl': ({ id }) =>
    `https://${generateId(id, 32)}.lambda-url.${awsRegion}.on.aws/`,
  'AWS::Logs::LogGroup.Arn': ({ reference }) =>
    buildArn('logs', `log-group:${reference}:*`),
  'AWS::S3::Bucket.Arn': ({ reference }) => `arn:aws:s3:::${reference}`,
  'AWS::S3::Bucket.RegionalDomainName': ({ reference }) =>
    `${reference}.s3.${awsRegion}.amazonaws.com`,
  'AWS::SQS::Queue.Arn': ({ reference }) => buildArn('sqs', reference),
};

/** Returns the value of `Fn::GetAtt`, or undefined if the attribute is unknown. */
export function findAttribute(
  identity: ResourceIdentity,
  name: string,
): string | undefined {
  const build = attributeBuilders[`${identity.type}.${name}`];
  return build?.(identity);
}
