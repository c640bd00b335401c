/** Matches a path in the record, e.g. `<$.dynamodb.NewImage>`. */
const placeholder = /<\$\.([\w.]+)>/g;

/** Returns a member of a value, or undefined if the value is missing or has no such member. */
function getMember(value: unknown, name: string): unknown {
  return Object(value)[name];
}

/**
 * Renders the message for a record: the input template of a rule's target with values of the record
 * as JSON. Without a template, the message is the whole record.
 */
export function fillInputTemplate(template: string | undefined, record: object): string {
  if (template === undefined) return JSON.stringify(record);
  return template.replace(placeholder, (_, path: string) => {
    const value = path.split('.').reduce<unknown>(getMember, record);
    return JSON.stringify(value) ?? 'null';
  });
}
