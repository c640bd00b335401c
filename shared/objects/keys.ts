/** The key of a picture as it was uploaded, in the bucket of the originals. */
export function originalKey(id: string): string {
  return `images/${id}`;
}
