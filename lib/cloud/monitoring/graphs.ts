import { GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { HostApi } from '../gateway/host-api.ts';
import { period, type SharedMetrics } from './metrics.ts';

/** Creates the graphs of the dashboard, row by row. */
export function createGraphs(
  apis: readonly HostApi[],
  { functionErrors, throttled, tableThrottled }: SharedMetrics,
): GraphWidget[][] {
  const requests = apis.map((api) => api.metricCount({ period, label: api.host }));
  const latencies = apis.map((api) => {
    return api.metricLatency({ statistic: 'p95', period, label: api.host });
  });
  const serverErrors = apis.map((api) =>
    api.metricServerError({ period, label: api.host }),
  );
  return [
    [
      createGraph('Requests', requests),
      createGraph('Latency (95th percentile)', latencies),
    ],
    [
      createGraph('Server errors', [...serverErrors, functionErrors]),
      createGraph('Throttled', [throttled, tableThrottled]),
    ],
  ];
}

function createGraph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 12 });
}
