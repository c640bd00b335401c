import { describe, expect, it } from 'vitest';
import { createResolver } from './resolve.ts';
import type { Template } from './template.ts';

const template: Template = {
  Parameters: { Color: { Default: 'green' }, Secret: {} },
  Mappings: { Sizes: { small: { width: 3 } } },
  Conditions: {
    IsGreen: { 'Fn::Equals': [{ Ref: 'Color' }, 'green'] },
    IsRed: { 'Fn::Not': [{ Condition: 'IsGreen' }] },
    IsColored: { 'Fn::Or': [{ Condition: 'IsRed' }, { Condition: 'IsGreen' }] },
    IsBoth: { 'Fn::And': [{ Condition: 'IsRed' }, { Condition: 'IsGreen' }] },
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
const resolved = (value: unknown) => resolve(value, 'Owner');

describe('intrinsic functions', () => {
  it.each([
    ['a plain value', { a: [1, 'two', true] }, { a: [1, 'two', true] }],
    ['a parameter', { Ref: 'Color' }, 'green'],
    ['a pseudo parameter', { Ref: 'AWS::StackName' }, 'Small'],
    ['a name by logical id', { Ref: 'Fn' }, 'Fn'],
    ['a name that is given', { Ref: 'Named' }, 'table-green'],
    ['a bucket, whose name is lower case', { Ref: 'Pictures' }, 'pictures'],
    [
      'an attribute',
      { 'Fn::GetAtt': ['Fn', 'Arn'] },
      'arn:aws:lambda:us-east-1:123456789012:function:Fn',
    ],
    ['an attribute in one word', { 'Fn::GetAtt': 'Pictures.Arn' }, 'arn:aws:s3:::pictures'],
    ['Join', { 'Fn::Join': ['-', ['a', { Ref: 'Color' }]] }, 'a-green'],
    ['Select of Split', { 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b:c'] }] }, 'b'],
    [
      'Sub',
      { 'Fn::Sub': `\${Color} \${Fn.Arn} \${!Literal}` },
      `green arn:aws:lambda:us-east-1:123456789012:function:Fn \${Literal}`,
    ],
    ['Sub with variables', { 'Fn::Sub': [`\${x}`, { x: { Ref: 'Color' } }] }, 'green'],
    ['FindInMap', { 'Fn::FindInMap': ['Sizes', 'small', 'width'] }, 3],
    [
      'the branch that holds, and it alone',
      { 'Fn::If': ['IsGreen', 'yes', { Ref: 'Nowhere' }] },
      'yes',
    ],
    ['Or', { 'Fn::If': ['IsColored', 1, 2] }, 1],
    ['And', { 'Fn::If': ['IsBoth', 1, 2] }, 2],
    [
      'members without a value',
      { a: { Ref: 'AWS::NoValue' }, b: [{ Ref: 'AWS::NoValue' }, 1] },
      { b: [1] },
    ],
    ['no value at all', { Ref: 'AWS::NoValue' }, undefined],
    [
      'a policy condition, which is none of the template',
      { Condition: { Bool: {} } },
      { Condition: { Bool: {} } },
    ],
  ])('resolves %s', (_, value, expected) => {
    expect(resolved(value)).toEqual(expected);
  });

  it.each([
    [
      { 'Fn::ImportValue': 'x' },
      'Resource Owner uses Fn::ImportValue, which the local runner does not know.',
    ],
    [{ Ref: 'Nowhere' }, 'Resource Owner refers to Nowhere, which is not in the template.'],
    [{ Ref: 'Secret' }, 'Resource Owner needs the parameter Secret, which has no default.'],
    [
      { 'Fn::GetAtt': ['Fn', 'Version'] },
      'Resource Owner reads Fn.Version: the local runner knows no Version of AWS::Lambda::Function.',
    ],
  ])('refuses %j in a sentence that names the resource', (value, sentence) => {
    expect(() => resolved(value)).toThrow(sentence);
  });
});
