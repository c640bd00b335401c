import type { TableOperation } from '#shared/contract/resources.ts';
import type { Table } from '#shared/table/table.ts';

/** What is asked for a webhook of an application: by the API, or by its owner on a page. */
export interface WebhookCommand<Operation extends TableOperation> {
  table: Table<Operation>;
  now: Date;
  /** The application and, on a page, its owner, as the audit log names them. */
  subject: { request_id: string; client_id: string; user_id?: string };
}

/** A command that sets the target of a webhook, whose receiver has to prove control. */
export interface TargetCommand<Operation extends TableOperation>
  extends WebhookCommand<Operation> {
  /** The base URL of the main API. */
  mainUrl: string;
}

/** A request to the API whose caller is the application itself. */
interface ApplicationRequest<Operation extends TableOperation> {
  table: Table<Operation>;
  now: Date;
  requestId: string;
  caller: { client_id: string };
}

/** Returns what a request to the API asks for a webhook of its application. */
export function toWebhookCommand<Operation extends TableOperation>({
  table,
  now,
  requestId: request_id,
  caller: { client_id },
}: ApplicationRequest<Operation>): WebhookCommand<Operation> {
  return { table, now, subject: { request_id, client_id } };
}
