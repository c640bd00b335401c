/** Returns the name of an image's file in the archive, e.g. `images/01k9wq3d5g.jpg`. */
export function getImageFileName({
  id,
  type,
}: Readonly<Record<string, unknown>>): string {
  const [, subtype = ''] = String(type).split('/');
  const extension = subtype === 'jpeg' ? 'jpg' : subtype;
  return `images/${id}.${extension}`;
}
