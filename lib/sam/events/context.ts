import type { Definitions } from '../../definitions.ts';
import type { ApiReference } from '../../docs/reference/reference.ts';
import type { Stack } from '../../local/template/stack.ts';

/** Who sends the request of an example. */
export interface Caller {
  user_id: string;
  client_id: string;
}

/** What events are built from. */
export interface EventContext {
  definitions: Definitions;
  /** The documentation, which has the examples of requests. */
  reference: ApiReference;
  stack: Stack;
  caller: Caller;
  /** The access token that the authorizer checks. Defaults to an unknown token. */
  token?: string | undefined;
  /** Path parameters that replace those of the example. */
  params: Readonly<Record<string, string>>;
}
