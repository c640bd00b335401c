/**
 * Replaces the event streams of the SDK in the bundles, because no function uses an operation with
 * one. They would load the whole of `node:zlib`.
 */
export class EventStreamSerde {
  constructor() {
    throw new Error('The bundles have no event streams.');
  }
}

export const eventStreamSerdeProvider = undefined;

export function resolveEventStreamSerdeConfig<Config>(config: Config): Config {
  return config;
}

/** Formats the headers of a signed message, which only an event stream has. */
export class HeaderFormatter {
  format(): never {
    throw new Error('The bundles have no event streams.');
  }
}
