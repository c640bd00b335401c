import { consumerQueuesOutput, releaseOutput } from '../deployment/outputs.ts';

interface Resource {
  Type: string;
  Properties?: Readonly<Record<string, unknown>>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

/** A CloudFormation template, with the members that updates of data and addresses depend on. */
export interface ComparedTemplate {
  Resources: Readonly<Record<string, Resource>>;
  Outputs: Readonly<Record<string, { Value: unknown }>>;
}

/**
 * The types of resources that have data, messages or an address, and the properties whose change
 * replaces them. Any other resource can be created again without a loss.
 * Source: `causesReplacement` in the AWS service specification (`@aws-cdk/aws-service-spec`).
 */
const statefulTypes: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGateway::RestApi': [],
  'AWS::ApiGateway::Stage': ['RestApiId', 'StageName'],
  'AWS::CloudFront::Distribution': [],
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema', 'ImportSourceSpecification'],
  'AWS::KMS::Alias': ['AliasName'],
  'AWS::KMS::Key': [],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::S3::Bucket': [
    'BucketName',
    'BucketNamePrefix',
    'BucketNamespace',
    'ObjectLockEnabled',
  ],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
};

/** A change of the stack after which data, messages or an address are lost. */
export interface StackChange {
  /** The logical id of a resource, or the name of an output. */
  name: string;
  change: string;
}

/**
 * Finds the changes between two templates by which an update loses data, messages or an address.
 */
export function findStackChanges(
  before: ComparedTemplate,
  after: ComparedTemplate,
): StackChange[] {
  const resources = Object.entries(before.Resources).flatMap(([name, resource]) => {
    const changes = compareResources(resource, after.Resources[name]);
    return changes.map((change) => ({ name, change }));
  });
  const outputs = Object.entries(before.Outputs).flatMap(([name, { Value }]) => {
    const current = after.Outputs[name]?.Value;
    if (current === undefined) return [{ name, change: 'the output is gone' }];
    const isKept = toComparable(name, Value).every((part) =>
      toComparable(name, current).includes(part),
    );
    return isKept ? [] : [{ name, change: 'the output has another value' }];
  });
  return [...resources, ...outputs];
}

function compareResources(before: Resource, after: Resource | undefined): string[] {
  const properties = statefulTypes[before.Type];
  if (!properties) return [];
  if (!after) return [`the ${before.Type} is deleted`];
  if (after.Type !== before.Type) return [`the ${before.Type} becomes ${after.Type}`];

  const getText = ({ Properties }: Resource, name: string) =>
    JSON.stringify(Properties?.[name]);
  const replacing = properties.filter(
    (name) => getText(before, name) !== getText(after, name),
  );
  const policies = (['DeletionPolicy', 'UpdateReplacePolicy'] as const).filter(
    (name) => before[name] === 'Retain' && after[name] !== 'Retain',
  );
  return [
    ...replacing.map((name) => `the ${before.Type} is replaced, because of ${name}`),
    ...policies.map((name) => `${name} is no longer Retain`),
  ];
}

/** Returns the parts of an output that it must keep. The list of queues may become longer. */
function toComparable(name: string, value: unknown): string[] {
  const text = JSON.stringify(value);
  if (name === releaseOutput) return [];
  if (name !== consumerQueuesOutput) return [text];
  return text.match(/"[\w/-]+\\":|"Ref":"\w+"/g) ?? [];
}
