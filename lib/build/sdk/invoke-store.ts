/**
 * Replaces the package of the store of an invocation in the bundles: if there is one, Lambda's
 * runtime has made it. Without it, the SDK takes the id of the trace from the environment.
 */
export const InvokeStore = {
  getInstanceAsync: async () =>
    (globalThis as { awslambda?: { InvokeStore?: unknown } }).awslambda?.InvokeStore,
};
