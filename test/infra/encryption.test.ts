import { describe, expect, it } from 'vitest';
import { template } from './built-stack.ts';
import { resourcesOf, theOnly } from './template.ts';

interface KeyProperties {
  EnableKeyRotation: boolean;
  KeyPolicy: { Statement: { Effect: string; Principal: unknown }[] };
}

const key = theOnly<KeyProperties>(template, 'AWS::KMS::Key');

describe("the key of providers' tokens", () => {
  it('is beyond every function: no role has a right to it, and its own policy names the account alone (R4)', () => {
    const roles = JSON.stringify(resourcesOf(template, 'AWS::IAM::Role'));
    expect(roles).toContain('dynamodb:GetItem');
    expect(roles).not.toContain('kms:');
    const account = {
      AWS: {
        'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':iam::', { Ref: 'AWS::AccountId' }, ':root']],
      },
    };
    expect(key.Properties.KeyPolicy.Statement.map(({ Principal }) => Principal)).toEqual([account]);
    expect(resourcesOf(template, 'AWS::KMS::Grant')).toEqual([]);
  });

  it('is told to no function', () => {
    for (const { Properties } of resourcesOf(template, 'AWS::Lambda::Function'))
      expect(JSON.stringify(Properties)).not.toContain(key.id);
  });

  it('is renewed every year, and kept when the stack goes', () => {
    expect(key.Properties.EnableKeyRotation).toBe(true);
    expect(key).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
  });

  it("is found by the table's name", () => {
    const alias = theOnly(template, 'AWS::KMS::Alias');
    const table = theOnly(template, 'AWS::DynamoDB::Table');
    expect(alias).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(alias.Properties).toEqual({
      AliasName: { 'Fn::Join': ['', ['alias/', { Ref: table.id }]] },
      TargetKeyId: { 'Fn::GetAtt': [key.id, 'Arn'] },
    });
  });
});
