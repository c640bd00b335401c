import { RemovalPolicy } from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import {
  acknowledgeNagFindings,
  gatewayLogPolicy,
  managedPolicyFinding,
} from '../base/acknowledge.ts';

/**
 * Allows API Gateway to write access logs. The setting applies to all APIs of the AWS account and
 * region, so it is retained if the stack is deleted. API Gateway requires the managed policy.
 */
export class GatewayLogRole extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(gatewayLogPolicy)],
    });
    acknowledgeNagFindings(role, managedPolicyFinding);
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    const account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn });
    account.applyRemovalPolicy(RemovalPolicy.RETAIN);
  }
}
