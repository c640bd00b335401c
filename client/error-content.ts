/** The messages about each invalid field. `__all__` stands for the whole request. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

/** What the body of an error says. */
export interface ErrorContent {
  /** The code of an OAuth or diary error. The main API has none. */
  code?: string;
  messages: readonly string[];
  fields: FieldMessages;
}

interface HalError {
  errors?: string[];
  _diagnostics?: { validation_failures: Record<string, string[]>[] };
}

type DiaryItemDetails = { index?: number } & Record<string, unknown>;

interface CodedError {
  error: string;
  error_description?: string;
  error_details?: Record<string, unknown>;
}

/**
 * Reads the body of an error of the main API, the token endpoints or the diary. The content has no
 * messages if the body is not a JSON object.
 */
export function parseErrorContent(body: unknown): ErrorContent {
  if (typeof body !== 'object' || body === null) return { messages: [], fields: {} };
  return 'error' in body ? parseCodedError(body as CodedError) : parseHalError(body);
}

function parseHalError({ errors = [], _diagnostics }: HalError): ErrorContent {
  const fields = Object.assign({}, ...(_diagnostics?.validation_failures ?? []));
  return { messages: [...errors, ...listFieldMessages(fields)], fields };
}

function parseCodedError(body: CodedError): ErrorContent {
  const { error: code, error_description = code, error_details = {} } = body;
  const { items, ...others } = error_details;
  const itemFields = Array.isArray(items) ? items.map(toItemFields) : [];
  const fields = Object.assign({}, others, ...itemFields);
  return { code, messages: [error_description], fields };
}

/**
 * Returns the messages about one item of a diary POST, by paths such as `items.1.duration`. Without
 * an index, the messages are about the list of items.
 */
function toItemFields({ index, ...fields }: DiaryItemDetails): FieldMessages {
  const path = index === undefined ? 'items' : `items.${index}`;
  const members = Object.entries(fields).map(([field, messages]) => [
    field === '__all__' ? path : `${path}.${field}`,
    messages,
  ]);
  return Object.fromEntries(members);
}

function listFieldMessages(fields: FieldMessages): string[] {
  return Object.entries(fields).map(([field, messages]) => {
    const text = messages.join(', ');
    return field === '__all__' ? text : `${field} ${text}`;
  });
}
