import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import authorizer from '../../functions/auth/authorizer/authorizer.ts';
import icon from '../../functions/cdn/icon/icon.ts';
import imageRender from '../../functions/cdn/image-render/image-render.ts';
import type { Host } from '../../shared/contract/endpoint.ts';
import type { CatalogueEntry, ConsumerEntry } from '../catalogue.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { EncryptionKey } from './encryption-key.ts';
import { GatewayLogRole } from './gateway-log-role.ts';
import { HostApi } from './host-api.ts';
import { ImageCdn } from './images/image-cdn.ts';
import { ImageStore } from './images/image-store.ts';
import { VariantStore } from './images/variant-store.ts';
import { Monitoring } from './monitoring.ts';
import { ServiceFunction } from './service-function.ts';
import { readSettings } from './settings.ts';
import { SingleTable } from './single-table.ts';

export interface FitnessDataStackProps {
  catalogue: readonly CatalogueEntry[];
  consumers: readonly ConsumerEntry[];
  /** Folder of the bundles, with `<id>/index.js` for each function. */
  bundles: string;
}

/**
 * The whole service: three REST APIs, a function for each endpoint, one authorizer, one table, what takes up its removed
 * items, pictures and their CDN.
 */
export class FitnessDataStack extends Stack {
  constructor(scope: Construct, id: string, { catalogue, consumers, bundles }: FitnessDataStackProps) {
    super(scope, id, { description: 'Fitness data service', analyticsReporting: false });
    const settings = readSettings(this);
    const table = new SingleTable(this, 'Table');
    const encryptionKey = new EncryptionKey(this, 'EncryptionKey', table);
    const images = new ImageStore(this, 'Images');
    const variants = new VariantStore(this, 'Variants');
    const functionLog = newLog(this, 'FunctionLog');
    const accessLog = newLog(this, 'AccessLog');

    const newApi = (id: string, host: Host) => new HostApi(this, id, { host, settings, accessLog });
    const apis = {
      main: newApi('MainApi', 'main'),
      auth: newApi('AuthApi', 'auth'),
      diary: newApi('DiaryApi', 'diary'),
    };
    const stores = { table, images, variants, encryptionKey };
    const withoutAddresses = { bundles, stores, logGroup: functionLog, addresses: {} };
    const cdn = new ImageCdn(this, 'ImageCdn', {
      settings,
      variants: variants as IBucket,
      render: new ServiceFunction(this, 'cdn/image-render', imageRender, withoutAddresses),
      icons: new ServiceFunction(this, 'cdn/icon', icon, withoutAddresses),
    });
    const addresses = {
      main: apis.main.address,
      auth: apis.auth.address,
      diary: apis.diary.address,
      cdn: cdn.address,
    };

    const surroundings = { ...withoutAddresses, addresses };
    const authorizerFunction = new ServiceFunction(this, 'auth/authorizer', authorizer, surroundings);
    const routes = catalogue.map(({ id, endpoint }) => ({
      endpoint,
      handler: new ServiceFunction(this, id, endpoint, surroundings),
    }));
    const consuming = consumers.map((entry) => new ConsumerFunction(this, entry, surroundings));
    for (const api of Object.values(apis)) {
      const own = routes.filter(({ endpoint }) => endpoint.host === api.host);
      api.serve(own, authorizerFunction);
    }

    if (settings.createsGatewayLogRole) {
      const role = new GatewayLogRole(this, 'GatewayLogRole');
      for (const { deploymentStage } of Object.values(apis)) deploymentStage.node.addDependency(role);
    }
    new Monitoring(this, 'Monitoring', {
      apis: Object.values(apis),
      table,
      removals: consuming.map(({ removals }) => removals),
      functionLog,
      accessLog,
      alarmTopicArn: settings.alarmTopicArn,
    });

    const output = (name: string, value: string) => new CfnOutput(this, name, { value });
    output('MainUrl', addresses.main);
    output('AuthUrl', addresses.auth);
    output('DiaryUrl', addresses.diary);
    output('CdnUrl', addresses.cdn);
    for (const { node, domainName } of Object.values(apis))
      if (domainName) output(`${node.id}DomainTarget`, domainName.domainNameAliasDomainName);
    if (settings.domains.cdn) output('CdnDomainTarget', cdn.distribution.distributionDomainName);
    output('TableName', table.tableName);
    output('ImageBucketName', images.bucketName);
    output('EncryptionKeyArn', encryptionKey.keyArn);
  }
}

function newLog(scope: Construct, id: string): LogGroup {
  return new LogGroup(scope, id, {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
}
