import * as z from 'zod/mini';
import { rpcCodes } from '#shared/errors/rpc-error.ts';

/** The id of a request, which its response has. */
const RequestId = z.union([z.string(), z.int()]);

const Params = z.optional(z.record(z.string(), z.unknown()));

const Request = z.object({
  jsonrpc: z.literal('2.0'),
  id: RequestId,
  method: z.string(),
  params: Params,
});

const Notification = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.never()),
  method: z.string(),
  params: Params,
});

/** A request of JSON-RPC 2.0, with an id. */
export type RpcRequest = z.infer<typeof Request>;

/** A message of a client. A notification has no id, and gets no response. */
type RpcMessage = RpcRequest | z.infer<typeof Notification>;

/** Returns the value as a message, or undefined if it is none. A batch is none. */
export function readMessage(value: unknown): RpcMessage | undefined {
  const request = Request.safeParse(value);
  if (request.success) return request.data;
  const notification = Notification.safeParse(value);
  return notification.success ? notification.data : undefined;
}

const WithId = z.object({ id: RequestId });

/** Returns the id of what may be no message, or null. */
export function findId(value: unknown): RpcRequest['id'] | null {
  const { data } = WithId.safeParse(value);
  return data?.id ?? null;
}

/** The response to a request, with a result or an error. */
export const RpcResponse = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.nullable(RequestId),
    result: z.optional(z.record(z.string(), z.unknown())),
    error: z.optional(
      z.object({
        code: z.int(),
        message: z.string(),
        data: z.optional(z.record(z.string(), z.unknown())),
      }),
    ),
  })
  .check(z.meta({ id: 'RpcResponse' }));
export type RpcResponse = z.infer<typeof RpcResponse>;

/** The codes of the errors of a request: of JSON-RPC 2.0, and of the revision 2026-07-28. */
export const errorCodes = {
  ...rpcCodes,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** The error of a request. */
export interface RpcError {
  code: (typeof errorCodes)[keyof typeof errorCodes];
  message: string;
  data?: Readonly<Record<string, unknown>>;
}
