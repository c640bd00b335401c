import { awsRegion, localCredentials } from '../host/aws-account.ts';
import type { LambdaFunction } from '../template/functions.ts';

/**
 * Builds the environment of a function: the variables that Lambda sets, and the function's own.
 * HOME is the code's folder, because the SDK must not read the developer's ~/.aws.
 */
export function buildLambdaEnvironment({
  name,
  code,
  handler,
  memory,
  environment,
}: LambdaFunction): Record<string, string> {
  return {
    ...localCredentials,
    AWS_DEFAULT_REGION: awsRegion,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memory),
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    AWS_REGION: awsRegion,
    HOME: code,
    LAMBDA_TASK_ROOT: code,
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    _HANDLER: handler,
    ...environment,
  };
}
