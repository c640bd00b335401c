/** A store, e.g. DynamoDB, that runs in a process of its own. */
export interface Engine {
  /** The name in messages, e.g. `DynamoDB`. */
  name: string;
  port: number;
  /** URL without a trailing slash. */
  endpoint: string;
  /** Resolves with the reason if the engine ends unexpectedly. */
  crashed: Promise<string>;
  end(): Promise<void>;
}
