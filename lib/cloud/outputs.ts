import { Aws, CfnOutput, type Stack } from 'aws-cdk-lib';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { allHosts, type Host } from '#shared/contract/endpoint.ts';
import { failedRecords } from '#shared/queue/stream.ts';
import packageJson from '../../package.json' with { type: 'json' };
import {
  consumerQueuesOutput,
  operatorLogOutput,
  releaseOutput,
  rollbackAlarmsOutput,
  urlOutputs,
} from '../deployment/outputs.ts';
import type { Settings } from './base/settings.ts';
import type { ConsumerFunction } from './functions/consumer-function.ts';
import type { FunctionResources } from './functions/resource-access.ts';
import type { StreamFunction } from './functions/stream-function.ts';
import type { HostApi } from './gateway/host-api.ts';
import type { ImageCdn } from './images/image-cdn.ts';

/** The API of each host. */
export type Apis = Readonly<Record<Host, HostApi>>;

/** The parts of the stack that the outputs name. */
interface OutputSources {
  apis: Apis;
  cdn: ImageCdn;
  resources: FunctionResources;
  settings: Pick<Settings, 'domains'>;
  operatorLog: ILogGroup;
  consumerFunctions: readonly ConsumerFunction[];
  streamFunction: StreamFunction;
  rollbackAlarmArns: readonly string[];
}

/** Adds the outputs of the stack, which operators and the programs of the project read. */
export function addOutputs(scope: Stack, sources: OutputSources): void {
  const { apis, cdn, resources, settings } = sources;
  const addOutput = (name: string, value: string) =>
    new CfnOutput(scope, name, { value });
  for (const host of allHosts) addOutput(urlOutputs[host], apis[host].baseUrl);
  addOutput(urlOutputs.cdn, cdn.baseUrl);
  addOutput('McpApiId', apis.mcp.restApiId);
  for (const { node, domainName } of Object.values(apis)) {
    if (domainName)
      addOutput(`${node.id}DomainTarget`, domainName.domainNameAliasDomainName);
  }
  if (settings.domains.cdn)
    addOutput('CdnDomainTarget', cdn.distribution.distributionDomainName);
  addOutput(releaseOutput, packageJson.version);
  addOutput(operatorLogOutput, sources.operatorLog.logGroupName);
  addOutput('Region', Aws.REGION);
  addOutput('TableName', resources.table.tableName);
  addOutput('ImageBucketName', resources.images.bucketName);
  addOutput('VariantBucketName', resources.variants.bucketName);
  addOutput('EncryptionKeyArn', resources.encryptionKey.keyArn);
  addOutput(
    'SigningKeyArns',
    resources.signingKeys.map(({ keyArn }) => keyArn).join(','),
  );
  addOutput(consumerQueuesOutput, scope.toJsonString(toQueueUrls(sources)));
  addOutput(rollbackAlarmsOutput, sources.rollbackAlarmArns.join(','));
}

/** Returns the URLs of each consumer's queues, for the operator's command line. */
function toQueueUrls({
  consumerFunctions,
  streamFunction,
}: Pick<OutputSources, 'consumerFunctions' | 'streamFunction'>) {
  const entries = consumerFunctions.map(({ consumerId, consumerQueue }) => [
    consumerId,
    {
      queue_url: consumerQueue.queue.queueUrl,
      dead_letter_queue_url: consumerQueue.deadLetterQueue.queueUrl,
    },
  ]);
  return {
    ...Object.fromEntries(entries),
    [failedRecords]: {
      dead_letter_queue_url: streamFunction.failedRecords.queueUrl,
    },
  };
}
