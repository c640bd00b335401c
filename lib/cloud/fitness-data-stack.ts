import { Aws, CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import {
  type BaseUrlName,
  type Endpoint,
  type Host,
  listHosts,
} from '#shared/contract/endpoint.ts';
import type { FunctionDefinition } from '#shared/contract/function.ts';
import { failedRecords } from '#shared/queue/failed-record.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Definitions, EndpointEntry, FunctionEntry } from '../definitions.ts';
import { consumerQueuesOutput } from '../deployment/outputs.ts';
import { readSettings, type Settings } from './base/settings.ts';
import { ConsumerFunction } from './functions/consumer-function.ts';
import { buildFunctionName } from './functions/function-name.ts';
import { FunctionRoles } from './functions/function-roles.ts';
import type { FunctionResources } from './functions/resource-access.ts';
import {
  ApiFunction,
  type FunctionContext,
  ScheduledFunction,
  ServiceFunction,
  type TriggeredFunction,
} from './functions/service-function.ts';
import { StreamFunction } from './functions/stream-function.ts';
import { GatewayLogRole } from './gateway/access-log.ts';
import { HostApi } from './gateway/host-api.ts';
import { RateLimitAcl } from './gateway/rate-limit-acl.ts';
import { ImageCdn } from './images/image-cdn.ts';
import { Monitoring } from './monitoring/monitoring.ts';
import {
  EncryptionKey,
  ImageStore,
  importTable,
  SingleTable,
  VariantStore,
} from './stores.ts';

interface FitnessDataStackProps {
  definitions: Definitions;
  /** The folder of the bundles, with `<id>/index.js` for each function. */
  bundles: string;
}

/** The whole service: APIs, functions, table, queues, images with their CDN, and monitoring. */
export class FitnessDataStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { definitions, bundles }: FitnessDataStackProps,
  ) {
    const settings = readSettings(scope);
    super(scope, id, getStackOptions(settings));
    const { endpoints, consumers, functions } = definitions;
    const resources = createFunctionResources(this, settings);
    const functionLog = createLog(this, 'FunctionLog');
    const accessLog = createLog(this, 'AccessLog');
    const apis = createApis(this, definitions, settings, accessLog);
    // Functions of the CDN get no base URLs: the base URL of the CDN depends on these functions.
    const cdnContext: FunctionContext = {
      bundles,
      resources,
      roles: new FunctionRoles(this, functionLog),
      logGroup: functionLog,
      baseUrls: {},
      logLevel: settings.logLevel,
      reservedConcurrency: { 'cdn/image-render': settings.imageRenderConcurrency },
      settings,
    };
    const cdn = new ImageCdn(this, 'ImageCdn', {
      settings,
      variants: resources.variants as IBucket,
      originFunctions: createFunctions(this, 'cdn', functions, cdnContext),
      documentation: getDocumentationUrl(apis),
    });

    const context = { ...cdnContext, baseUrls: getBaseUrls(apis, cdn) };
    const authorizer = createAuthorizer(this, functions, context);
    deployApis(apis, createEndpointFunctions(this, endpoints, context), authorizer);
    const consumerFunctions = consumers.map(
      (entry) => new ConsumerFunction(this, entry, context),
    );
    const streamFunction = new StreamFunction(
      this,
      { entry: findOnly(functions, 'stream'), consumers, consumerFunctions },
      context,
    );

    addSchedules(this, functions, context);

    if (settings.wafRateLimit) {
      new RateLimitAcl(this, 'WebAcl', {
        stages: Object.values(apis).map(({ deploymentStage }) => deploymentStage),
        rateLimit: settings.wafRateLimit,
      });
    }
    if (settings.createsGatewayLogRole) createGatewayLogRole(this, apis);
    new Monitoring(this, 'Monitoring', {
      apis: Object.values(apis),
      authorizer,
      cdn,
      table: resources.table,
      streamFunction,
      queues: consumerFunctions.map(({ consumerQueue }) => consumerQueue),
      functionLog,
      accessLog,
      alarmTopicArn: settings.alarmTopicArn,
    });
    addOutputs(this, { apis, cdn, resources, settings });
    addQueuesOutput(this, consumerFunctions, streamFunction);
  }
}

