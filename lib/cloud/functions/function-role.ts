import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { acknowledge, imageObjects } from '../base/acknowledge.ts';

export interface FunctionRoleProps {
  /** What the function may do beside writing its log. */
  statements: readonly PolicyStatement[];
  logGroup: ILogGroup;
}

/** The role of one function: it writes its log, and does with the stores what was declared. Nothing else. */
export class FunctionRole extends Role {
  constructor(scope: Construct, id: string, { statements, logGroup }: FunctionRoleProps) {
    const writeLog = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Function: new PolicyDocument({ statements: [writeLog, ...statements] }) },
    });
    acknowledge(this, ...imageObjects);
  }
}
