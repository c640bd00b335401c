import { type Host, mapHosts } from '#shared/contract/endpoint.ts';
import { urlOutputs } from '../deployment/outputs.ts';
import type { Api } from './template/api.ts';
import { type Distribution, readDistribution } from './template/distribution.ts';
import {
  type ConsumedQueue,
  type ConsumedStream,
  type FunctionSchedule,
  readConsumedQueues,
  readConsumedStream,
  readSchedules,
} from './template/event-sources.ts';
import { readApi } from './template/read-api.ts';
import {
  type CorsRule,
  type LambdaFunction,
  readCorsRules,
  readFunctions,
} from './template/resources.ts';
import { readStack, type Stack } from './template/stack.ts';

/** The parts of the template that the runner reads. */
export interface ServiceDefinition {
  stack: Stack;
  apis: Readonly<Record<Host, Api>>;
  distribution: Distribution;
  corsRules: readonly CorsRule[];
  functions: readonly LambdaFunction[];
  queues: readonly ConsumedQueue[];
  stream: ConsumedStream | undefined;
  schedules: readonly FunctionSchedule[];
}

/** Reads the service from its synthesized template. Throws if the template is missing. */
export function readDefinition(template: string): ServiceDefinition {
  const stack = readStack(template);

  return {
    stack,
    apis: mapHosts((host) => readApi(stack, urlOutputs[host])),
    distribution: readDistribution(stack),
    corsRules: readCorsRules(stack),
    functions: readFunctions(stack),
    queues: readConsumedQueues(stack),
    stream: readConsumedStream(stack),
    schedules: readSchedules(stack),
  };
}
