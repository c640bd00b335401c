import type { ObjectOperation, TableOperation } from './resources.ts';

/** A file that the build puts beside a bundle: the script of the API reference. */
export type BuiltFile = 'reference.js.gz';

/** The memory of a function that declares none, in MB. */
export const defaultMemory = 512;

/** The timeout of a function that declares none, in seconds. */
export const defaultTimeout = 10;

/**
 * Everything that is known about a Lambda function that serves no route and consumes no queue. Its
 * role, environment and bundle come from this value. It is pure: it reads no environment and
 * imports no SDK.
 */
export interface FunctionDefinition {
  summary: string;
  /**
   * What invokes the function: API Gateway, to check a bearer token; CloudFront, as an origin;
   * EventBridge, at fixed intervals; or the table's stream, with the records that a consumer's rule
   * may select.
   */
  trigger: 'authorizer' | 'cdn' | 'schedule' | 'stream';
  /** The interval of a schedule in whole minutes. */
  everyMinutes?: number;
  /**
   * The path pattern that a CDN origin serves. Without one, the function serves the image variants
   * that are not in the bucket yet.
   */
  cdnPath?: `/${string}/*`;
  /** A path as an example. Required if the CDN invokes the function. */
  examplePath?: `/${string}`;
  stores?: {
    table?: readonly TableOperation[];
    /** Operations on uploaded originals. */
    originals?: readonly ObjectOperation[];
    /** Operations on rendered variants. */
    variants?: readonly ObjectOperation[];
    /** Operations on exports. */
    exports?: readonly ObjectOperation[];
  };
  /** Native npm packages, which are installed next to the bundle. */
  native?: readonly string[];
  /** Gzipped files beside the bundle, which the build makes. */
  files?: readonly BuiltFile[];
  /** MB. Defaults to `defaultMemory`. */
  memory?: number;
  /** Seconds. Defaults to `defaultTimeout`. */
  timeout?: number;
}

/** Defines a function, keeping the exact type of its value. */
export function defineFunction<const F extends FunctionDefinition>(value: F): F {
  return value;
}