/**
 * Returns the options of the stack. The setting `stackName` does not change the construct's id, on
 * which the ids of resources and the file name of the template depend.
 */
function getStackOptions({ stackName, terminationProtection }: Settings): StackProps {
  const description = 'Fitness data service';
  return compact({
    stackName,
    terminationProtection,
    description,
    analyticsReporting: false,
    // CloudFormation limits the size of a template to 1 MB, indentation included.
    suppressTemplateIndentation: true,
  });
}

type Apis = Record<Host, HostApi>;

/** Creates the table, or imports the table that has the stream `tableStreamArn`. */
function createTable(scope: Construct, tableStreamArn: string | undefined): ITable {
  if (tableStreamArn) return importTable(scope, 'RestoredTable', tableStreamArn);
  // CDK classes do not implement CDK interfaces under `exactOptionalPropertyTypes`.
  return new SingleTable(scope, 'Table') as ITable;
}

function createFunctionResources(
  scope: Construct,
  { tableStreamArn, mailFrom, mailRegion }: Settings,
): FunctionResources {
  const table = createTable(scope, tableStreamArn);
  return {
    table,
    images: new ImageStore(scope, 'Images'),
    variants: new VariantStore(scope, 'Variants'),
    encryptionKey: new EncryptionKey(scope, 'EncryptionKey', table),
    mail: mailFrom === undefined ? undefined : { from: mailFrom, region: mailRegion },
  };
}

/**
 * Creates a log that keeps its lines for longer than backups are kept. After a restore, the
 * erasures that the lines record are repeated.
 */
function createLog(scope: Construct, id: string): LogGroup {
  return new LogGroup(scope, id, {
    retention: RetentionDays.TWO_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  });
}

function createApis(
  scope: Stack,
  { endpoints, functions }: Definitions,
  settings: Settings,
  accessLog: LogGroup,
): Apis {
  const toFunctionName = (folder: string) => buildFunctionName(scope.stackName, folder);
  const authorizerName = toFunctionName(findOnly(functions, 'authorizer').id);
  const routes = endpoints.map(({ id, endpoint }) => ({
    endpoint,
    functionName: toFunctionName(id),
  }));

  const createApi = (id: string, host: Host) =>
    new HostApi(scope, id, {
      host,
      routes: routes.filter(({ endpoint }) => listHosts(endpoint).includes(host)),
      authorizerName,
      settings,
      accessLog,
    });
  return {
    main: createApi('MainApi', 'main'),
    auth: createApi('AuthApi', 'auth'),
    diary: createApi('DiaryApi', 'diary'),
  };
}

function getDocumentationUrl({ main }: Apis): string {
  return `${main.baseUrl}/v7.1/docs/`;
}

function getBaseUrls(
  { main, auth, diary }: Apis,
  cdn: ImageCdn,
): Record<BaseUrlName, string> {
  return {
    main: main.baseUrl,
    auth: auth.baseUrl,
    diary: diary.baseUrl,
    cdn: cdn.baseUrl,
  };
}

/** Creates the functions that have this trigger. */
function createFunctions(
  scope: Construct,
  trigger: FunctionDefinition['trigger'],
  functions: readonly FunctionEntry[],
  context: FunctionContext,
): TriggeredFunction[] {
  const triggered = functions.filter(({ definition }) => definition.trigger === trigger);
  return triggered.map(({ id, definition }) => ({
    definition,
    handler: new ServiceFunction(scope, id, definition, context),
  }));
}

/** Returns the function of a trigger that only one function has. */
function findOnly(
  functions: readonly FunctionEntry[],
  trigger: 'authorizer' | 'stream',
): FunctionEntry {
  const found = functions.find(({ definition }) => definition.trigger === trigger);
  if (!found) throw new Error(`No function.ts has the trigger ${trigger}.`);
  return found;
}

