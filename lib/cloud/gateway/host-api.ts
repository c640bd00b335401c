import { Aws, Size, Stack } from 'aws-cdk-lib';
import {
  ApiDefinition,
  type CfnStage,
  type DomainNameOptions,
  EndpointType,
  LogGroupLogDestination,
  RestApiMode,
  SecurityPolicy,
  SpecRestApi,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { fileMediaTypes, type Host } from '#shared/contract/endpoint.ts';
import { compact } from '#shared/runtime/compact.ts';
import { acknowledgeNagFindings } from '../base/acknowledge.ts';
import type { Settings } from '../base/settings.ts';
import { accessLogFormat } from './access-log.ts';
import { buildApiDocument } from './api-document.ts';
import { type EndpointRoute, InvocationRole } from './function-operation.ts';

/** Returns the custom domain name of a host's API, or undefined if the operator set none. */
function getCustomDomain(
  scope: Construct,
  host: Host,
  { domains, certificateArn }: Settings,
): DomainNameOptions | undefined {
  const domainName = host === 'mcp' ? undefined : domains[host];
  if (!domainName || !certificateArn) return undefined;
  return {
    domainName,
    certificate: Certificate.fromCertificateArn(
      scope,
      `${host}Certificate`,
      certificateArn,
    ),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
  };
}

/**
 * The stage of every API. It is a constant because functions need base URLs before a stage exists.
 */
const stageName = 'live';

export interface HostApiProps {
  host: Host;
  /** The routes of all endpoints of the host. */
  routes: readonly EndpointRoute[];
  /** The name of the authorizer's function. */
  authorizerName: string;
  /** The name of the function for requests that no endpoint serves. */
  fallbackName: string;
  /** The URL of the metadata of a host with protected routes. */
  metadataUrl: string | undefined;
  settings: Settings;
  accessLog: ILogGroup;
  /** The API whose custom domain has this one at a path, if it has a custom domain. */
  parent: HostApi | undefined;
}

/**
 * The REST API of one host. Its body is an OpenAPI document with all routes (decision 0017). The
 * responses of the gateway itself have the shape of the host's errors.
 */
export class HostApi extends SpecRestApi {
  /** The base URL for clients, without a trailing slash. */
  readonly baseUrl: string;
  readonly host: Host;

  constructor(scope: Construct, id: string, props: HostApiProps) {
    const { host, metadataUrl, settings, accessLog, parent } = props;
    const domain = parent ? undefined : getCustomDomain(scope, host, settings);
    const hasDomain = (domain ?? parent?.domainName) !== undefined;
    const restApiName = `${Stack.of(scope).stackName}-${host}`;
    const content = getContentOptions(host);
    const { minimumCompressionSize } = content;
    const document = buildApiDocument({
      ...content,
      ...describeRoutes(scope, id, props),
      title: restApiName,
      host,
      metadataUrl,
      disableExecuteApiEndpoint: hasDomain,
    });
    const options = compact({
      restApiName,
      apiDefinition: ApiDefinition.fromInline(document),
      // Removes the routes that the document no longer has.
      mode: RestApiMode.OVERWRITE,
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
      parameters: { endpointConfigurationTypes: EndpointType.REGIONAL },
      cloudWatchRole: false,
      domainName: domain,
      disableExecuteApiEndpoint: hasDomain ? true : undefined,
      binaryMediaTypes: content.binaryMediaTypes,
      minCompressionSize:
        minimumCompressionSize === undefined
          ? undefined
          : Size.bytes(minimumCompressionSize),
      deployOptions: getStageOptions(settings, accessLog),
    });
    super(scope, id, options);
    this.host = host;
    this.baseUrl = domain ? `https://${domain.domainName}` : this.mapToParent(parent);
    // The CDK adds an output to each API. The stack has its own outputs.
    this.node.tryRemoveChild('Endpoint');
    // The reasons are in base/acknowledge.ts.
    acknowledgeNagFindings(
      this,
      'AwsSolutions-APIG2',
      'AwsSolutions-APIG3',
      'AwsSolutions-APIG6',
    );
  }

  /**
   * Maps a path of the parent's custom domain to this API, and returns its URL. Returns the invoke
   * URL if there is no such domain.
   */
  private mapToParent(parent: HostApi | undefined): string {
    if (!parent?.domainName)
      return `https://${this.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${stageName}`;
    parent.domainName.addBasePathMapping(this, { basePath: this.host });
    return `${parent.baseUrl}/${this.host}`;
  }

  /**
   * Sets the stage variables: the name of the host, and the URLs of the page to which the root of
   * the host redirects, of the account page and of the diary.
   */
  linkPages(pages: { start: string; account: string; diary: string }): void {
    const stage = this.deploymentStage.node.defaultChild as CfnStage;
    stage.variables = { host: this.host, ...pages };
  }

  /**
   * Deploys the API after its functions. CloudFormation cannot infer this order, because the body
   * of the API contains only their names.
   */
  deployAfter(functions: readonly IFunction[]): void {
    this.latestDeployment?.node.addDependency(...functions);
  }
}

/** Describes the routes of an API, and creates the role that invokes their functions. */
function describeRoutes(
  scope: Construct,
  id: string,
  { routes, authorizerName, fallbackName }: HostApiProps,
) {
  const isPublic = routes.every(({ endpoint }) => endpoint.auth === 'public');
  const authorizer = isPublic ? [] : [authorizerName];
  const functions = routes.map(({ functionName }) => functionName);
  const names = [...new Set([...functions, ...authorizer, fallbackName])];
  const { roleArn } = new InvocationRole(scope, `${id}InvocationRole`, names);
  return { routes, authorizerName: authorizer[0], fallbackName, roleArn };
}

const formType = 'multipart/form-data';

/** The media types of bytes. The diary and the host of assistants have no uploads. */
const binaryMediaTypes: Readonly<Partial<Record<Host, readonly string[]>>> = {
  main: [formType, ...fileMediaTypes],
  auth: [formType],
};

/** Returns the options for compression, in bytes, and binary bodies. */
function getContentOptions(host: Host) {
  return {
    // Compression could reveal the form tokens of the pages (BREACH attack).
    minimumCompressionSize: host === 'auth' ? undefined : 1024,
    binaryMediaTypes: binaryMediaTypes[host]?.slice(),
  };
}

function getStageOptions(
  { throttling, isTraced }: Settings,
  accessLog: ILogGroup,
): StageOptions {
  return {
    ...(isTraced && { tracingEnabled: true }),
    stageName,
    throttlingRateLimit: throttling.rate,
    throttlingBurstLimit: throttling.burst,
    accessLogDestination: new LogGroupLogDestination(accessLog),
    accessLogFormat,
  };
}
