/** A store that runs beside the functions. */
export interface Engine {
  /** For messages, e.g. `DynamoDB`. */
  name: string;
  port: number;
  /** URL without a trailing slash. */
  endpoint: string;
  /** Resolves with the reason if the engine ends unexpectedly. */
  crashed: Promise<string>;
  end(): Promise<void>;
}
