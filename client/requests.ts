import createClient, {
  type Client,
  type ClientPathsWithMethod,
  type MaybeOptionalInit,
  type MethodResponse,
} from 'openapi-fetch';
import type { paths as DiaryApiPaths } from './openapi/diary.ts';
import type { paths as MainApiPaths } from './openapi/main.ts';
import type { SendRequest } from './retries.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have a method. */
type PathWith<Paths extends object, M extends Method> = ClientPathsWithMethod<
  Client<Paths>,
  M
>;

/** The last argument of a request function. Optional if the request has no required member. */
type InitArguments<Init> = undefined extends Init ? [init?: Init] : [init: Init];

/** The parameters and the body of a request to a path. */
type PathInit<Paths extends object, Path, M> = Path extends keyof Paths
  ? M extends keyof Paths[Path]
    ? MaybeOptionalInit<Paths[Path], M>
    : never
  : never;

type RequestFunction<Paths extends object, M extends Method> = <
  Path extends PathWith<Paths, M>,
>(
  path: Path,
  ...init: InitArguments<PathInit<Paths, Path, M>>
) => Promise<MethodResponse<Client<Paths>, M, Path>>;

/**
 * One function for each method. Each function takes a path of the OpenAPI document, returns the
 * body of the response, and throws a `FitnessDataError` if the response is an error.
 */
export type Requests<Paths extends object> = {
  readonly [M in Method]: RequestFunction<Paths, M>;
};

/** `request` of openapi-fetch with its types for every path reduced to what this module uses. */
type UntypedRequest = (
  method: Method,
  path: string,
  init?: object,
) => Promise<{ data?: unknown }>;

/**
 * Creates the functions that send typed requests to one host. `send` throws for error responses, so
 * `openapi-fetch` never returns its `error` member.
 */
export function createRequests<Paths extends object>(
  baseUrl: string,
  send: SendRequest,
): Requests<Paths> {
  const client = createClient<Paths>({ baseUrl, fetch: send });
  const request = client.request as unknown as UntypedRequest;

  const createFunction = (method: Method) => async (path: string, init?: object) => {
    const { data } = await request(method, path, init);
    return data;
  };
  const functions = {
    get: createFunction('get'),
    post: createFunction('post'),
    put: createFunction('put'),
    patch: createFunction('patch'),
    delete: createFunction('delete'),
  };
  return functions as unknown as Requests<Paths>;
}

/** The paths that take the client's credentials instead of a token, or have another base URL. */
type OAuthPath =
  | '/oauth-authorization-server'
  | '/oauth2/access_token/'
  | '/oauth2/introspect/'
  | '/oauth2/revoke/';

/** The paths of the main API that take an access token. */
export type MainPaths = Omit<MainApiPaths, OAuthPath>;

/** The paths of the diary. The client adds the headers with the ids of application and user. */
export type DiaryPaths = DiaryApiPaths;
