import { Fn } from 'aws-cdk-lib';

/** Variables of `Fn::Sub`. */
const partition = `\${AWS::Partition}`;
const region = `\${AWS::Region}`;
const account = `\${AWS::AccountId}`;

/** Formats the ARN of a function by its name, for `Fn::Sub`. */
function formatArn(functionName: string): string {
  return `arn:${partition}:lambda:${region}:${account}:function:${functionName}`;
}

/**
 * Returns the ARN of a function by its name, without a reference to the function. The function can
 * then refer to the API that invokes it (decision 0017).
 */
export function buildFunctionArn(functionName: string): string {
  return Fn.sub(formatArn(functionName));
}

/** Returns the URI with which API Gateway invokes a function. */
export function buildInvocationUri(functionName: string): string {
  const path = `2015-03-31/functions/${formatArn(functionName)}/invocations`;
  return Fn.sub(`arn:${partition}:apigateway:${region}:lambda:path/${path}`);
}
