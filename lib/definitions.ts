import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Consumer, FunctionDefinition } from '#shared/contract/function.ts';

/** An endpoint and its id, which is its folder below `functions`, as in `main/data-source/list`. */
export interface EndpointEntry {
  id: string;
  endpoint: Endpoint;
}

/** A queue consumer and its id. */
export interface ConsumerEntry {
  id: string;
  consumer: Consumer;
}

/** A function that serves no route and consumes no queue, and its id. */
export interface FunctionEntry {
  id: string;
  definition: FunctionDefinition;
}

/** Every Lambda function of the service, by what invokes it. Each list is sorted by id. */
export interface Definitions {
  endpoints: readonly EndpointEntry[];
  consumers: readonly ConsumerEntry[];
  functions: readonly FunctionEntry[];
}

/** Returns the ids of all functions: endpoints, consumers, then the rest. */
export function listFunctionIds({
  endpoints,
  consumers,
  functions,
}: Definitions): string[] {
  return [...endpoints, ...consumers, ...functions].map(({ id }) => id);
}
