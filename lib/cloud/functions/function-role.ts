import {
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { acknowledgeNagFindings, objectFindings } from '../base/acknowledge.ts';

export interface FunctionRoleProps {
  /** The permissions of the functions, besides writing their log. */
  statements: readonly PolicyStatement[];
  logGroup: ILogGroup;
}

/** A role of functions. It allows writing their log and using the resources that they declare. */
export class FunctionRole extends Role {
  constructor(scope: Construct, id: string, { statements, logGroup }: FunctionRoleProps) {
    const writeLog = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    const actions = statements.flatMap((statement) => statement.actions);
    const policy = new PolicyDocument({ statements: [writeLog, ...statements] });
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `Functions with ${actions.join(', ') || 'no access to a store'}`,
      inlinePolicies: { Function: policy },
    });
    acknowledgeNagFindings(this, ...objectFindings);
  }
}
