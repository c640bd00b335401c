/** A tool as clients see it. */
export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  outputSchema: object;
  annotations: ToolAnnotations;
}

/** The hints for the person about the effects of a tool. */
export interface ToolAnnotations {
  readOnlyHint: boolean;
  /** Whether it changes or deletes what exists. */
  destructiveHint: boolean;
  /** Whether a repeated call with the same arguments has no further effect. */
  idempotentHint: boolean;
  /** Whether it reaches other systems. */
  openWorldHint: boolean;
}

/** The end of a call of a tool. */
export type CallOutcome =
  | { outcome: 'done'; content: object }
  /** The problem says what to change. */
  | { outcome: 'refused'; problem: string }
  | { outcome: 'insufficient_scope'; scope: string }
  | { outcome: 'unknown' };

/** The tools behind the protocol, for the caller of one request. */
export interface ToolServer {
  identity: { name: string; title: string; version: string };
  /** A text about all tools for the model. */
  instructions: string;
  /** Returns the tools that the caller may use, always in the same order. */
  tools(): Promise<readonly ToolDescription[]>;
  call(name: string, sent: object): Promise<CallOutcome>;
}
