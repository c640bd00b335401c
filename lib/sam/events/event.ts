import type {
  APIGatewayProxyEvent,
  APIGatewayTokenAuthorizerEvent,
  LambdaFunctionURLEvent,
  ScheduledEvent,
  SQSEvent,
} from 'aws-lambda';
import { formatToken } from '#shared/auth/tokens.ts';
import { urlOutputs } from '../../deployment/outputs.ts';
import { type FunctionEntry, listFunctionIds } from '../../endpoints.ts';
import { buildFunctionUrlEvent } from '../../local/cdn/origin.ts';
import { buildMethodArn } from '../../local/gateway/gateway.ts';
import type { RequestHead } from '../../local/http/message.ts';
import { buildScheduledEvent } from '../../local/schedules.ts';
import { readApi } from '../../local/template/read-api.ts';
import {
  buildQueueEvent,
  buildStreamEvent,
  type StreamEvent,
} from './consumer-events.ts';
import {
  buildProxyEvent,
  buildRejectedEvent,
  type Caller,
  type EventContext,
} from './proxy-event.ts';

/** An event of any function of the service. */
export type FunctionEvent =
  | APIGatewayProxyEvent
  | APIGatewayTokenAuthorizerEvent
  | LambdaFunctionURLEvent
  | ScheduledEvent
  | SQSEvent
  | StreamEvent;

/**
 * Builds an event with which a function can be invoked, by its id or that of its endpoint. For a
 * function with several endpoints, it is a request to the first. Throws if there is no such
 * function.
 */
export async function buildEvent(
  id: string,
  context: EventContext,
): Promise<FunctionEvent> {
  const { endpoints, consumers, functions } = context.definitions;
  const endpoint =
    endpoints.find((entry) => entry.id === id) ??
    endpoints.find((entry) => entry.functionId === id);
  if (endpoint) return buildProxyEvent(endpoint, context);

  const consumer = consumers.find((entry) => entry.id === id);
  if (consumer) return buildQueueEvent(consumer, context.caller.user_id);

  const other = functions.find((entry) => entry.id === id);
  if (other) return buildTriggerEvent(other, context);

  const ids = listFunctionIds(context.definitions).sort();
  throw new Error(
    `There is no function ${id}. The functions are:\n  ${ids.join('\n  ')}`,
  );
}

function buildTriggerEvent(
  { definition }: FunctionEntry,
  context: EventContext,
): FunctionEvent {
  switch (definition.trigger) {
    case 'authorizer':
      return buildAuthorizerEvent(context);
    case 'schedule':
      return buildScheduledEvent(new Date());
    case 'stream':
      return buildStreamEvent(context);
    case 'cdn':
      return buildFunctionUrlEvent({ ...exampleHead, path: definition.examplePath });
    case 'fallback':
      return buildRejectedEvent({ ...exampleHead, path: '/v7.1/nothing/' }, context);
  }
}

/** A request without a token, and without its path. */
const exampleHead: Omit<RequestHead, 'path'> = {
  method: 'GET',
  query: '',
  protocol: 'HTTP/1.1',
  headers: [['Accept', '*/*']],
  sourceIp: '127.0.0.1',
  scheme: 'https',
  port: 443,
};

function buildAuthorizerEvent({
  stack,
  caller,
  token = buildUnknownToken(caller),
}: EventContext): APIGatewayTokenAuthorizerEvent {
  const api = readApi(stack, urlOutputs.main);
  return {
    type: 'TOKEN',
    authorizationToken: `Bearer ${token}`,
    methodArn: buildMethodArn(api, { method: 'GET', path: '/v7.1/user/self/' }),
  };
}

/** Builds a token in the right format, so that the authorizer looks for its grant in the table. */
function buildUnknownToken({ user_id }: Caller): string {
  return formatToken('access', { user_id, id: user_id, secret: '0'.repeat(52) });
}
