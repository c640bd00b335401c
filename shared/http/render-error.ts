import { type Endpoint, type ErrorShape, errorShapeOf, resourceOf } from '../contract/endpoint.ts';
import { errors, type Failures, type ServiceError } from '../errors/errors.ts';
import { links } from '../hal/links.ts';
import { pages } from '../pages/pages.ts';
import { diaryDetails } from './diary-error-details.ts';
import { statusIn } from './error-status.ts';
import { noStore } from './no-store.ts';

/** An error as it leaves the service. */
export interface RenderedError {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** What an error body may name of the request. */
export interface ErrorScene {
  version: string;
  params: Readonly<Record<string, string>>;
  /** The request's headers of that name, for what a person reads. */
  acceptLanguage: readonly string[];
}

type Render = (error: ServiceError, endpoint: Endpoint, scene: ErrorScene) => RenderedError;

const json = { 'Content-Type': 'application/json' };

/** The failures of a 400: those of the fields, or the message as a failure of the whole. */
function failuresOf({ failures, message }: ServiceError): Failures {
  return failures ?? { __all__: [message] };
}

/**
 * The item that was asked for, or its collection where the item was not found; the documentation where the resource has
 * no collection that could be read, so that the link always leads somewhere (decision M8).
 */
function selfOf(endpoint: Endpoint, { version, params }: ErrorScene, status: number) {
  const { id } = params;
  const resource = resourceOf(endpoint);
  const at = links(version);
  if (id !== undefined && status !== 404)
    return at.item(resource, id).map(({ href }) => ({ href }));
  return endpoint.hasCollection === false ? at.documentation(resource) : at.collection(resource);
}

const hal: Render = (error, endpoint, scene) => {
  const status = statusIn('hal', error.code);
  const _links = {
    self: selfOf(endpoint, scene, status),
    documentation: links(scene.version).documentation(resourceOf(endpoint)),
  };
  const problem =
    status === 400
      ? {
          _diagnostics: {
            validation_failures: Object.entries(failuresOf(error)).map(([field, sentences]) => ({
              [field]: sentences,
            })),
          },
        }
      : { errors: [error.message] };
  return { status, headers: json, body: JSON.stringify({ ...problem, _links }) };
};

const oauth: Render = ({ code, message }) => {
  return {
    status: statusIn('oauth', code),
    headers: { ...json, ...noStore },
    body: JSON.stringify({ error: errors[code].oauth, error_description: message }),
  };
};

const diary: Render = ({ code, message, failures }) => {
  return {
    status: statusIn('diary', code),
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify({
      error: errors[code].diary.code,
      error_description: message,
      ...(failures && { error_details: diaryDetails(failures) }),
    }),
  };
};

const page: Render = ({ code }, _, { acceptLanguage }) => {
  const status = statusIn('page', code);
  return { status, headers: {}, body: pages().error(status, code, acceptLanguage) };
};

const renders: Record<ErrorShape, Render> = { hal, oauth, diary, page };

/** Renders an error in the shape of the endpoint's host (decisions M4, A10, Y2). */
export function renderError(
  error: ServiceError,
  endpoint: Endpoint,
  scene: ErrorScene,
): RenderedError {
  const rendered = renders[errorShapeOf(endpoint)](error, endpoint, scene);
  return { ...rendered, headers: { ...rendered.headers, ...error.headers } };
}
