import {
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { buildFunctionArn } from './function-arn.ts';

export interface InvocationRoleProps {
  /** The names of the functions that serve the routes, and of the authorizer. */
  functionNames: readonly string[];
}

/**
 * The role that API Gateway assumes to invoke the functions of one API, and no others (decision
 * 0017). A role in the same account needs no permission in the policy of each function.
 */
export class InvocationRole extends Role {
  constructor(scope: Construct, id: string, { functionNames }: InvocationRoleProps) {
    const invoke = new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: functionNames.map(buildFunctionArn),
    });
    super(scope, id, {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { Invocation: new PolicyDocument({ statements: [invoke] }) },
    });
  }
}
