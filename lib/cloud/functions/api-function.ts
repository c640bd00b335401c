import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { buildFunctionName } from './function-name.ts';
import {
  type FunctionContext,
  type FunctionRequirements,
  ServiceFunction,
} from './service-function.ts';

/**
 * A function that API Gateway invokes. It has a fixed name, because the body of the API contains
 * the name and the function's environment contains the base URL of the API (decision 0017).
 */
export class ApiFunction extends ServiceFunction {
  constructor(
    scope: Construct,
    folder: string,
    requirements: FunctionRequirements,
    context: FunctionContext,
  ) {
    const functionName = buildFunctionName(Stack.of(scope).stackName, folder);
    super(scope, folder, { ...requirements, functionName }, context);
  }
}
