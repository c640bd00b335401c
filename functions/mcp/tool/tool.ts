import type * as z from 'zod/mini';
import type { Principal } from '#shared/auth/principal.ts';
import type { Schema } from '#shared/contract/endpoint.ts';
import type { Scope } from '#shared/contract/scopes.ts';
import type { RecordRead } from '#shared/http/request-quota.ts';
import type { Table } from '#shared/table/table.ts';
import type { ToolAnnotations } from '../protocol/tool-server.ts';
import type { toolOutputs } from './outputs.ts';
import type schemas from './schemas.data.json';

/** The operations on the table that tools use. */
export const toolOperations = [
  'get',
  'getEach',
  'query',
  'put',
  'update',
  'delete',
  'check',
  'transact',
] as const;

/** The call of a tool: its validated arguments, and for whom it runs. */
export interface ToolCall<Input> {
  input: Input;
  caller: Principal;
  table: Table<(typeof toolOperations)[number]>;
  now: Date;
  /** Leaves a mark of what a tool has read, which the user sees. */
  recordRead: RecordRead;
}

type ToolOutputs = typeof toolOutputs;

/** The names of the tools: those whose schemas a test has written into the file. */
type ToolName = keyof ToolOutputs & keyof typeof schemas;

/** A tool of assistants. It uses the same stores and use cases as the endpoints. */
interface Tool<Name extends ToolName = ToolName, Input extends Schema = Schema> {
  name: Name;
  title: string;
  description: string;
  /** The scope that the token must have, or `any` if the result belongs to no user. */
  scope: Scope | 'any';
  input: Input;
  annotations: ToolAnnotations;
  /** Returns the result. Throws a service error that says what to change. */
  run(call: ToolCall<z.output<Input>>): Promise<z.input<ToolOutputs[Name]>>;
}

/** A tool as the list of all tools has it. */
export type McpTool = Omit<Tool, 'run'> & {
  run(call: ToolCall<unknown>): Promise<object>;
};

/** Defines a tool. Its arguments have passed its schema when it runs. */
export function defineTool<Name extends ToolName, Input extends Schema>(
  tool: Tool<Name, Input>,
): McpTool {
  return tool;
}

/** The effects of a tool that reads. */
export const reads = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const satisfies ToolAnnotations;

/** The effects of a tool that adds something, once for each idempotency key. */
export const adds = { ...reads, readOnlyHint: false } as const satisfies ToolAnnotations;

/** The effects of a tool that changes or deletes what exists. */
export const overwrites = {
  ...adds,
  destructiveHint: true,
} as const satisfies ToolAnnotations;
