import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import type { FunctionEntry } from '../../definitions.ts';
import { type FunctionContext, ServiceFunction } from './service-function.ts';

/** A function that EventBridge invokes at fixed intervals. */
export class ScheduledFunction extends ServiceFunction {
  constructor(
    scope: Construct,
    { id, definition }: FunctionEntry,
    context: FunctionContext,
  ) {
    super(scope, id, definition, context);
    new Rule(this, 'Schedule', {
      description: definition.summary,
      schedule: Schedule.rate(Duration.minutes(definition.everyMinutes ?? 1)),
      // A failed run is not retried, because the next run does its work.
      targets: [new LambdaFunction(this, { retryAttempts: 0 })],
    });
  }
}
