import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '#kit/temporary-folder.ts';
import { writeStack } from '../fixtures/stack.ts';
import { readFunctions } from './functions.ts';
import { readApi } from './read-api.ts';
import { readStack } from './stack.ts';

/** Writes a template with these resources, and reads it. */
function readStackWith(Resources: object, others: object = {}) {
  const file = join(temporaryFolder(), 'Small.template.json');
  writeFileSync(file, JSON.stringify({ Resources, ...others }));
  return readStack(file);
}

describe('a stack', () => {
  it('reads the code path and the limits of each function', () => {
    const functions = readFunctions(readStack(writeStack(temporaryFolder())));
    const echo = functions.find(({ name }) => name === 'Echo');
    expect(echo).toMatchObject({
      arn: 'arn:aws:lambda:us-east-1:123456789012:function:Echo',
      code: join(import.meta.dirname, '../fixtures/functions/echo'),
      handler: 'index.handler',
      memory: 128,
      timeout: 300,
    });
  });

  it('skips unused properties, and resources whose condition is false', () => {
    const stack = readStackWith(
      {
        Fn: {
          Type: 'AWS::Lambda::Function',
          Properties: {
            Handler: 'index.handler',
            Role: { 'Fn::ImportValue': 'elsewhere' },
          },
          Metadata: { 'aws:asset:path': 'code' },
        },
        Absent: { Type: 'AWS::Lambda::Function', Condition: 'Never' },
      },
      { Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } } },
    );
    expect(readFunctions(stack)).toMatchObject([{ name: 'Fn', memory: 128, timeout: 3 }]);
    expect(stack.resources('AWS::Lambda::Function')).toHaveLength(1);
  });

  it('names a missing output', () => {
    expect(() => readApi(readStackWith({}), 'MainUrl')).toThrow(
      'The stack has no output MainUrl with the invoke URL of a REST API.',
    );
  });

  it.each([
    {
      kind: 'an unknown integration',
      properties: { Integration: { Type: 'HTTP_PROXY' } },
      message:
        'The local runner does not support the integration HTTP_PROXY of resource Get.',
    },
    {
      kind: 'an unknown authorization',
      properties: { AuthorizationType: 'AWS_IAM' },
      message:
        'Resource Get uses the authorization AWS_IAM, which the local runner does not support.',
    },
    {
      kind: 'a missing authorizer',
      properties: { AuthorizationType: 'CUSTOM', AuthorizerId: 'none' },
      message:
        'Resource Get uses the authorization CUSTOM, which the local runner does not support.',
    },
  ])('rejects $kind', ({ properties, message }) => {
    const RestApiId = { Ref: 'Api' };
    const stack = readStackWith(
      {
        Api: { Type: 'AWS::ApiGateway::RestApi' },
        Stage: {
          Type: 'AWS::ApiGateway::Stage',
          Properties: { RestApiId, StageName: 'live', DeploymentId: 'd' },
        },
        Get: {
          Type: 'AWS::ApiGateway::Method',
          Properties: {
            RestApiId,
            ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] },
            HttpMethod: 'GET',
            Integration: { Type: 'MOCK' },
            ...properties,
          },
        },
      },
      {
        Outputs: {
          Url: {
            Value: {
              'Fn::Sub': `https://\${Api}.execute-api.\${AWS::Region}.\${AWS::URLSuffix}/live`,
            },
          },
        },
      },
    );
    expect(() => readApi(stack, 'Url')).toThrow(message);
  });
});
