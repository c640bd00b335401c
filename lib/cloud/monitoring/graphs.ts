import { GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import {
  createDistributionMetric,
  createOriginErrorMetric,
  createTopFunctionsMetric,
  period,
  type SharedMetrics,
} from './metrics.ts';
import type { MonitoringProps } from './monitoring.ts';
import { searchProviderMetric } from './provider-metrics.ts';

type Graphs = readonly GraphWidget[];

/** Creates the graphs of the dashboard, row by row. */
export function createGraphs(
  scope: Construct,
  props: MonitoringProps,
  metrics: SharedMetrics,
): GraphWidget[][] {
  const rows: Graphs[] = [
    ...createApiGraphs(props, metrics),
    createFunctionGraphs(scope, metrics),
    createTableGraphs(props, metrics),
    createQueueGraphs(props),
    ...createProviderGraphs(scope),
    createCdnGraphs(props),
  ];
  // The CDK's dashboard accepts only mutable lists.
  return rows.map((row) => [...row]);
}

function createApiGraphs(
  { apis }: MonitoringProps,
  { functionErrors, throttledRequests }: SharedMetrics,
): Graphs[] {
  const requests = apis.map((api) => api.metricCount({ period, label: api.host }));
  const serverErrors = apis.map((api) =>
    api.metricServerError({ period, label: api.host }),
  );
  const createLatencies = (statistic: string) =>
    apis.map((api) => api.metricLatency({ statistic, period, label: api.host }));
  return [
    [
      createGraph('Requests', requests),
      createGraph('Server errors', [...serverErrors, functionErrors, throttledRequests]),
    ],
    [
      createGraph('Latency (median)', createLatencies('p50')),
      createGraph('Latency (99th percentile)', createLatencies('p99')),
    ],
  ];
}

function createFunctionGraphs(
  scope: Construct,
  { concurrency, functionThrottles }: SharedMetrics,
): Graphs {
  const durations = createTopFunctionsMetric(scope, 'Duration', 'p99');
  return [
    createGraph('Slowest functions (99th percentile)', [durations]),
    createGraph('Lambda in this account and region', [concurrency, functionThrottles]),
  ];
}

function createTableGraphs(
  { table }: MonitoringProps,
  { tableThrottled }: SharedMetrics,
): Graphs {
  const operations = [Operation.GET_ITEM, Operation.QUERY, Operation.UPDATE_ITEM];
  const latencies = operations.map((operation) =>
    table.metricSuccessfulRequestLatency({
      dimensionsMap: { TableName: table.tableName, Operation: operation },
      statistic: 'p99',
      period,
      label: operation,
    }),
  );
  const capacity = [
    table.metricConsumedReadCapacityUnits({ period, label: 'read units' }),
    table.metricConsumedWriteCapacityUnits({ period, label: 'write units' }),
  ];
  return [
    createGraph('Table capacity', [...capacity, tableThrottled]),
    createGraph('Table latency (99th percentile)', latencies),
  ];
}

function createQueueGraphs({ queues }: MonitoringProps): Graphs {
  const messages = queues.flatMap(({ queue, deadLetterQueue }) => [
    queue.metricApproximateNumberOfMessagesVisible({ period }),
    deadLetterQueue.metricApproximateNumberOfMessagesVisible({ period }),
  ]);
  const ages = queues.map(({ queue }) =>
    queue.metricApproximateAgeOfOldestMessage({ period }),
  );
  return [
    createGraph('Messages in queues', messages),
    createGraph('Age of the oldest message (seconds)', ages),
  ];
}

function createProviderGraphs(scope: Construct): Graphs[] {
  const sum = (metricName: string) => searchProviderMetric(scope, metricName, 'Sum');
  const workouts = ['Imported', 'Changed', 'Deleted', 'Merged', 'Refused'];
  const failures = ['SyncsFailed', 'SyncsRateLimited', 'ReconnectionsRequired'];
  const delay = searchProviderMetric(scope, 'ImportDelay', 'Average');
  return [
    [
      createGraph(
        'Workouts by provider',
        workouts.map((kind) => sum(`Workouts${kind}`)),
      ),
      createGraph('Failed syncs by provider', failures.map(sum)),
    ],
    [createGraph('Delay of imports by provider (seconds)', [delay])],
  ];
}

function createCdnGraphs({ cdn }: MonitoringProps): Graphs {
  const { distribution, originFunctions } = cdn;
  const invocations = originFunctions.map((handler) =>
    handler.metricInvocations({ period }),
  );
  return [
    createGraph('CDN requests', [
      createDistributionMetric(distribution, 'Requests'),
      ...invocations,
    ]),
    createGraph('CDN errors', [
      createDistributionMetric(distribution, '5xxErrorRate'),
      createOriginErrorMetric(originFunctions),
    ]),
  ];
}

/** A dashboard is 24 columns wide, so a row has two graphs. */
const graphWidth = 12;

function createGraph(title: string, metrics: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left: metrics, width: graphWidth });
}
