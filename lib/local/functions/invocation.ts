import type { AllowedAction } from '../template/allowed-actions.ts';
import type { LambdaFunction } from '../template/resources.ts';

/** Maximum size of an event and of a result in bytes, a quota of Lambda. */
export const maxPayload = 6_291_456;

/** The result of an invocation: the function's JSON, or the error that Lambda would report. */
export type InvocationResult =
  | { ok: true; payload: string }
  | { ok: false; errorType: string; errorMessage: string };

/** Invokes a function with an event in JSON. Does not reject if the function fails. */
export type Invoke = (functionArn: string, payload: string) => Promise<InvocationResult>;

/** The facts that a worker thread needs to load and run a function. */
export interface FunctionData {
  /** The folder with the code. */
  code: string;
  /** Module and export, e.g. `index.handler`. */
  handler: string;
  functionName: string;
  functionArn: string;
  /** In MB. */
  memory: number;
  /** What the function's role allows. */
  allowedActions: readonly AllowedAction[];
  /** The source map of the code, which a debugger reads. Undefined without a debugger. */
  sourceMap?: string | undefined;
}

/** Selects what a thread needs of a function. */
export function toFunctionData({
  name,
  arn,
  code,
  handler,
  memory,
  allowedActions,
}: LambdaFunction): FunctionData {
  return { code, handler, functionName: name, functionArn: arn, memory, allowedActions };
}

/** The data with which a worker thread starts. */
export interface InstanceData {
  /** The folder for compiled code. */
  compiledFolder: string;
  /** The function that the thread loads at its start. */
  firstFunction: FunctionData;
  /** The state of the service's clock. */
  clockState: SharedArrayBuffer;
}

/** A message to a worker thread. */
export interface InvocationRequest {
  requestId: string;
  payload: string;
  timeoutMs: number;
  /** The function to run, if the thread has run another one. */
  change?: FunctionChange | undefined;
}

/** Another function than the last one of a thread, which the thread loads if it has not yet. */
interface FunctionChange {
  definition: FunctionData;
  environment: Record<string, string>;
}

/** A failure may have a stack, which clients do not see. */
export interface InvocationOutcome {
  result: InvocationResult;
  stack?: string;
}

/** A message from a worker thread. */
export type InstanceMessage =
  | { kind: 'ready' }
  | { kind: 'line'; line: string }
  | ({ kind: 'result' } & InvocationOutcome);
