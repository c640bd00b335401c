import {
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { acknowledge, imageFindings } from '../base/acknowledge.ts';

export interface FunctionRoleProps {
  /** The permissions of the function, besides writing its log. */
  statements: readonly PolicyStatement[];
  logGroup: ILogGroup;
}

/** The role of one function. It can write its log and access the stores that it declares. */
export class FunctionRole extends Role {
  constructor(scope: Construct, id: string, { statements, logGroup }: FunctionRoleProps) {
    const writeLog = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    const policy = new PolicyDocument({ statements: [writeLog, ...statements] });
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Function: policy },
    });
    acknowledge(this, ...imageFindings);
  }
}
