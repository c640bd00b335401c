import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { sumOrZero } from './function-metrics.ts';
import { period } from './period.ts';

/** Creates a metric of a distribution. CloudFront has its metrics in us-east-1 only. */
export function createDistributionMetric(
  { distributionId }: IDistribution,
  metricName: 'Requests' | '5xxErrorRate',
): IMetric {
  return new Metric({
    namespace: 'AWS/CloudFront',
    metricName,
    dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
    region: 'us-east-1',
    statistic: metricName === 'Requests' ? 'Sum' : 'Average',
    period,
  });
}

/** Creates the metric of the 5xx responses of the functions that the CDN invokes. */
export function createOriginErrorMetric(functions: readonly IFunction[]): IMetric {
  const metrics = functions.map((handler, index) => {
    const metric = handler.metric('Url5xxCount', { statistic: 'Sum', period });
    return [`origin${index}`, metric] as const;
  });
  const usingMetrics = Object.fromEntries(metrics);
  return new MathExpression({
    expression: sumOrZero(Object.keys(usingMetrics)),
    label: 'Errors of CDN functions',
    usingMetrics,
    period,
  });
}
