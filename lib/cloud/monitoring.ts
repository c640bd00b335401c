import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  Dashboard,
  GraphWidget,
  type IMetric,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Operation, type Table } from 'aws-cdk-lib/aws-dynamodb';
import { FilterPattern, type IFilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { CfnPipe } from 'aws-cdk-lib/aws-pipes';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { HostApi } from './host-api.ts';
import type { RemovalQueue } from './removal-queue.ts';

const period = Duration.minutes(5);

/** An error that a function did not foresee, or one that its process did not survive. */
const functionFailed = FilterPattern.any(
  FilterPattern.stringValue('$.level', '=', 'error'),
  FilterPattern.stringValue('$.record.status', '=', 'error'),
  FilterPattern.stringValue('$.record.status', '=', 'timeout'),
);
const requestThrottled = FilterPattern.numberValue('$.status', '=', 429);

const tableOperations = [
  Operation.GET_ITEM,
  Operation.QUERY,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.DELETE_ITEM,
];

export interface MonitoringProps {
  apis: readonly HostApi[];
  table: Table;
  removals: readonly RemovalQueue[];
  functionLog: ILogGroup;
  accessLog: ILogGroup;
  /** Where alarms are sent; undefined where they are only shown. */
  alarmTopicArn: string | undefined;
}

/**
 * The few alarms after which somebody has to act, and one page of graphs. Functions are watched together, by the log
 * that they share, so that a new endpoint needs no alarm of its own.
 */
export class Monitoring extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { apis, table, removals, alarmTopicArn, ...logs }: MonitoringProps,
  ) {
    super(scope, id);
    const functionErrors = countLines(this, 'FunctionErrors', logs.functionLog, functionFailed);
    const throttled = countLines(this, 'ThrottledRequests', logs.accessLog, requestThrottled);
    const tableThrottled = table.metricThrottledRequestsForOperations({
      operations: tableOperations,
      period,
    });

    const action = alarmTopicArn && new SnsAction(Topic.fromTopicArn(this, 'AlarmTopic', alarmTopicArn));
    const alarm = (id: string, metric: IMetric, threshold: number, alarmDescription: string) => {
      const created = new Alarm(this, `${id}Alarm`, {
        metric,
        threshold,
        alarmDescription,
        evaluationPeriods: 3,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
      if (action) created.addAlarmAction(action);
    };
    for (const api of apis)
      alarm(
        `${api.node.id}Errors`,
        api.metricServerError({ statistic: 'Average', period }),
        0.01,
        `At least 1% of the answers of the ${api.host} API are 5xx. The access log names the paths.`,
      );
    alarm(
      'FunctionErrors',
      functionErrors,
      1,
      'Functions keep failing. The function log has a line of each failure.',
    );
    alarm('Throttled', throttled, 100, 'Many requests are answered 429. The access log names the clients.');
    alarm(
      'TableThrottled',
      tableThrottled,
      1,
      'The table refuses requests. Look for a partition in great demand.',
    );

    for (const { node, givenUp, pipe } of removals) {
      alarm(
        `${node.id}GivenUp`,
        givenUp.metricApproximateNumberOfMessagesVisible({ period }),
        1,
        'Something was tried in vain until its time was over. The function log says why; the messages lie in the queue.',
      );
      alarm(
        `${node.id}Pipe`,
        failuresOf(pipe),
        1,
        'Removed items do not reach their queue. The stream of the table keeps them for a day.',
      );
    }

    const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 12 });
    const ofEach = (metric: (api: HostApi) => IMetric) => apis.map(metric);
    new Dashboard(this, 'Dashboard', {
      widgets: [
        [
          graph(
            'Requests',
            ofEach((api) => api.metricCount({ period, label: api.host })),
          ),
          graph(
            'Latency (95th percentile)',
            ofEach((api) => api.metricLatency({ statistic: 'p95', period, label: api.host })),
          ),
        ],
        [
          graph('Server errors', [
            ...ofEach((api) => api.metricServerError({ period, label: api.host })),
            functionErrors,
          ]),
          graph('Throttled', [throttled, tableThrottled]),
        ],
      ],
    });
  }
}

/** How often a pipe could not hand over what it read. */
function failuresOf({ ref }: CfnPipe): IMetric {
  return new Metric({
    namespace: 'AWS/EventBridge/Pipes',
    metricName: 'ExecutionFailed',
    dimensionsMap: { PipeName: ref },
    statistic: 'Sum',
    period,
  });
}

/** The number of lines of a log that match a pattern. */
function countLines(
  scope: Construct,
  metricName: string,
  logGroup: ILogGroup,
  filterPattern: IFilterPattern,
): IMetric {
  return new MetricFilter(scope, metricName, {
    logGroup,
    filterPattern,
    metricNamespace: Stack.of(scope).stackName,
    metricName,
    metricValue: '1',
  }).metric({ statistic: 'Sum', period });
}
