import {
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

export interface InvocationRoleProps {
  /** The functions of the routes and of the authorizer. */
  functions: readonly IFunction[];
}

/**
 * The role that API Gateway assumes to invoke the functions of one API, and no others (decision
 * 0017). A role in the same account needs no permission in the policy of each function.
 */
export class InvocationRole extends Role {
  constructor(scope: Construct, id: string, { functions }: InvocationRoleProps) {
    const invoke = new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: functions.map(({ functionArn }) => functionArn),
    });
    super(scope, id, {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { Invocation: new PolicyDocument({ statements: [invoke] }) },
    });
  }
}
