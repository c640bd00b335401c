import type * as z from 'zod/mini';
import type { AccountPage } from '#functions/auth/browser/page-urls.ts';
import type { SignInNotice } from '#functions/auth/sign-in/sign-in.texts.ts';
import type { BaseUrlName, Endpoint } from '#shared/contract/endpoint.ts';
import type {
  ServiceSettings,
  Setting,
  TableOperation,
} from '#shared/contract/resources.ts';
import type { ErrorCode } from '#shared/errors/errors.ts';
import type { Fail, HandlerRequest } from '#shared/http/handler.ts';
import type { Content } from '#shared/http/render-error.ts';
import type { Redirect } from '#shared/pages/redirect.ts';
import type { AuditEvent, AuditSubject } from '#shared/runtime/audit.ts';
import type { Table } from '#shared/table/table.ts';
import type { AccountContext, AccountPlace } from './account-context.ts';
import {
  buildFormEndpoint,
  buildPageEndpoint,
  type Fields,
  type FormEndpoint,
  type FormNeeds,
  type PageEndpoint,
  type PageLink,
  type PageNeeds,
} from './screen-endpoints.ts';

/** The operations with which a page reads the table. */
type ReadOperation = 'get' | 'getEach' | 'query';

/** The members of a request whose types depend on no declaration. */
type AnyRequest = Pick<
  HandlerRequest<Endpoint>,
  'header' | 'version' | 'now' | 'requestId' | 'sourceAddress'
>;

interface ScreenRequest<
  Operation extends TableOperation,
  Error extends ErrorCode,
  Url extends BaseUrlName,
  Name extends Setting,
> extends AnyRequest {
  table: Table<Operation>;
  baseUrls: Readonly<Record<Url | 'auth', string>>;
  settings: Readonly<Pick<ServiceSettings, Name | 'service'>>;
  fail: Fail<Error>;
}

/** A request without the types that its declaration gives it. */
interface UntypedRequest extends AnyRequest {
  table: unknown;
  query?: unknown;
  body?: unknown;
  baseUrls: unknown;
  settings: unknown;
  fail: unknown;
}

/** The page says once what the form has done. */
interface Done {
  kind: 'done';
  /** Absent if the page itself shows it. */
  notice?: string | undefined;
  /** The page that says it. Defaults to that of the form. */
  page?: AccountPage;
  /** The query of that page. */
  parameters?: string;
  cookies?: readonly string[];
  /** Whether nothing was changed, so there is no audit event. */
  isUnchanged?: boolean;
  /** What the audit event has besides the request and the user. */
  subject?: AuditSubject;
}

type DoneOptions = Omit<Done, 'kind' | 'notice' | 'isUnchanged'>;

/** The page is shown again, and says what is wrong, or what it shows once. */
export interface Again<Shown> {
  kind: 'again';
  shown: Shown;
  /** Defaults to 400. */
  status?: AgainStatus;
  headers?: Readonly<Record<string, string>>;
  /** The notice of the page, as if it followed a redirect. */
  notice?: string;
  /** The query of the page, if it is not that of the form. */
  query?: object;
}

type AgainStatus = Exclude<keyof FormEndpoint['responses'], 303>;

/** The session has ended meanwhile. */
interface SignIn {
  kind: 'signIn';
}

/** What becomes of a form. A redirect leads to another page. */
export type Outcome<Shown = never> = Done | Again<Shown> | SignIn | Redirect;

/** Ends a form with a notice of `Notice`, which must be given: the names of the page's texts. */
export function done<Notice extends string = never>(
  notice?: NoInfer<Notice>,
  options: DoneOptions = {},
): Done {
  return { kind: 'done', notice, ...options };
}

/** Ends a form with a notice that says why nothing was changed, without an audit event. */
export function unchanged<Notice extends string = never>(
  notice?: NoInfer<Notice>,
  options: DoneOptions = {},
): Done {
  return { kind: 'done', notice, isUnchanged: true, ...options };
}

/**
 * Ends a form with its page, which `render` renders with `shown`. The form has `responses` with the
 * status.
 */
