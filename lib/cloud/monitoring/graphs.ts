import { GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { HostApi } from '../gateway/host-api.ts';
import { period, type SharedMetrics } from './metrics.ts';

/** Creates the graphs of the dashboard, row by row. */
export function createGraphs(
  apis: readonly HostApi[],
  { functionErrors, throttled, tableThrottled }: SharedMetrics,
): GraphWidget[][] {
  const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 12 });
  const requests = apis.map((api) => api.metricCount({ period, label: api.host }));
  const latency = apis.map((api) =>
    api.metricLatency({ statistic: 'p95', period, label: api.host }),
  );
  const errors = apis.map((api) => api.metricServerError({ period, label: api.host }));
  return [
    [graph('Requests', requests), graph('Latency (95th percentile)', latency)],
    [
      graph('Server errors', [...errors, functionErrors]),
      graph('Throttled', [throttled, tableThrottled]),
    ],
  ];
}
