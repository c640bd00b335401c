import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '#kit/temporary-folder.ts';
import { writeStack } from '../fixtures/stack.ts';
import { readApi } from './apis.ts';
import { readFunctions } from './functions.ts';
import { readStack } from './stack.ts';

function stackOf(Resources: object, others: object = {}) {
  const file = join(temporaryFolder(), 'Small.template.json');
  writeFileSync(file, JSON.stringify({ Resources, ...others }));
  return readStack(file);
}

describe('a stack', () => {
  it('finds the code of functions by the path of their assets, and their limits', () => {
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

  it('leaves alone what nobody reads, and resources whose condition does not hold', () => {
    const stack = stackOf(
      {
        Fn: {
          Type: 'AWS::Lambda::Function',
          Properties: { Handler: 'index.handler', Role: { 'Fn::ImportValue': 'elsewhere' } },
          Metadata: { 'aws:asset:path': 'code' },
        },
        Absent: { Type: 'AWS::Lambda::Function', Condition: 'Never' },
      },
      { Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } } },
    );
    expect(readFunctions(stack)).toMatchObject([{ name: 'Fn', memory: 128, timeout: 3 }]);
    expect(stack.resources('AWS::Lambda::Function')).toHaveLength(1);
  });

  it('says which output is missing', () => {
    expect(() => readApi(stackOf({}), 'MainUrl')).toThrow(
      'The stack has no output MainUrl with the invoke URL of a REST API.',
    );
  });

  it.each([
    [
      'an integration',
      { Integration: { Type: 'HTTP_PROXY' } },
      'has an integration that the local runner does not know',
    ],
    [
      'an authorization',
      { AuthorizationType: 'AWS_IAM' },
      'is authorized by AWS_IAM, which the local runner cannot do',
    ],
    [
      'an authorizer that is missing',
      { AuthorizationType: 'CUSTOM', AuthorizerId: 'none' },
      'is authorized by CUSTOM',
    ],
  ])('refuses %s that it cannot stand for', (_, properties, sentence) => {
    const RestApiId = { Ref: 'Api' };
    const stack = stackOf(
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
    expect(() => readApi(stack, 'Url')).toThrow(sentence);
  });
});
