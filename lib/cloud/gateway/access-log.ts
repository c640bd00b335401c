import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat, CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import {
  acknowledgeNagFindings,
  gatewayLogPolicy,
  managedPolicyFinding,
} from '../base/acknowledge.ts';

/**
 * The fields of a log entry. Headers, query strings, paths with ids and IP addresses are excluded,
 * because they can identify people or contain secrets.
 */
const fields = {
  request_id: '"$context.requestId"',
  extended_request_id: '"$context.extendedRequestId"',
  api: '"$context.apiId"',
  method: '"$context.httpMethod"',
  path: '"$context.resourcePath"',
  status: '$context.status',
  latency_ms: '$context.responseLatency',
  response_bytes: '$context.responseLength',
  integration_latency_ms: '"$context.integrationLatency"',
  authorizer_latency_ms: '"$context.authorizer.latency"',
  client_id: '"$context.authorizer.client_id"',
  gateway_error: '"$context.error.responseType"',
};

/** A field of a line. */
export type AccessLogField = keyof typeof fields;

const members = Object.entries(fields).map(([name, value]) => `"${name}":${value}`);

/**
 * One line of JSON for each request. Values that a request can lack are in quotes, because API
 * Gateway writes `-` instead.
 */
export const accessLogFormat = AccessLogFormat.custom(`{${members.join(',')}}`);

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
