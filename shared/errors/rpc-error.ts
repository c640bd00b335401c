import { compact } from '../runtime/compact.ts';

/** The codes of JSON-RPC 2.0 (section 5.1). */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
} as const;

/** Returns the error of a request whose id is not known, from its HTTP status. */
export function toRpcError(status: number, message: string, data?: object) {
  const code = status >= 500 ? rpcCodes.internalError : rpcCodes.invalidRequest;
  return { jsonrpc: '2.0', id: null, error: compact({ code, message, data }) };
}
