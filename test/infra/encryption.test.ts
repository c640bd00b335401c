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
  it('is beyond every function but the one that tells providers, which decrypts their tokens and nothing else (R4)', () => {
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

  it('has a policy of its own that names the account alone', () => {
    const account = {
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
      account,
    ]);
    expect(listResources(template, 'AWS::KMS::Grant')).toEqual([]);
  });

  it('is told to no other function', () => {
    const told = listResources(template, 'AWS::Lambda::Function').filter(
      ({ Properties }) => JSON.stringify(Properties).includes(key.id),
    );
    expect(told.map(({ id }) => id)).toEqual([
      expect.stringMatching(/^MainRemoteConnectionRevokeAtProvider[0-9A-F]{8}$/),
    ]);
  });

  it('is renewed every year, and kept when the stack goes', () => {
    expect(key.Properties.EnableKeyRotation).toBe(true);
    expect(key).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
  });

  it("is found by the table's name", () => {
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
