/** The parts of oidc-provider that the comparison uses. The package brings no types. */
declare module 'oidc-provider' {
  interface Model {
    save(): Promise<string>;
  }
  interface Grant extends Model {
    addOIDCScope(scope: string): void;
  }
  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): import('node:http').RequestListener;
    on(event: 'server_error', listener: (context: unknown, error: Error) => void): void;
    Client: { find(id: string): Promise<object> };
    Grant: new (properties: {
      accountId: string;
      clientId: string;
    }) => Grant;
    AuthorizationCode: new (
      properties: object,
    ) => Model;
  }
}