export function again<const Shown>(
  shown: Shown,
  options: Omit<Again<Shown>, 'kind' | 'shown'> = {},
): Again<Shown> {
  return { kind: 'again', shown, ...options };
}

/** Ends a form with the sign-in page, which leads back to the page. */
export function signIn(): SignIn {
  return { kind: 'signIn' };
}

/** A form of a page, without the types that its declaration gives it. */
export interface Form<Shown = never> extends FormNeeds {
  /** The event of a form that ends with `done`. */
  audit?: AuditEvent;
  submit(request: UntypedRequest, account: AccountContext): Promise<Outcome<Shown>>;
}

/** A form that can end with `again` declares its responses. */
type NeededResponses<Shown> = [Shown] extends [never]
  ? unknown
  : Required<Pick<FormNeeds, 'responses'>>;

/** Defines a form. What it declares gives `submit` its types. */
export function form<
  Names extends Fields,
  const Operation extends TableOperation = never,
  const Error extends ErrorCode = never,
  const Url extends BaseUrlName = never,
  const Name extends Setting = never,
  Parameters extends Fields = Record<never, never>,
  Shown = never,
>(
  value: Omit<Form<Shown>, 'submit'> & {
    fields: Names;
    query?: Parameters;
    table?: readonly Operation[];
    errors?: readonly Error[];
    baseUrls?: readonly Url[];
    settings?: readonly Name[];
    submit(
      request: ScreenRequest<Operation | 'get', Error, Url, Name> & {
        body: z.output<z.ZodMiniObject<Names>>;
        query: z.output<z.ZodMiniObject<Parameters>>;
      },
      account: AccountContext,
    ): Promise<Outcome<Shown>>;
  } & NeededResponses<Shown>,
): Form<Shown> {
  return value;
}

/** Loads what a page shows that reads no more than the profile. */
async function loadNothing() {
  return undefined;
}

/** A page of the account with its forms. Everything else about it is derived from this value. */
export interface Screen extends AccountPlace {
  link?: PageLink | undefined;
  endpoints: { show: PageEndpoint; change?: FormEndpoint };
  forms: Readonly<Record<string, Form<unknown>>>;
  /** Tells a person who is not signed in what became of a form. */
  signedOutNotice: SignInNotice;
  load(request: UntypedRequest, account: AccountContext): Promise<unknown>;
  render(data: unknown, account: AccountContext, shown?: unknown): string | Content;
}

/**
 * Defines a page of the account: what it reads, what it renders, and its forms. If there are
 * several, the field `action` has the name of one.
 */
export function defineScreen<
  Data = undefined,
  Parameters extends Fields = Record<never, never>,
  const Read extends ReadOperation = never,
  const Error extends ErrorCode = never,
  const Url extends BaseUrlName = never,
  const Name extends Setting = never,
  Shown = never,
>(
  value: PageNeeds & {
    query?: Parameters;
    table?: readonly Read[];
    errors?: readonly Error[];
    baseUrls?: readonly Url[];
    settings?: readonly Name[];
    /** Returns what the page shows, or where it leads instead. Absent if it reads nothing else. */
    load?(
      request: ScreenRequest<Read | 'get', Error, Url, Name> & {
        query: z.output<z.ZodMiniObject<Parameters>>;
      },
      account: AccountContext,
    ): Promise<Data>;
    /** Renders the page. `shown` is what a form shows again. */
    render(
      data: Exclude<Data, Redirect>,
      account: AccountContext,
      shown?: Shown,
    ): string | Content;
    forms?: Readonly<Record<string, Form<Shown>>>;
    /** The form of a request without `action`. */
    defaultForm?: string;
    /** Tells a person who is not signed in what became of a form. Defaults to `not_saved`. */
    signedOutNotice?: SignInNotice;
  },
): Screen {
  const { page, section, link } = value;
  const { forms = {}, defaultForm, signedOutNotice = 'not_saved' } = value;
  const show = buildPageEndpoint(value);
  const hasForms = Object.keys(forms).length > 0;
  const endpoints = hasForms
    ? { show, change: buildFormEndpoint(value, forms, defaultForm) }
    : { show };
  const { load = loadNothing, render } = value;
  return { page, section, link, endpoints, forms, signedOutNotice, load, render };
}
