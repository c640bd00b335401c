import * as z from 'zod/mini';
import { ProtectedForm } from '#functions/auth/browser/form.ts';
import {
  authPage,
  type BaseUrlName,
  type Endpoint,
  type Example,
  type Schema,
} from '#shared/contract/endpoint.ts';
import type { Setting, StoreUses, TableOperation } from '#shared/contract/resources.ts';
import type { ErrorCode } from '#shared/errors/errors.ts';
import type { Language } from '#shared/pages/language.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { AccountPlace } from './account-context.ts';

/** The fields of a form, or of the query of a page. */
export type Fields = Readonly<Record<string, Schema>>;

/** A bound of store calls, and the reason. */
interface StoreCalls {
  max: number;
  reason: string;
}

/** What a page or a form uses, besides what all of them use. */
export interface Needs {
  /** A verb phrase of a few words. */
  summary: string;
  /** The operations on the table, besides reading the session and the profile. */
  table?: readonly TableOperation[];
  /** The store calls besides those of all pages. */
  storeCalls?: StoreCalls;
  /** Errors that it throws with `fail`. */
  errors?: readonly ErrorCode[];
  /** Base URLs that it contains, besides that of the host. */
  baseUrls?: readonly BaseUrlName[];
  /** Settings of the operator that it reads, besides the texts about the service. */
  settings?: readonly Setting[];
}

/** The link to a page on the start page. */
export interface PageLink {
  /** Its place among those of the data. Absent of pages of the other cards. */
  position?: number;
  /** Its title. */
  texts: Readonly<Record<Language, { title: string }>>;
}

/** What a page is, and what it needs. */
export interface PageNeeds extends Needs, AccountPlace {
  /** Its path below that of the account. Defaults to its name. */
  path?: string;
  /** Absent if other pages lead to it. */
  link?: PageLink;
  query?: Fields;
  /** What the function of the page and its forms uses besides the table. */
  stores?: Omit<StoreUses, 'table' | 'variants'>;
  maxItems?: number;
  memory?: number;
  timeout?: number;
}

/** Fields with which a person can send a form who has nothing yet. */
interface FormExample {
  fields?: Readonly<Record<string, string>>;
  /** Defaults to the redirect of a form that is done. */
  status?: number;
}

/** What a form needs. */
export interface FormNeeds extends Needs {
  fields: Fields;
  /** The contract tests send that of the first form that has one. */
  example?: FormExample;
  /** The parameters of the page's query that it reads. */
  query?: Fields;
  /** The responses with which the page is shown again, by status. */
  responses?: Omit<Partial<FormResponses>, 303>;
}

interface PageResponse {
  description: string;
  body: 'html';
}

interface RedirectResponse {
  description: string;
  headers: readonly ['Location'];
}

interface FormResponses {
  200: PageResponse;
  303: RedirectResponse;
  400: PageResponse;
  403: PageResponse;
  429: PageResponse;
}

/** An endpoint of a screen. The declarations of the screen have the types of its requests. */
interface ScreenEndpoint extends Endpoint {
  host: 'auth';
  path: `/oauth2/account/${string}`;
  versions: typeof authPage.versions;
  auth: 'public';
  stores: { table: readonly TableOperation[] };
  storeCalls: StoreCalls;
  errors: readonly ErrorCode[];
  baseUrls: readonly BaseUrlName[];
  settings: readonly Setting[];
}

/** The endpoint that shows a page. */
export interface PageEndpoint extends ScreenEndpoint {
  request: { query: Schema };
  responses: { 200: PageResponse; 303: RedirectResponse };
}

/** The fields of all forms. */
interface FormBody {
  form_token: string;
  /** The name of the form. Its page has several. */
  action: string;
}

/** The endpoint of the forms of a page. */
export interface FormEndpoint extends ScreenEndpoint {
  request: { query: Schema; form: z.ZodMiniType<FormBody> };
  responses: FormNeeds['responses'] & Pick<FormResponses, 303>;
  examples?: readonly Example[];
}

const session: StoreCalls = { max: 2, reason: 'the session and the profile are read' };

const extension: StoreCalls = {
  max: 1,
  reason: 'once a day, a session that stays signed in is extended',
};

