import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeStack } from '#kit/small-stack/stack.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { readApi } from './read-api.ts';
import { readFunctions } from './resources.ts';
import { readStack } from './stack.ts';

/** Writes a template with these resources, and reads it. */
function readStackWith(Resources: object, others: object = {}) {
  const file = join(createTemporaryFolder(), 'Small.template.json');
  writeFileSync(file, JSON.stringify({ Resources, ...others }));
  return readStack(file);
}

const invokeUrl = `https://\${Api}.execute-api.\${AWS::Region}.\${AWS::URLSuffix}/live`;

/** Writes a template with an API that has this document, and reads it. */
function readStackWithApi(Body: object) {
  const api = {
    Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Body } },
    Stage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: { RestApiId: { Ref: 'Api' }, StageName: 'live', DeploymentId: 'd' },
    },
  };
  return readStackWith(api, { Outputs: { Url: { Value: { 'Fn::Sub': invokeUrl } } } });
}

describe('a stack', () => {
  it('reads the code path and the limits of each function', () => {
    const functions = readFunctions(readStack(writeStack(createTemporaryFolder())));
    const echo = functions.find(({ name }) => name === 'Echo');
    expect(echo).toMatchObject({
      arn: 'arn:aws:lambda:us-east-1:123456789012:function:Echo',
      code: join(import.meta.dirname, '../../../test/kit/small-stack/functions'),
      handler: 'index.echo',
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
            Layers: { 'Fn::ImportValue': 'elsewhere' },
          },
          Metadata: { 'aws:asset:path': 'code' },
        },
        Absent: { Type: 'AWS::Lambda::Function', Condition: 'Never' },
      },
      { Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } } },
    );
    expect(readFunctions(stack)).toMatchObject([{ name: 'Fn', memory: 128, timeout: 3 }]);
    expect(stack.listResources('AWS::Lambda::Function')).toHaveLength(1);
  });

  it('reports a missing output by its name', () => {
    expect(() => readApi(readStackWith({}), 'MainUrl')).toThrow(
      'The stack has no output MainUrl with the invoke URL of a REST API.',
    );
  });

  it.each([
    {
      kind: 'an unknown integration',
      operation: { 'x-amazon-apigateway-integration': { type: 'http_proxy' } },
      message:
        'The local runner does not support the integration http_proxy of GET /things.',
    },
    {
      kind: 'a mock that passes requests through',
      operation: {
        'x-amazon-apigateway-integration': {
          type: 'mock',
          passthroughBehavior: 'when_no_match',
          responses: { default: { statusCode: '200' } },
        },
      },
      message: 'The local runner does not support the integration mock of GET /things.',
    },
    {
      kind: 'a mock with a choice of responses',
      operation: {
        'x-amazon-apigateway-integration': {
          type: 'mock',
          passthroughBehavior: 'never',
          responses: { default: { statusCode: '200' }, 404: { statusCode: '404' } },
        },
      },
      message: 'The local runner does not support the integration mock of GET /things.',
    },
    {
      kind: 'a mock with a body',
      operation: {
        'x-amazon-apigateway-integration': {
          type: 'mock',
          passthroughBehavior: 'never',
          responses: {
            default: { statusCode: '200', responseTemplates: { 'text/plain': 'x' } },
          },
        },
      },
      message: 'The local runner does not support the integration mock of GET /things.',
    },
    {
      kind: 'a function without an ARN',
      operation: { 'x-amazon-apigateway-integration': { type: 'aws_proxy', uri: 'x' } },
      message: 'GET /things calls x, which is not the URI of a Lambda function.',
    },
    {
      kind: 'an unknown security scheme',
      operation: { security: [{ sigv4: [] }] },
      message: 'The local runner does not support the security sigv4 of GET /things.',
    },
  ])('rejects $kind', ({ operation, message }) => {
    const stack = readStackWithApi({ paths: { '/things': { get: operation } } });
    expect(() => readApi(stack, 'Url')).toThrow(message);
  });

  it('rejects an authorizer that does not get a token in a header', () => {
    const bearer = { type: 'apiKey', in: 'query', name: 'token' };
    const stack = readStackWithApi({ components: { securitySchemes: { bearer } } });
    expect(() => readApi(stack, 'Url')).toThrow(
      'The security scheme bearer is not a token in a header.',
    );
  });

  it('has a resource without methods for each ancestor of a path', () => {
    const integration = {
      type: 'mock',
      passthroughBehavior: 'never',
      responses: { default: { statusCode: '204' } },
    };
    const mock = { 'x-amazon-apigateway-integration': integration };
    const stack = readStackWithApi({ paths: { '/a/{b}/c': { get: mock } } });
    const { routes } = readApi(stack, 'Url');
    const methodsByPath = routes.map(({ path, methods }) => [path, [...methods.keys()]]);
    expect(methodsByPath).toEqual([
      ['/', []],
      ['/a', []],
      ['/a/{b}', []],
      ['/a/{b}/c', ['GET']],
    ]);
  });

  it('is reported if it is missing', () => {
    expect(() => readStack('nowhere.json')).toThrow('There is no template to run');
  });
});
