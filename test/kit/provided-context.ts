import type { BaseUrlName } from '#shared/contract/endpoint.ts';

/** The service that all test files share. Each file creates its own users. */
export interface SharedService {
  urls: Readonly<Record<BaseUrlName, string>>;
  environment: Record<string, string>;
}

declare module 'vitest' {
  interface ProvidedContext {
    service: SharedService;
    /** The path of the template of the sources. */
    template: string;
    /** The address of what builds on demand, for `built-code.ts`. */
    builder: string;
  }
}
