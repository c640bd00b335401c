const placeholder = /<\$\.([\w.]+)>/g;

function getMember(value: unknown, name: string): unknown {
  return Object(value)[name];
}

/**
 * Returns the message that a pipe makes of a record: its input template with the values of the
 * record as JSON, or the whole record if it has no template.
 */
export function fillInputTemplate(template: string | undefined, record: object): string {
  if (template === undefined) return JSON.stringify(record);
  return template.replace(placeholder, (_, path: string) => {
    const value = path.split('.').reduce<unknown>(getMember, record);
    return JSON.stringify(value) ?? 'null';
  });
}
