/** A store that runs beside the functions. */
export interface Engine {
  /** As in a sentence: `DynamoDB`. */
  name: string;
  /** Address without a slash at the end. */
  endpoint: string;
  /** Resolves, with the reason, when the engine ends without being asked to. */
  exited: Promise<string>;
  end(): Promise<void>;
}
