/** Bytes of the event that a function receives, and of the result that it gives: a quota of Lambda. */
export const maxPayload = 6_291_456;

/** What became of one invocation: the function's result as JSON, or the error that Lambda would report. */
export type InvocationResult =
  | { ok: true; payload: string }
  | { ok: false; errorType: string; errorMessage: string };

/** Invokes the function of an ARN with an event in JSON. Never rejects for what the function does. */
export type Invoke = (functionArn: string, payload: string) => Promise<InvocationResult>;

/** What a worker needs to become an instance of a function. */
export interface InstanceData {
  /** The folder with the code. */
  code: string;
  /** Module and export, as in `index.handler`. */
  handler: string;
  functionName: string;
  functionArn: string;
  /** MB */
  memory: number;
  /** The offset of the service's clock. */
  clockOffset: SharedArrayBuffer;
}

/** What a worker is told. */
export interface InvocationRequest {
  requestId: string;
  payload: string;
  /** Time that the function has. */
  timeoutInMillis: number;
}

/** What a worker says: that it is ready, a line that the function printed, or an outcome. */
export type InstanceMessage =
  | { kind: 'ready' }
  | { kind: 'line'; line: string }
  | { kind: 'outcome'; outcome: InvocationResult; stack?: string };
