import { describe, expect, it } from 'vitest';
import { template } from './built-stack.ts';
import { getOnlyResource, listResources } from './template.ts';

interface KeyProperties {
  EnableKeyRotation: boolean;
  KeyPolicy: { Statement: { Effect: string; Principal: unknown }[] };
}

interface RoleProperties {
  Policies?: {
    PolicyDocument: { Statement: { Action: string | string[]; Condition?: unknown }[] };
  }[];
}

const key = getOnlyResource<KeyProperties>(template, 'AWS::KMS::Key');

describe("the key of providers' tokens", () => {
  it('can be used only by the function that revokes at providers, to decrypt tokens (R4)', () => {
    const roles = listResources<RoleProperties>(template, 'AWS::IAM::Role');
    const rights = roles.flatMap(({ id, Properties }) =>
      (Properties.Policies ?? [])
        .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
        .filter(({ Action }) =>
          [Action].flat().some((action) => action.startsWith('kms:')),
        )
        .map((statement) => ({ id, ...statement })),
    );
    const names = ['user_id', 'remote_connection_id', 'type'];
    expect(rights).toEqual([
      {
        id: expect.stringMatching(/^MainRemoteConnectionRevokeAtProviderRole/),
        Effect: 'Allow',
        Action: 'kms:Decrypt',
        Resource: { 'Fn::GetAtt': [key.id, 'Arn'] },
        Condition: {
          'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': names },
          Null: Object.fromEntries(
            names.map((name) => [`kms:EncryptionContext:${name}`, 'false']),
          ),
        },
      },
    ]);
  });

  it('has a key policy that names only the AWS account', () => {
    const awsAccount = {
      AWS: {
        'Fn::Join': [
          '',
          [
            'arn:',
            { Ref: 'AWS::Partition' },
            ':iam::',
            { Ref: 'AWS::AccountId' },
            ':root',
          ],
        ],
      },
    };
    expect(key.Properties.KeyPolicy.Statement.map(({ Principal }) => Principal)).toEqual([
      awsAccount,
    ]);
    expect(listResources(template, 'AWS::KMS::Grant')).toEqual([]);
  });

  it('is in the environment of no other function', () => {
    const informed = listResources(template, 'AWS::Lambda::Function').filter(
      ({ Properties }) => JSON.stringify(Properties).includes(key.id),
    );
    expect(informed.map(({ id }) => id)).toEqual([
      expect.stringMatching(/^MainRemoteConnectionRevokeAtProvider[0-9A-F]{8}$/),
    ]);
  });

  it('is rotated every year and retained if the stack is deleted', () => {
    expect(key.Properties.EnableKeyRotation).toBe(true);
    expect(key).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
  });

  it("has an alias with the table's name", () => {
    const alias = getOnlyResource(template, 'AWS::KMS::Alias');
    const table = getOnlyResource(template, 'AWS::DynamoDB::Table');
    expect(alias).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
    expect(alias.Properties).toEqual({
      AliasName: { 'Fn::Join': ['', ['alias/', { Ref: table.id }]] },
      TargetKeyId: { 'Fn::GetAtt': [key.id, 'Arn'] },
    });
  });
});
