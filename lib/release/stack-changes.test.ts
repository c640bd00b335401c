import { expect, it } from 'vitest';
import { type ComparedTemplate, findStackChanges } from './stack-changes.ts';

const retained = { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' };
const keys = [{ AttributeName: 'pk', KeyType: 'HASH' }];
const named = { VisibilityTimeout: 60, QueueName: 'mail' };
const addresses = ['https://', { Ref: 'MainApi1' }, '/live'];

/** Builds the output with the URLs of queues. */
const buildQueues = (...names: string[]) => {
  const parts = names.flatMap((name) => [
    `"${name}":{"queue_url":"`,
    { Ref: name },
    '"},',
  ]);
  return { Value: { 'Fn::Join': ['', ['{', ...parts, '}']] } };
};

const template: ComparedTemplate = {
  Resources: {
    Table1: {
      Type: 'AWS::DynamoDB::Table',
      Properties: { KeySchema: keys, BillingMode: 'PAY_PER_REQUEST' },
      ...retained,
    },
    MailQueue1: { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 60 } },
    MainApi1: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'main' } },
    Function1: { Type: 'AWS::Lambda::Function' },
  },
  Outputs: {
    MainUrl: { Value: { 'Fn::Join': ['', addresses] } },
    ConsumerQueues: buildQueues('MailQueue1'),
  },
};

/** Returns the template with other resources and outputs. Undefined removes one. */
function change(changes: {
  Resources?: Record<string, object | undefined>;
  Outputs?: Record<string, object | undefined>;
}): ComparedTemplate {
  const changed = {
    Resources: { ...template.Resources, ...changes.Resources },
    Outputs: { ...template.Outputs, ...changes.Outputs },
  };
  return JSON.parse(JSON.stringify(changed));
}

const { Table1, MailQueue1 } = template.Resources;

it.each([
  {
    title: 'a table with another logical id',
    after: change({ Resources: { Table1: undefined, Table2: Table1 } }),
    found: ['Table1: the AWS::DynamoDB::Table is deleted'],
  },
  {
    title: 'a renamed queue',
    after: change({
      Resources: { MailQueue1: undefined, LettersQueue1: MailQueue1 },
      Outputs: { ConsumerQueues: buildQueues('LettersQueue1') },
    }),
    found: [
      'MailQueue1: the AWS::SQS::Queue is deleted',
      'ConsumerQueues: the output has another value',
    ],
  },
  {
    title: 'a queue with a name of its own',
    after: change({ Resources: { MailQueue1: { ...MailQueue1, Properties: named } } }),
    found: ['MailQueue1: the AWS::SQS::Queue is replaced, because of QueueName'],
  },
  {
    title: 'other keys of a table, which is not retained either',
    after: change({
      Resources: {
        Table1: { Type: 'AWS::DynamoDB::Table', Properties: { KeySchema: [] } },
      },
    }),
    found: [
      'Table1: the AWS::DynamoDB::Table is replaced, because of KeySchema',
      'Table1: DeletionPolicy is no longer Retain',
      'Table1: UpdateReplacePolicy is no longer Retain',
    ],
  },
  {
    title: 'a table of another type',
    after: change({
      Resources: { Table1: { ...Table1, Type: 'AWS::DynamoDB::GlobalTable' } },
    }),
    found: ['Table1: the AWS::DynamoDB::Table becomes AWS::DynamoDB::GlobalTable'],
  },
  {
    title: 'a lost output',
    after: change({ Outputs: { MainUrl: undefined } }),
    found: ['MainUrl: the output is gone'],
  },
  {
    title: 'another address',
    after: change({ Outputs: { MainUrl: { Value: 'https://api.example.com' } } }),
    found: ['MainUrl: the output has another value'],
  },
  {
    title: 'nothing in functions, in settings of a table and in further resources',
    after: change({
      Resources: {
        Function1: undefined,
        AQueue1: MailQueue1,
        Table1: { ...Table1, Properties: { KeySchema: keys } },
      },
      Outputs: { AgentUrl: {}, ConsumerQueues: buildQueues('AQueue1', 'MailQueue1') },
    }),
    found: [],
  },
])('finds $title', ({ after, found }) => {
  const changes = findStackChanges(template, after);
  expect(changes.map(({ name, change: text }) => `${name}: ${text}`)).toEqual(found);
});
