import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Counts } from '../limits/counts.ts';
import type { LimitedRequest } from '../limits/limited-request.ts';
import type { Meter } from '../runtime/log.ts';

/** The Lambda context, with what the pipeline knows about a request. */
export interface PipelineContext extends Context {
  startedAt: number;
  /** Counts the store calls of the handler. */
  meter: Meter;
  /** Counts the store calls for limits. */
  useMeter: Meter;
  /** The request, as it counts against limits. Absent while it is not known who sends it. */
  limited?: LimitedRequest;
  /** What the handler has read of the data of the user. */
  read?: Counts;
}

/** Returns the time of a request. */
export function getRequestTime({ requestContext }: APIGatewayProxyEvent): Date {
  return new Date(requestContext.requestTimeEpoch ?? Date.now());
}