function createAuthorizer(
  scope: Construct,
  functions: readonly FunctionEntry[],
  context: FunctionContext,
): IFunction {
  const { id, definition } = findOnly(functions, 'authorizer');
  return new ApiFunction(scope, id, definition, context);
}

interface EndpointFunction {
  endpoint: Endpoint;
  handler: IFunction;
}

function createEndpointFunctions(
  scope: Construct,
  endpoints: readonly EndpointEntry[],
  context: FunctionContext,
): EndpointFunction[] {
  return endpoints.map(({ id, endpoint }) => ({
    endpoint,
    handler: new ApiFunction(scope, id, endpoint, context),
  }));
}

/** Deploys each API after its functions, and redirects its root to the documentation. */
function deployApis(
  apis: Apis,
  functions: readonly EndpointFunction[],
  authorizer: IFunction,
): void {
  for (const api of Object.values(apis)) {
    const apiFunctions = functions.filter(({ endpoint }) =>
      listHosts(endpoint).includes(api.host),
    );
    if (apiFunctions.length === 0) continue;

    api.deployAfter([...apiFunctions.map(({ handler }) => handler), authorizer]);
    api.redirectRoot(getDocumentationUrl(apis));
  }
}

/** Creates the functions that run at fixed intervals. */
function addSchedules(
  scope: Construct,
  functions: readonly FunctionEntry[],
  context: FunctionContext,
): void {
  const scheduled = functions.filter(
    ({ definition }) => definition.trigger === 'schedule',
  );
  for (const entry of scheduled) new ScheduledFunction(scope, entry, context);
}

/** Creates the role before the stages, because a stage with access logs requires it. */
function createGatewayLogRole(scope: Construct, apis: Apis): void {
  const role = new GatewayLogRole(scope, 'GatewayLogRole');
  for (const { deploymentStage } of Object.values(apis)) {
    deploymentStage.node.addDependency(role);
  }
}

/** Adds the output with the URLs of each consumer's queues, for the operator's command line. */
function addQueuesOutput(
  scope: Stack,
  functions: readonly ConsumerFunction[],
  { failedRecords: queue }: StreamFunction,
): void {
  const entries = functions.map(({ consumerId, consumerQueue }) => [
    consumerId,
    {
      queue_url: consumerQueue.queue.queueUrl,
      dead_letter_queue_url: consumerQueue.deadLetterQueue.queueUrl,
    },
  ]);
  const value = scope.toJsonString({
    ...Object.fromEntries(entries),
    [failedRecords]: { dead_letter_queue_url: queue.queueUrl },
  });
  new CfnOutput(scope, consumerQueuesOutput, { value });
}

interface OutputSources {
  apis: Apis;
  cdn: ImageCdn;
  resources: FunctionResources;
  settings: Settings;
}

/** Adds the outputs of the stack, which operators and the programs of the project read. */
function addOutputs(
  scope: Construct,
  { apis, cdn, resources, settings }: OutputSources,
): void {
  const addOutput = (name: string, value: string) =>
    new CfnOutput(scope, name, { value });
  const baseUrls = getBaseUrls(apis, cdn);
  addOutput('MainUrl', baseUrls.main);
  addOutput('AuthUrl', baseUrls.auth);
  addOutput('DiaryUrl', baseUrls.diary);
  addOutput('CdnUrl', baseUrls.cdn);
  for (const { node, domainName } of Object.values(apis)) {
    if (domainName)
      addOutput(`${node.id}DomainTarget`, domainName.domainNameAliasDomainName);
  }
  if (settings.domains.cdn) {
    addOutput('CdnDomainTarget', cdn.distribution.distributionDomainName);
  }
  addOutput('Region', Aws.REGION);
  addOutput('TableName', resources.table.tableName);
  addOutput('ImageBucketName', resources.images.bucketName);
  addOutput('VariantBucketName', resources.variants.bucketName);
  addOutput('EncryptionKeyArn', resources.encryptionKey.keyArn);
}
