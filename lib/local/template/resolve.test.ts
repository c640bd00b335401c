import { describe, expect, it } from 'vitest';
import { createResolver } from './resolve.ts';
import type { CloudFormationTemplate } from './stack.ts';

const template: CloudFormationTemplate = {
  Parameters: { Color: { Default: 'green' }, Secret: {} },
  Conditions: {
    IsGreen: { 'Fn::Equals': [{ Ref: 'Color' }, 'green'] },
    IsRed: { 'Fn::Equals': [{ Ref: 'Color' }, 'red'] },
  },
  Resources: {
    Fn: { Type: 'AWS::Lambda::Function' },
    Named: {
      Type: 'AWS::DynamoDB::Table',
      Properties: { TableName: { 'Fn::Sub': `table-\${Color}` } },
    },
    Pictures: { Type: 'AWS::S3::Bucket' },
  },
};

const resolve = createResolver(template, 'Small');
const resolveForOwner = (value: unknown) => resolve(value, 'Owner');

const functionArn = 'arn:aws:lambda:us-east-1:123456789012:function:Fn';

describe('a resolver of intrinsic functions', () => {
  it.each([
    {
      name: 'a plain value',
      value: { a: [1, 'two', true] },
      expected: { a: [1, 'two', true] },
    },
    { name: 'a parameter', value: { Ref: 'Color' }, expected: 'green' },
    { name: 'a pseudo parameter', value: { Ref: 'AWS::StackName' }, expected: 'Small' },
    {
      name: 'the logical id of a resource without a name',
      value: { Ref: 'Fn' },
      expected: 'Fn',
    },
    { name: 'an explicit name', value: { Ref: 'Named' }, expected: 'table-green' },
    {
      name: 'a bucket name in lower case',
      value: { Ref: 'Pictures' },
      expected: 'pictures',
    },
    {
      name: 'an attribute',
      value: { 'Fn::GetAtt': ['Fn', 'Arn'] },
      expected: functionArn,
    },
    {
      name: 'Join',
      value: { 'Fn::Join': ['-', ['a', { Ref: 'Color' }]] },
      expected: 'a-green',
    },
    {
      name: 'Select of Split',
      value: { 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b:c'] }] },
      expected: 'b',
    },
    {
      name: 'Sub',
      value: { 'Fn::Sub': `\${Color} \${Fn.Arn} \${!Literal}` },
      expected: `green ${functionArn} \${Literal}`,
    },
    {
      name: 'Sub with variables',
      value: { 'Fn::Sub': [`\${x}`, { x: { Ref: 'Color' } }] },
      expected: 'green',
    },
    { name: 'a true Condition', value: { Condition: 'IsGreen' }, expected: true },
    { name: 'a false Condition', value: { Condition: 'IsRed' }, expected: false },
    {
      name: 'a Condition of a policy as a plain object',
      value: { Condition: { Bool: {} } },
      expected: { Condition: { Bool: {} } },
    },
  ])('resolves $name', ({ value, expected }) => {
    expect(resolveForOwner(value)).toEqual(expected);
  });

  it.each([
    {
      value: { 'Fn::ImportValue': 'x' },
      message:
        'Resource Owner uses Fn::ImportValue, which the local runner does not support.',
    },
    {
      value: { Ref: 'Nowhere' },
      message: 'Resource Owner refers to Nowhere, which is not in the template.',
    },
    {
      value: { Ref: 'Secret' },
      message: 'Resource Owner needs the parameter Secret, which has no default.',
    },
    {
      value: { 'Fn::GetAtt': ['Fn', 'Version'] },
      message:
        'Resource Owner reads Fn.Version, which the local runner does not support.',
    },
  ])('rejects $value and names the resource', ({ value, message }) => {
    expect(() => resolveForOwner(value)).toThrow(message);
  });
});
