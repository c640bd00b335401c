import { Fn } from 'aws-cdk-lib';
import {
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Endpoint } from '#shared/contract/endpoint.ts';

/** Variables of `Fn::Sub`. */
const partition = `\${AWS::Partition}`;
const region = `\${AWS::Region}`;
const account = `\${AWS::AccountId}`;

/**
 * Formats the ARN of a function by its name for `Fn::Sub`, without a reference to the function. The
 * function can then refer to the API that invokes it (decision 0017).
 */
function formatArn(functionName: string): string {
  return `arn:${partition}:lambda:${region}:${account}:function:${functionName}`;
}

/** Returns the URI with which API Gateway invokes a function. */
function buildInvocationUri(functionName: string): string {
  const path = `2015-03-31/functions/${formatArn(functionName)}/invocations`;
  return Fn.sub(`arn:${partition}:apigateway:${region}:lambda:path/${path}`);
}

/** A revoked token can work for this time (wire.md A9). */
const resultsCacheSeconds = 50;

/**
 * Builds the security scheme of an API: its authorizer, which API Gateway invokes with a role. API
 * Gateway rejects an `Authorization` header without a bearer token, and does not invoke the
 * function. The word `Bearer` is case-insensitive (RFC 9110 section 11.1).
 */
export function buildBearerScheme(functionName: string, roleArn: string) {
  const bearer = {
    // API Gateway imports an authorizer from a scheme of this type.
    type: 'apiKey',
    name: 'Authorization',
    in: 'header',
    'x-amazon-apigateway-authtype': 'custom',
    'x-amazon-apigateway-authorizer': {
      type: 'token',
      authorizerUri: buildInvocationUri(functionName),
      authorizerCredentials: roleArn,
      identityValidationExpression: '[Bb][Ee][Aa][Rr][Ee][Rr] +.+',
      authorizerResultTtlInSeconds: resultsCacheSeconds,
    },
  };
  return { bearer };
}

/** An endpoint and the name of the function that serves it. */
export interface EndpointRoute {
  endpoint: Endpoint;
  functionName: string;
}

/** Builds the operation that invokes a function, with the role `roleArn`. */
export function buildFunctionOperation(functionName: string, roleArn: string) {
  return {
    // API Gateway passes on every response of a proxy integration.
    responses: {},
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: buildInvocationUri(functionName),
      credentials: roleArn,
    },
  };
}

/**
 * The role that API Gateway assumes to invoke the functions of one API, and no others (decision
 * 0017). A role in the same account needs no permission in the policy of each function.
 */
export class InvocationRole extends Role {
  constructor(scope: Construct, id: string, functionNames: readonly string[]) {
    const invoke = new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: functionNames.map((name) => Fn.sub(formatArn(name))),
    });
    super(scope, id, {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { Invocation: new PolicyDocument({ statements: [invoke] }) },
    });
  }
}
