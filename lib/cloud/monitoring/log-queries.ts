import { Stack } from 'aws-cdk-lib';
import { CfnQueryDefinition, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { LogLine } from '#shared/runtime/log.ts';
import type { AccessLogField } from '../gateway/access-log.ts';

/** The logs of the stack. */
export interface Logs {
  functionLog: ILogGroup;
  accessLog: ILogGroup;
  operatorLog: ILogGroup;
}

interface LogQuery {
  name: string;
  logs: readonly (keyof Logs)[];
  text: string;
}

/** Returns a tag of templates that accepts only fields that the lines of a log have. */
function queryOver<Field extends string>() {
  return (texts: TemplateStringsArray, ...fields: readonly Field[]) =>
    String.raw(texts, ...fields).trim();
}

const functions = queryOver<keyof LogLine>();
const access = queryOver<AccessLogField>();
const both = queryOver<keyof LogLine | AccessLogField>();

/** The queries of CloudWatch Logs Insights that the console offers, with placeholders in `<>`. */
const queries: readonly LogQuery[] = [
  {
    name: 'Errors by code',
    logs: ['functionLog'],
    text: functions`
filter ${'status'} >= 400 or ispresent(${'error_name'})
| stats count(*) as requests by ${'status'}, ${'code'}, ${'cause'}, ${'error_name'}, ${'endpoint'}
| sort requests desc`,
  },
  {
    name: 'Slowest endpoints',
    logs: ['accessLog'],
    text: access`
stats count(*) as requests, pct(${'latency_ms'}, 50) as median, pct(${'latency_ms'}, 99) as slowest
  by ${'method'}, ${'path'}
| sort slowest desc`,
  },
  {
    name: 'One request',
    logs: ['functionLog', 'accessLog'],
    text: both`
fields @timestamp, @message
| filter ${'request_id'} = "<id>"
| sort @timestamp`,
  },
  {
    // Functions do not log cold starts. The gateway waits for them, the function does not see them.
    name: 'Cold starts',
    logs: ['functionLog', 'accessLog'],
    text: both`
stats max(${'integration_latency_ms'}) - max(${'duration_ms'}) as start_ms,
  max(${'path'}) as route by ${'request_id'}
| filter start_ms > 300
| stats count(*) as starts, avg(start_ms) as average by route
| sort starts desc`,
  },
  {
    name: 'Rejected requests of an application',
    logs: ['accessLog'],
    text: access`
filter ${'client_id'} = "<client id>" and ${'status'} >= 400 and ${'status'} < 500
| stats count(*) as requests by ${'status'}, ${'method'}, ${'path'}, ${'gateway_error'}
| sort requests desc`,
  },
  {
    name: 'Actions of operators',
    logs: ['operatorLog'],
    text: functions`
fields ${'timestamp'}, ${'operator'}, ${'event'}, ${'user_hash'}, ${'client_id'}, ${'provider'},
  ${'webhook_id'}, ${'code'}, ${'reason'}
| sort ${'timestamp'}`,
  },
];

/** Adds the saved queries of the logs, below the name of the stack. */
export function addLogQueries(scope: Construct, logs: Logs): void {
  const { stackName } = Stack.of(scope);
  for (const { name, logs: names, text } of queries)
    new CfnQueryDefinition(scope, `Query${name.replaceAll(' ', '')}`, {
      name: `${stackName}/${name}`,
      logGroupNames: names.map((log) => logs[log].logGroupName),
      queryString: text,
    });
}
