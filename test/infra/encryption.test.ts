import { describe, expect, it } from 'vitest';
import { listApiFunctions } from '#lib/endpoints.ts';
import { mergeNeeds } from '#lib/function-needs.ts';
import {
  consumers,
  endpoints,
  findDefinitionId,
  findFunction,
  template,
} from './built-stack.ts';
import { findKeys, getOnlyResource, listReferences, listResources } from './template.ts';

interface KeyProperties {
  EnableKeyRotation: boolean;
  KeyPolicy: { Statement: { Effect: string; Principal: unknown }[] };
}

interface RoleProperties {
  Policies?: {
    PolicyDocument: { Statement: { Action: string | string[]; Condition?: unknown }[] };
  }[];
}

const { encryptionKey: key } = findKeys<KeyProperties>(template);

/** The functions that use the key, by id, with what they declare. */
const declared = [
  ...listApiFunctions(endpoints).map(({ id, endpoints: served }) => ({
    id,
    encryption: mergeNeeds(served).stores.encryption,
  })),
  ...consumers.map(({ id, consumer }) => ({
    id,
    encryption: consumer.stores?.encryption,
  })),
].filter(({ encryption }) => encryption !== undefined);

const connectionContext = ['user_id', 'remote_connection_id', 'type'];

/** Returns the statement that allows an action with the members of one encryption context. */
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

/** Returns the statements about the key in a role, one for each action. */
const listKeyStatements = ({ Policies = [] }: RoleProperties = {}) => {
  const statements = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  const singleActions = statements.flatMap((statement) =>
    [statement.Action].flat().map((Action) => ({ ...statement, Action })),
  );
  const actions = ['kms:GenerateDataKey', 'kms:Decrypt'];
  return singleActions.filter(({ Action }) => actions.includes(Action));
};

/** The roles by logical id. Functions with equal rights share one. */
const roles = new Map(
  listResources<RoleProperties>(template, 'AWS::IAM::Role').map(({ id, Properties }) => [
    id,
    Properties,
  ]),
);

/** Returns the logical id of a function's role. */
function findRoleId(id: string): string {
  return listReferences(findFunction(id)?.Properties.Role)[0] ?? '';
}

describe('the encryption key', () => {
  it.each(declared)(
    'is used by $id for exactly the contexts that it declares',
    ({ id, encryption }) => {
      const { encrypts = [], decrypts = [] } = encryption ?? {};
      const expected = [
        ...encrypts.map((names) => toStatement('kms:GenerateDataKey', names)),
        ...decrypts.map((names) => toStatement('kms:Decrypt', names)),
      ];
      const rights = listKeyStatements(roles.get(findRoleId(id)));
      expect(rights).toEqual(expect.arrayContaining(expected));
      expect(rights).toHaveLength(expected.length);
    },
  );

  it('is used only by functions that declare it', () => {
    const roleIds = new Set(declared.map(({ id }) => findRoleId(id)));
    const others = [...roles].filter(([id]) => !roleIds.has(id));
    expect(others.filter(([, role]) => listKeyStatements(role).length > 0)).toEqual([]);
  });

  it('decrypts the tokens of providers only for functions that call providers for users', () => {
    const decrypting = declared.filter(({ encryption }) =>
      encryption?.decrypts?.some((names) => `${names}` === `${connectionContext}`),
    );
    expect(decrypting.map(({ id }) => id)).toEqual([
      'connections/revocation',
      'connections/sync',
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

  it('is in the environment only of functions that declare its use', () => {
    const informed = listResources(template, 'AWS::Lambda::Function').filter(
      ({ Properties }) => JSON.stringify(Properties).includes(key.id),
    );
    expect(informed.map(({ id }) => findDefinitionId(id)).sort()).toEqual(
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