/** Builds the endpoint that shows a page. */
export function buildPageEndpoint(page: PageNeeds): PageEndpoint {
  return {
    ...buildShared(page, [page], ['get', 'update']),
    method: 'GET',
    summary: page.summary,
    storeCalls: addCalls([session, page.storeCalls, extension]),
    request: { query: z.object(page.query ?? {}) },
    responses: {
      200: { description: 'The page.', body: 'html' },
      303: {
        description: 'To another page, or to the sign-in page if nobody is signed in.',
        headers: ['Location'],
      },
    },
  };
}

/** Builds the endpoint of the forms of a page, which can show the page again. */
export function buildFormEndpoint(
  page: PageNeeds,
  forms: Readonly<Record<string, FormNeeds>>,
  defaultForm?: string,
): FormEndpoint {
  const all = Object.values(forms);
  const responses: FormNeeds['responses'] = merge(all.map((form) => form.responses));
  const isShownAgain = Object.keys(responses).length > 0;
  const shared = buildShared(page, isShownAgain ? [...all, page] : all, ['get']);
  return {
    ...shared,
    method: 'POST',
    summary: all.map(({ summary }) => summary).join('; '),
    errors: ['invalid_form_token', ...shared.errors],
    storeCalls: addCalls([
      session,
      findMost(all),
      isShownAgain ? page.storeCalls : undefined,
    ]),
    request: {
      query: z.object(page.query ?? {}),
      form: z.object({
        ...merge(all.map(({ fields }) => fields)),
        ...ProtectedForm.shape,
        action: toActionField(Object.keys(forms), defaultForm),
      }),
    },
    responses: {
      303: {
        description: 'To a page of the account, or to the sign-in page.',
        headers: ['Location'],
      },
      ...responses,
    },
    ...compact({ examples: listExamples(forms) }),
  };
}

/** Returns the examples of the forms, or undefined if none has one. */
function listExamples(
  forms: Readonly<Record<string, FormNeeds>>,
): readonly Example[] | undefined {
  const examples = Object.entries(forms).flatMap(([action, { summary, example }]) => {
    if (!example) return [];
    const { fields, status = 303 } = example;
    return { summary, body: { action, ...fields }, status };
  });
  return examples.length > 0 ? examples : undefined;
}

/** The field that chooses one of several forms. The only form of a page needs none. */
function toActionField(
  names: readonly string[],
  defaultForm = names.length === 1 ? names[0] : undefined,
): z.ZodMiniType<string> {
  const name = z.enum(names);
  return defaultForm === undefined ? name : z._default(name, defaultForm);
}

/** Returns the members of both endpoints, with what these parts need. */
function buildShared(
  { page, path = `${page}/`, stores, maxItems, memory, timeout }: PageNeeds,
  parts: readonly Needs[],
  ownOperations: readonly TableOperation[],
) {
  const table = parts.flatMap((part) => part.table ?? []);
  const baseUrls = parts.flatMap((part) => part.baseUrls ?? []);
  const settings = parts.flatMap((part) => part.settings ?? []);
  return {
    ...authPage,
    path: `/oauth2/account/${path}` as const,
    stores: { ...stores, table: unite([...ownOperations, ...table]) },
    errors: unite(parts.flatMap((part) => part.errors ?? [])),
    baseUrls: unite<BaseUrlName>(['auth', ...baseUrls]),
    settings: unite<Setting>([...authPage.settings, ...settings]),
    ...compact({ maxItems, memory, timeout }),
  };
}

function unite<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}

function merge<Members extends object>(parts: readonly (Members | undefined)[]): Members {
  return Object.assign({}, ...parts);
}

/** Returns the bound of a request that makes all of these calls. */
function addCalls(calls: readonly (StoreCalls | undefined)[]): StoreCalls {
  const made = calls.filter((one) => one !== undefined);
  return {
    max: made.reduce((sum, { max }) => sum + max, 0),
    reason: made.map(({ reason }) => reason).join('; '),
  };
}

/** Returns the bound of a request that submits one of these forms. */
function findMost(forms: readonly FormNeeds[]): StoreCalls | undefined {
  const calls = forms.flatMap(({ storeCalls }) => storeCalls ?? []);
  return calls.toSorted((one, other) => other.max - one.max)[0];
}
