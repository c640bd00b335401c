import { Aws, Size, Stack } from 'aws-cdk-lib';
import {
  EndpointType,
  type IResource,
  LogGroupLogDestination,
  RestApi,
  type RestApiProps,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { isOpenToAnyOrigin } from '#shared/contract/cors.ts';
import {
  type Endpoint,
  errorShapeByHost,
  getErrorShape,
  getRequestMethods,
  type Host,
} from '#shared/contract/endpoint.ts';
import { compact } from '#shared/runtime/compact.ts';
import { acknowledgeNagFindings } from '../base/acknowledge.ts';
import type { Settings } from '../base/settings.ts';
import { accessLogFormat } from './access-log.ts';
import { getCustomDomain } from './custom-domain.ts';
import { addDocumentationRedirect } from './documentation-redirect.ts';
import { FunctionIntegration } from './function-integration.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { InvocationRole } from './invocation-role.ts';
import { addOtherMethods, type PathMethods } from './other-methods.ts';
import { BearerAuthorizer } from './token-authorizer.ts';
import { addUnknownPaths } from './unknown-paths.ts';

/**
 * The stage of every API. It is a constant because functions need addresses before a stage exists.
 */
const stageName = 'live';

export interface HostApiProps {
  host: Host;
  settings: Settings;
  accessLog: ILogGroup;
}

/** An endpoint and the function that serves it. */
export interface EndpointRoute {
  endpoint: Endpoint;
  handler: IFunction;
}

/** What the methods of an API share. */
interface InvocationContext {
  /** The role with which API Gateway invokes functions. */
  role: InvocationRole;
  authorizerFunction: IFunction;
}

/**
 * The REST API of one host. The responses of the gateway itself have the shape of the host's
 * errors.
 */
export class HostApi extends RestApi {
  /** The base URL for clients, without a trailing slash. */
  readonly baseUrl: string;
  readonly host: Host;
  /** Created for the first route that needs it. The CDK rejects an authorizer without a route. */
  #authorizer: BearerAuthorizer | undefined;

  constructor(scope: Construct, id: string, { host, settings, accessLog }: HostApiProps) {
    const domain = getCustomDomain(scope, host, settings);
    const options = compact({
      restApiName: `${Stack.of(scope).stackName}-${host}`,
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
      cloudWatchRole: false,
      domainName: domain,
      disableExecuteApiEndpoint: domain ? true : undefined,
      ...getContentOptions(host),
      deployOptions: getStageOptions(settings, accessLog),
    });
    super(scope, id, options);
    this.host = host;
    this.baseUrl = domain
      ? `https://${domain.domainName}`
      : `https://${this.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${stageName}`;
    // The CDK adds an output to each API. The stack has its own outputs.
    this.node.tryRemoveChild('Endpoint');
    addGatewayResponses(this, host);
    // The reasons are in base/acknowledge.ts.
    acknowledgeNagFindings(
      this,
      'AwsSolutions-APIG2',
      'AwsSolutions-APIG3',
      'AwsSolutions-APIG6',
      'AwsSolutions-COG4',
    );
  }

  /** Redirects the root of the host to the documentation. */
  redirectRoot(documentation: string): void {
    addDocumentationRedirect(this.root, documentation);
  }

  /**
   * Adds the routes of all endpoints of the host. Call it once. The version is a path parameter
   * that functions check. Paths are added without their trailing slash: API Gateway serves both
   * forms (decision 0010).
   */
  addRoutes(routes: readonly EndpointRoute[], authorizerFunction: IFunction): void {
    if (routes.length === 0) {
      // API Gateway requires a method to deploy an API.
      const errorShape = errorShapeByHost[this.host];
      addOtherMethods(this.root, { methods: [], errorShape, isOpenToAnyOrigin: false });
      return;
    }

    const isPublic = routes.every(({ endpoint }) => endpoint.auth === 'public');
    const handlers = routes.map(({ handler }) => handler);
    const role = new InvocationRole(this, 'InvocationRole', {
      functions: isPublic ? handlers : [...handlers, authorizerFunction],
    });

    const byPath = Map.groupBy(routes, ({ endpoint }) => toResourcePath(endpoint));
    for (const [path, routesOfPath] of byPath) {
      this.#addResource(path, routesOfPath, { role, authorizerFunction });
    }
    if (errorShapeByHost[this.host] === 'page')
      addUnknownPaths(this.root.resourceForPath('/{version}'));
  }

  #addResource(
    path: string,
    routes: readonly EndpointRoute[],
    invocation: InvocationContext,
  ): void {
    const resource = this.root.resourceForPath(path);
    const endpoints = routes.map(({ endpoint }) => endpoint);
    // `sam local` lets a later method of the template replace an earlier ANY, so ANY is first.
    addOtherMethods(resource, describePath(this.host, endpoints));
    for (const route of routes) this.#addMethods(resource, route, invocation);
  }

  #addMethods(
    resource: IResource,
    { endpoint, handler }: EndpointRoute,
    { role, authorizerFunction }: InvocationContext,
  ): void {
    const integration = new FunctionIntegration(handler, role);
    const methods = getRequestMethods(endpoint);
    if (endpoint.auth === 'public') {
      const added = methods.map((name) => resource.addMethod(name, integration));
      for (const method of added) acknowledgeNagFindings(method, 'AwsSolutions-APIG4');
      return;
    }
    this.#authorizer ??= new BearerAuthorizer(this, 'Authorizer', {
      handler: authorizerFunction,
      assumeRole: role.withoutPolicyUpdates(),
    });
    const authorizer = this.#authorizer;
    for (const name of methods) resource.addMethod(name, integration, { authorizer });
  }
}

function describePath(host: Host, endpoints: readonly Endpoint[]): PathMethods {
  // All endpoints of a path share one shape.
  const [errorShape = errorShapeByHost[host]] = endpoints.map(getErrorShape);
  return {
    methods: endpoints.flatMap(getRequestMethods),
    errorShape,
    isOpenToAnyOrigin: isOpenToAnyOrigin(host, errorShape),
  };
}

function toResourcePath({ path }: Endpoint): string {
  return `/{version}${path.replace(/\/$/, '')}`;
}

/** Returns the options for compression and binary bodies. */
function getContentOptions(
  host: Host,
): Pick<RestApiProps, 'minCompressionSize' | 'binaryMediaTypes'> {
  // Compression could reveal the form tokens of the pages (BREACH attack).
  if (host === 'auth') return {};

  const minCompressionSize = Size.bytes(1024);
  if (host === 'diary') return { minCompressionSize };
  return { minCompressionSize, binaryMediaTypes: ['multipart/form-data'] };
}

function getStageOptions({ throttling }: Settings, accessLog: ILogGroup): StageOptions {
  return {
    stageName,
    throttlingRateLimit: throttling.rate,
    throttlingBurstLimit: throttling.burst,
    accessLogDestination: new LogGroupLogDestination(accessLog),
    accessLogFormat,
  };
}
