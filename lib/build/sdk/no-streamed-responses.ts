/**
 * Replaces the request handler of the SDK in the bundles for clients that are given one of ours,
 * which reads whole responses (shared/runtime/store-request.ts).
 */
export const NodeHttpHandler = {
  create: <Handler>(handler: Handler): Handler => handler,
};

export function streamCollector(): never {
  throw new Error('The clients of this bundle have no streamed responses.');
}
