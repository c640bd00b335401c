import { describe, expect, it } from 'vitest';
import { consumers, endpoints, findBundleId, template } from './built-stack.ts';
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

/** The functions that use the key, by id, with what they declare. */
const declared = [
  ...endpoints.map(({ id, endpoint: { stores } }) => ({ id, use: stores?.encryption })),
  ...consumers.map(({ id, consumer: { stores } }) => ({ id, use: stores?.encryption })),
].filter(({ use }) => use !== undefined);

const connectionContext = ['user_id', 'remote_connection_id', 'type'];

/** Returns the statement that allows one use of one context. */
const toStatement = (action: string, names: readonly string[]) => ({
  Effect: 'Allow',
  Action: action,
  Resource: { 'Fn::GetAtt': [key.id, 'Arn'] },
  Condition: {
    'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': names },
    Null: Object.fromEntries(
      names.map((name) => [`kms:EncryptionContext:${name}`, 'false']),
    ),
  },
});

/** Returns the statements about the key in a role. */
const listKeyStatements = ({ Policies = [] }: RoleProperties) =>
  Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement).filter(
    ({ Action }) => [Action].flat().some((action) => action.startsWith('kms:')),
  );

describe('the encryption key', () => {
  it('can be used only by functions that declare it, for the contexts that they declare', () => {
    const roles = listResources<RoleProperties>(template, 'AWS::IAM::Role');
    const rights = roles.flatMap(({ Properties }) => listKeyStatements(Properties));
    const expected = declared.flatMap(
      ({ use: { encrypts = [], decrypts = [] } = {} }) => [
        ...encrypts.map((names) => toStatement('kms:GenerateDataKey', names)),
        ...decrypts.map((names) => toStatement('kms:Decrypt', names)),
      ],
    );
    expect(rights).toEqual(expect.arrayContaining(expected));
    expect(rights).toHaveLength(expected.length);
  });

  it('opens tokens only for what calls providers on behalf of people (R4)', () => {
    const opening = declared.filter(({ use }) =>
      use?.decrypts?.some((names) => `${names}` === `${connectionContext}`),
    );
    expect(opening.map(({ id }) => id)).toEqual([
      'main/remote-connection/revoke-at-provider',
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
    expect(informed.map(({ id }) => findBundleId(id)).sort()).toEqual(
      declared.map(({ id }) => id).sort(),
    );
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
