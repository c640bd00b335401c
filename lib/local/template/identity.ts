import { createHash } from 'node:crypto';
import { account, region } from '../host/aws-account.ts';
import type { Resource } from './template.ts';

/** An id of the kind that AWS makes up, always the same for the same logical id. */
function generatedId(logicalId: string, length: number): string {
  return BigInt(`0x${createHash('sha256').update(logicalId).digest('hex')}`)
    .toString(36)
    .slice(0, length);
}

/** Host name under which API Gateway would serve an API. */
export function executeApiHost(apiId: string): string {
  return `${apiId}.execute-api.${region}.amazonaws.com`;
}

/** Properties by which a resource may be given its name. */
const nameProperties = [
  'FunctionName',
  'TableName',
  'BucketName',
  'StageName',
  'QueueName',
  'Name',
];

const generated: Record<string, (logicalId: string) => string> = {
  'AWS::ApiGateway::RestApi': (id) => generatedId(id, 10),
  'AWS::ApiGateway::Resource': (id) => generatedId(id, 6),
  'AWS::ApiGateway::Deployment': (id) => generatedId(id, 6),
  'AWS::ApiGateway::Authorizer': (id) => generatedId(id, 6),
  'AWS::CloudFront::Distribution': (id) => generatedId(id, 14).toUpperCase(),
  'AWS::S3::Bucket': (id) => id.toLowerCase().slice(-63),
};

/** What `Ref` gives: the id or name of a resource. `resolve` turns a property into its value. */
export function referenceTo(
  id: string,
  resource: Resource,
  resolve: (value: unknown) => unknown,
): string {
  const generate = generated[resource.Type];
  const given = nameProperties
    .map((name) => resource.Properties?.[name])
    .find((value) => value !== undefined);
  if (resource.Type.startsWith('AWS::ApiGateway::') && generate) return generate(id);
  return given === undefined ? (generate?.(id) ?? id) : String(resolve(given));
}

/** What `Fn::GetAtt` gives, by resource type and attribute; undefined where the runner knows no such attribute. */
export function attributeOf(
  id: string,
  type: string,
  name: string,
  reference: string,
): string | undefined {
  const arn = (service: string, resource: string) =>
    `arn:aws:${service}:${region}:${account}:${resource}`;
  const attributes: Record<string, string> = {
    'AWS::Lambda::Function.Arn': arn('lambda', `function:${reference}`),
    'AWS::DynamoDB::Table.Arn': arn('dynamodb', `table/${reference}`),
    'AWS::DynamoDB::GlobalTable.Arn': arn('dynamodb', `table/${reference}`),
    'AWS::DynamoDB::Table.StreamArn': arn('dynamodb', `table/${reference}/stream/local`),
    'AWS::DynamoDB::GlobalTable.StreamArn': arn('dynamodb', `table/${reference}/stream/local`),
    'AWS::SQS::Queue.Arn': arn('sqs', reference),
    'AWS::KMS::Key.Arn': arn('kms', `key/${reference}`),
    'AWS::Logs::LogGroup.Arn': arn('logs', `log-group:${reference}:*`),
    'AWS::S3::Bucket.Arn': `arn:aws:s3:::${reference}`,
    'AWS::S3::Bucket.RegionalDomainName': `${reference}.s3.${region}.amazonaws.com`,
    'AWS::IAM::Role.Arn': `arn:aws:iam::${account}:role/${reference}`,
    'AWS::ApiGateway::RestApi.RootResourceId': generatedId(`${id}/`, 10),
    'AWS::CloudFront::OriginAccessControl.Id': generatedId(id, 14).toUpperCase(),
    'AWS::CloudFront::Function.FunctionARN': `arn:aws:cloudfront::${account}:function/${reference}`,
    'AWS::Lambda::Url.FunctionUrl': `https://${generatedId(id, 32)}.lambda-url.${region}.on.aws/`,
    'AWS::CloudFront::Distribution.DomainName': `d${generatedId(id, 13)}.cloudfront.net`,
  };
  return attributes[`${type}.${name}`];
}
