/** Converts the folder of a function to its construct id, e.g. `MainDataSourceList`. */
export function toConstructId(folder: string): string {
  const words = folder.split(/[/-]/);
  const capitalized = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return capitalized.join('');
}
