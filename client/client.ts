import { createAuthorizedSend } from './authorized-send.ts';
import { type ChangesOptions, type DataChange, iterateChanges } from './changes.ts';
import {
  type DatedItems,
  type DateRange,
  type DayOptions,
  getDay,
  iterateDays,
} from './diary-days.ts';
import { type ImageSource, postImage } from './images.ts';
import { type ImportFields, type ImportSource, postImport } from './imports.ts';
import { createLimitedSend } from './limits.ts';
import { iterateList, type ListItem, type ListPath, type ListQuery } from './lists.ts';
import type { components } from './openapi/main.ts';
import {
  createRequests,
  type DiaryPaths,
  type MainPaths,
  type Requests,
} from './requests.ts';
import {
  createRetryingSend,
  type RetryOptions,
  type SendRequest,
  waitFor,
} from './retries.ts';
import { openSession } from './session.ts';
import { type Auth, createAuth } from './sign-in.ts';
import { createMemoryStorage, openStoredValue, type TokenStorage } from './storage.ts';
import { openTokenEndpoint, type SessionTokens } from './token-endpoint.ts';

type FileImport = components['schemas']['FileImport'];
type Image = components['schemas']['Image'];
type ImageUpload = components['schemas']['ImageUploadInput'];

/** The service, the application and the storage of a client. */
export interface ClientOptions extends RetryOptions {
  /** The base URLs of the hosts of the service, without versions. */
  addresses: { main: string; auth: string; diary: string };
  /** The id of the registered application. */
  clientId: string;
  /** The secret of a server application. Browser and phone apps have none. */
  clientSecret?: string | undefined;
  /**
   * Stores the tokens and a pending sign-in. Defaults to memory, which a page loses when it
   * navigates to the sign-in page.
   */
  storage?: TokenStorage;
  /**
   * Whether members and parameters that the service does not know are an error (`Prefer:
   * handling=strict`). Otherwise it ignores them. Defaults to true.
   */
  strict?: boolean;
  /** Replaces `fetch`. */
  fetch?: SendRequest;
}

/**
 * A client of the service. Its functions throw a `FitnessDataError` for every error of the service,
 * the network or the sign-in.
 */
export interface FitnessDataClient {
  auth: Auth;
  /** Requests to the main API, by paths of its OpenAPI document. */
  main: Requests<MainPaths>;
  /** Requests to the diary, by paths of its OpenAPI document. */
  diary: Requests<DiaryPaths>;
  /** Iterates over all items of a list, e.g. `/data_source/`. */
  list<Path extends ListPath>(
    path: Path,
    query?: ListQuery<Path>,
  ): AsyncIterableIterator<ListItem<Path>>;
  /**
   * Follows the changes of the user's data without an end: those after a cursor of a change or a
   * response, or else after the oldest one. Ends only by `break`, by its signal or with an error:
   * `cursor_expired` if changes may have been missed.
   */
  changes(cursor?: string, options?: ChangesOptions): AsyncIterableIterator<DataChange>;
  /** Uploads an image for the owner that `data.href` names, e.g. a workout. */
  uploadImage(source: ImageSource, data: ImageUpload): Promise<Image>;
  /** Uploads FIT, GPX, TCX and KML files or archives, which are imported in the background. */
  importFiles(files: readonly ImportSource[], fields?: ImportFields): Promise<FileImport>;
  /** Gets the items of a day. `date` is in the form `YYYY-MM-DD`. */
  getDiaryDay(date: string, options?: DayOptions): Promise<DatedItems>;
  /** Iterates over the days of a range, oldest first. Throws a RangeError for an invalid date. */
  listDiaryDays(
    range: DateRange,
    options?: DayOptions,
  ): AsyncIterableIterator<DatedItems>;
}

const removeSlash = (url: string) => url.replace(/\/+$/, '');

/** Creates a client of the service whose hosts have the base URLs `addresses`. */
export function createFitnessDataClient(options: ClientOptions): FitnessDataClient {
  const { addresses, clientId, clientSecret, storage = createMemoryStorage() } = options;
  const { strict: isStrict = true } = options;
  const sendOnce: SendRequest = options.fetch ?? ((request) => fetch(request));
  const send = createRetryingSend(createLimitedSend(sendOnce, options), options);
  const issuer = removeSlash(addresses.main);
  const mainUrl = `${issuer}/v7.1`;
  const authorizeUrl = `${removeSlash(addresses.auth)}/v7.1/oauth2/authorize/`;
  const name = `fitness-data:${clientId}`;

  const tokenEndpoint = openTokenEndpoint({ url: mainUrl, clientId, clientSecret, send });
  const stored = openStoredValue<SessionTokens>(storage, `${name}:tokens`);
  const session = openSession({ name, stored, tokenEndpoint });
  const authorizedSend = createAuthorizedSend({ session, clientId, send, isStrict });
  const main = createRequests<MainPaths>(mainUrl, authorizedSend);
  const diaryUrl = `${removeSlash(addresses.diary)}/v2`;
  const diary = createRequests<DiaryPaths>(diaryUrl, authorizedSend);

  return {
    auth: createAuth({
      authorizeUrl,
      issuer,
      clientId,
      session,
      storage,
      pendingSignInKey: `${name}:sign-in`,
      tokenEndpoint,
    }),
    main,
    diary,
    list: (path, query) => iterateList(main, path, query),
    changes: (cursor, changesOptions) =>
      iterateChanges(main, cursor, { wait: options.wait ?? waitFor, ...changesOptions }),
    uploadImage: (source, data) => postImage(mainUrl, authorizedSend, source, data),
    importFiles: (files, fields = {}) =>
      postImport(mainUrl, authorizedSend, files, fields),
    getDiaryDay: (date, dayOptions) => getDay(diary, date, dayOptions),
    listDiaryDays: (range, dayOptions) => iterateDays(diary, range, dayOptions),
  };
}
