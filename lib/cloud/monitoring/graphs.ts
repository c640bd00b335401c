import { GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import {
  createDistributionMetric,
  createOriginErrorMetric,
  createSlowestFunctionsMetric,
  period,
  type SharedMetrics,
} from './metrics.ts';
import type { MonitoringProps } from './monitoring.ts';
import type { ObjectiveMetrics } from './objectives.ts';
import { searchProviderMetric } from './provider-metrics.ts';
import type { WebhookMetrics } from './webhook-metrics.ts';

/** Creates the graphs of the dashboard, row by row. A row is 24 columns wide: two graphs. */
export function createGraphs(
  scope: Construct,
  { apis, table, queues, cdn }: MonitoringProps,
  metrics: SharedMetrics & WebhookMetrics & ObjectiveMetrics,
): GraphWidget[][] {
  const { functionErrors, throttledRequests, concurrency, functionThrottles } = metrics;
  const byLatency = (statistic: string) =>
    apis.map((api) => api.metricLatency({ statistic, period, label: api.host }));
  const ofProviders = (...names: string[]) =>
    names.map((name) => searchProviderMetric(scope, name, 'Sum'));
  return [
    [
      createGraph(
        'Requests',
        apis.map((api) => api.metricCount({ period, label: api.host })),
      ),
      createGraph('Server errors', [
        ...apis.map((api) => api.metricServerError({ period, label: api.host })),
        functionErrors,
        throttledRequests,
      ]),
    ],
    [
      createGraph('Failed, slow and late (share)', [
        metrics.failedRequests,
        metrics.slowRequests,
        metrics.lateImports,
      ]),
    ],
    [
      createGraph('Latency (median)', byLatency('p50')),
      createGraph('Latency (99th percentile)', byLatency('p99')),
    ],
    [
      createGraph('Slowest functions (99th percentile)', [
        createSlowestFunctionsMetric(scope),
      ]),
      createGraph('Lambda in this account and region', [concurrency, functionThrottles]),
    ],
    [
      createGraph('Table capacity', [
        table.metricConsumedReadCapacityUnits({ period, label: 'read units' }),
        table.metricConsumedWriteCapacityUnits({ period, label: 'write units' }),
        metrics.tableThrottled,
      ]),
      createGraph(
        'Table latency (99th percentile)',
        [Operation.GET_ITEM, Operation.QUERY, Operation.UPDATE_ITEM].map((operation) =>
          table.metricSuccessfulRequestLatency({
            dimensionsMap: { TableName: table.tableName, Operation: operation },
            statistic: 'p99',
            period,
            label: operation,
          }),
        ),
      ),
    ],
    [
      createGraph(
        'Messages in queues',
        queues.flatMap(({ queue, deadLetterQueue }) => [
          queue.metricApproximateNumberOfMessagesVisible({ period }),
          deadLetterQueue.metricApproximateNumberOfMessagesVisible({ period }),
        ]),
      ),
      createGraph(
        'Age of the oldest message (seconds)',
        queues.map(({ queue }) => queue.metricApproximateAgeOfOldestMessage({ period })),
      ),
    ],
    [
      createGraph(
        'Workouts by provider',
        ofProviders(
          'WorkoutsImported',
          'WorkoutsChanged',
          'WorkoutsDeleted',
          'WorkoutsMerged',
          'WorkoutsRefused',
        ),
      ),
      createGraph(
        'Failed syncs by provider',
        ofProviders('SyncsFailed', 'SyncsRateLimited', 'ReconnectionsRequired'),
      ),
    ],
    [
      createGraph('Delay of imports by provider (seconds)', [
        searchProviderMetric(scope, 'ImportDelay', 'Average'),
      ]),
    ],
    [
      createGraph('Deliveries to webhooks', [
        metrics.deliveriesSucceeded,
        metrics.deliveriesFailed,
        metrics.receiversDisabled,
      ]),
      createGraph('Delay of events (seconds)', [metrics.eventDelay]),
    ],
    [
      createGraph('CDN requests', [
        createDistributionMetric(cdn.distribution, 'Requests'),
        ...cdn.originFunctions.map((handler) => handler.metricInvocations({ period })),
      ]),
      createGraph('CDN errors', [
        createDistributionMetric(cdn.distribution, '5xxErrorRate'),
        createOriginErrorMetric(cdn.originFunctions),
      ]),
    ],
  ];
}

function createGraph(title: string, metrics: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left: metrics, width: 12 });
}
