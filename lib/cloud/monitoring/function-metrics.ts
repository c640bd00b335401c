import { Stack } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { period } from './period.ts';

/** Creates a metric without dimensions, for all functions in the account and region. */
function createAccountMetric(metricName: string, statistic: 'Sum' | 'Maximum'): Metric {
  return new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period });
}

/** Creates the metric of the invocations that Lambda throttled in the account and region. */
export function createThrottleMetric(): IMetric {
  return createAccountMetric('Throttles', 'Sum');
}

/** Creates the metric of concurrent executions, in percent of the account's quota. */
export function createConcurrencyMetric(): IMetric {
  return new MathExpression({
    // CloudWatch has the quota for the metric of executions only.
    expression: 'claimed / SERVICE_QUOTA(executions) * 100',
    label: 'Concurrent executions (% of the quota)',
    usingMetrics: {
      claimed: createAccountMetric('ClaimedAccountConcurrency', 'Maximum'),
      executions: createAccountMetric('ConcurrentExecutions', 'Maximum'),
    },
    period,
  });
}

/** Creates the metric of the failed and throttled invocations of a function. */
export function createFailureMetric(handler: IFunction): IMetric {
  return new MathExpression({
    expression: sumOrZero(['errors', 'throttles']),
    label: 'Failures',
    usingMetrics: {
      errors: handler.metricErrors({ period }),
      throttles: handler.metricThrottles({ period }),
    },
    period,
  });
}

/** Returns the expression of a sum in which a metric without data counts as 0. */
export function sumOrZero(ids: readonly string[]): string {
  return ids.map((id) => `FILL(${id}, 0)`).join(' + ');
}

/** Creates a metric for the ten functions of the stack with the highest values. */
export function createTopFunctionsMetric(
  scope: Construct,
  metricName: string,
  statistic: string,
): IMetric {
  const { stackName } = Stack.of(scope);
  const search = `{AWS/Lambda,FunctionName} MetricName="${metricName}" "${stackName}"`;
  const results = `SEARCH('${search}', '${statistic}', ${period.toSeconds()})`;
  return new MathExpression({
    expression: `SLICE(SORT(${results}, MAX, DESC), 0, 10)`,
    // Without a label, each line of the graph has the name of its function.
    label: '',
    usingMetrics: {},
    period,
  });
}
