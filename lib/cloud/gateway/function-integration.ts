import { AwsIntegration } from 'aws-cdk-lib/aws-apigateway';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';

/**
 * A Lambda proxy integration that invokes the function with `credentialsRole`. `LambdaIntegration`
 * of the CDK also adds a permission to the function for each method.
 */
export class FunctionIntegration extends AwsIntegration {
  constructor({ functionArn }: IFunction, credentialsRole: IRole) {
    super({
      service: 'lambda',
      proxy: true,
      path: `2015-03-31/functions/${functionArn}/invocations`,
      options: { credentialsRole },
    });
  }
}
