import { Aws, Size, Stack } from 'aws-cdk-lib';
import {
  EndpointType,
  type IResource,
  LambdaIntegration,
  LogGroupLogDestination,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type Endpoint, errorShapeOf, type Host, shapeOfHost } from '#shared/contract/endpoint.ts';
import { acknowledge } from '../base/acknowledge.ts';
import type { Settings } from '../base/settings.ts';
import { accessLogFormat } from './access-log.ts';
import { getCustomDomain } from './custom-domain.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { rejectOtherMethods } from './method-not-allowed.ts';
import { BearerAuthorizer } from './token-authorizer.ts';

/** The one stage of every API. Its name is fixed, so that a function can know an address before there is a stage. */
const stageName = 'live';

export interface HostApiProps {
  host: Host;
  settings: Settings;
  accessLog: ILogGroup;
}

/** An endpoint and the function that serves it. */
export interface Route {
  endpoint: Endpoint;
  handler: IFunction;
}

/** The REST API of one host, with everything that the gateway answers by itself in that host's shape. */
export class HostApi extends RestApi {
  /** Where clients find it, without a slash at the end. */
  readonly address: string;
  readonly host: Host;
  /** Made for the first route that needs it: an authorizer without a route cannot be synthesized. */
  #authorizer: BearerAuthorizer | undefined;

  constructor(scope: Construct, id: string, { host, settings, accessLog }: HostApiProps) {
    const domain = getCustomDomain(scope, host, settings);
    super(scope, id, {
      restApiName: `${Stack.of(scope).stackName}-${host}`,
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
      cloudWatchRole: false,
      ...(domain && { domainName: domain, disableExecuteApiEndpoint: true }),
      // Not for the pages of the auth host: compression would weaken the secrecy of their form tokens.
      ...(host !== 'auth' && { minCompressionSize: Size.bytes(1024) }),
      ...(host === 'main' && { binaryMediaTypes: ['multipart/form-data'] }),
      deployOptions: {
        stageName,
        throttlingRateLimit: settings.throttling.rate,
        throttlingBurstLimit: settings.throttling.burst,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat,
      },
    });
    this.host = host;
    this.address = domain
      ? `https://${domain.domainName}`
      : `https://${this.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${stageName}`;
    // The CDK makes an output of its own for each API; ours are those of the stack.
    this.node.tryRemoveChild('Endpoint');
    addGatewayResponses(this, host);
    acknowledge(
      this,
      'AwsSolutions-APIG2',
      'AwsSolutions-APIG3',
      'AwsSolutions-APIG6',
      'AwsSolutions-COG4',
    );
  }

  /**
   * Adds the routes of all endpoints of the host; to be called once. The version is a path parameter, which functions
   * check, and paths are told without the slash at their end, which API Gateway ignores in requests (decision 0010).
   */
  serve(routes: readonly Route[], authorizerFunction: IFunction): void {
    // API Gateway deploys no API without a method.
    if (routes.length === 0) rejectOtherMethods(this.root, shapeOfHost[this.host], []);
    const paths = Map.groupBy(
      routes,
      ({ endpoint }) => `/{version}${endpoint.path.replace(/\/$/, '')}`,
    );
    for (const [path, sharing] of paths) {
      const resource = this.root.resourceForPath(path);
      const methods = sharing.map(({ endpoint }) => endpoint.method).sort();
      const [shape = shapeOfHost[this.host]] = sharing.map(({ endpoint }) =>
        errorShapeOf(endpoint),
      );
      // The order matters to `sam local`, which lets a later method of the template take the place of an earlier ANY.
      rejectOtherMethods(resource, shape, methods);
      for (const route of sharing) this.#add(resource, route, authorizerFunction);
    }
  }

  #add(resource: IResource, { endpoint, handler }: Route, authorizerFunction: IFunction): void {
    const integration = new LambdaIntegration(handler, { allowTestInvoke: false });
    if (endpoint.auth === 'public') {
      acknowledge(resource.addMethod(endpoint.method, integration), 'AwsSolutions-APIG4');
      return;
    }
    this.#authorizer ??= new BearerAuthorizer(this, 'Authorizer', authorizerFunction);
    resource.addMethod(endpoint.method, integration, { authorizer: this.#authorizer });
  }
}
