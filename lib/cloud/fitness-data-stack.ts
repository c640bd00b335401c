import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Host } from '#shared/contract/endpoint.ts';
import type { FunctionDefinition } from '#shared/contract/function.ts';
import type { Definitions, EndpointEntry, FunctionEntry } from '../definitions.ts';
import { readSettings, type Settings } from './base/settings.ts';
import { EncryptionKey } from './encryption-key.ts';
import { ConsumerFunction } from './functions/consumer-function.ts';
import {
  type FunctionContext,
  ServiceFunction,
  type TriggeredFunction,
} from './functions/service-function.ts';
import type { Stores } from './functions/store-access.ts';
import { GatewayLogRole } from './gateway/gateway-log-role.ts';
import { HostApi } from './gateway/host-api.ts';
import { ImageCdn } from './images/image-cdn.ts';
import { ImageStore } from './images/image-store.ts';
import { VariantStore } from './images/variant-store.ts';
import { Monitoring } from './monitoring/monitoring.ts';
import { SingleTable } from './single-table.ts';

export interface FitnessDataStackProps {
  definitions: Definitions;
  /** Folder of the bundles, with `<id>/index.js` for each function. */
  bundles: string;
}

/**
 * The whole service: three REST APIs, a function for each endpoint, one authorizer, one table, what takes up its removed
 * items, images and their CDN.
 */
export class FitnessDataStack extends Stack {
  constructor(scope: Construct, id: string, { definitions, bundles }: FitnessDataStackProps) {
    super(scope, id, { description: 'Fitness data service', analyticsReporting: false });
    const settings = readSettings(this);
    const stores = createStores(this);
    const functionLog = createLog(this, 'FunctionLog');
    const accessLog = createLog(this, 'AccessLog');
    const apis = createApis(this, settings, accessLog);
    const withoutAddresses = { bundles, stores, logGroup: functionLog, addresses: {} };
    const { endpoints, consumers, functions } = definitions;
    const cdn = new ImageCdn(this, 'ImageCdn', {
      settings,
      variants: stores.variants as IBucket,
      origins: createFunctions(this, 'cdn', functions, withoutAddresses),
    });
    const addresses = getAddresses(apis, cdn);
    const context = { ...withoutAddresses, addresses };
    const [authorizer] = createFunctions(this, 'authorizer', functions, context);
    if (!authorizer) throw new Error('No function.ts has the trigger authorizer.');
    addRoutes(this, apis, endpoints, authorizer.handler, context);
    const consuming = consumers.map((entry) => new ConsumerFunction(this, entry, context));

    if (settings.createsGatewayLogRole) {
      const role = new GatewayLogRole(this, 'GatewayLogRole');
      for (const { deploymentStage } of Object.values(apis))
        deploymentStage.node.addDependency(role);
    }
    new Monitoring(this, 'Monitoring', {
      apis: Object.values(apis),
      table: stores.table,
      queues: consuming.map(({ consumerQueue }) => consumerQueue),
      functionLog,
      accessLog,
      alarmTopicArn: settings.alarmTopicArn,
    });
    addOutputs(this, { apis, cdn, stores, settings });
  }
}

type Apis = Record<Host, HostApi>;

function createStores(scope: Construct): Stores {
  const table = new SingleTable(scope, 'Table');
  return {
    table,
    images: new ImageStore(scope, 'Images'),
    variants: new VariantStore(scope, 'Variants'),
    encryptionKey: new EncryptionKey(scope, 'EncryptionKey', table),
  };
}

function createApis(scope: Construct, settings: Settings, accessLog: LogGroup): Apis {
  const newApi = (id: string, host: Host) => new HostApi(scope, id, { host, settings, accessLog });
  return {
    main: newApi('MainApi', 'main'),
    auth: newApi('AuthApi', 'auth'),
    diary: newApi('DiaryApi', 'diary'),
  };
}

const getAddresses = ({ main, auth, diary }: Apis, cdn: ImageCdn) => ({
  main: main.address,
  auth: auth.address,
  diary: diary.address,
  cdn: cdn.address,
});

/** Creates the functions that a trigger invokes. */
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

/** Gives every endpoint its function and its route. */
function addRoutes(
  scope: Construct,
  apis: Apis,
  endpoints: readonly EndpointEntry[],
  authorizer: IFunction,
  context: FunctionContext,
): void {
  const routes = endpoints.map(({ id, endpoint }) => ({
    endpoint,
    handler: new ServiceFunction(scope, id, endpoint, context),
  }));
  for (const api of Object.values(apis)) {
    const own = routes.filter(({ endpoint }) => endpoint.host === api.host);
    api.serve(own, authorizer);
  }
}

/** What an operator has to know of the stack: its outputs. */
function addOutputs(
  scope: Construct,
  {
    apis,
    cdn,
    stores,
    settings,
  }: { apis: Apis; cdn: ImageCdn; stores: Stores; settings: Settings },
): void {
  const output = (name: string, value: string) => new CfnOutput(scope, name, { value });
  const { main, auth, diary, cdn: images } = getAddresses(apis, cdn);
  output('MainUrl', main);
  output('AuthUrl', auth);
  output('DiaryUrl', diary);
  output('CdnUrl', images);
  for (const { node, domainName } of Object.values(apis))
    if (domainName) output(`${node.id}DomainTarget`, domainName.domainNameAliasDomainName);
  if (settings.domains.cdn) output('CdnDomainTarget', cdn.distribution.distributionDomainName);
  output('TableName', stores.table.tableName);
  output('ImageBucketName', stores.images.bucketName);
  output('VariantBucketName', stores.variants.bucketName);
  output('EncryptionKeyArn', stores.encryptionKey.keyArn);
}

function createLog(scope: Construct, id: string): LogGroup {
  return new LogGroup(scope, id, {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
}
