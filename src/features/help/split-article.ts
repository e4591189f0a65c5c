/**
 * Splits the file of an article: lines `name: value` between two lines `---`, then Markdown.
 *
 * @throws Error if the file has no such lines
 */
export function splitArticle(name: string, file: string): { head: string; text: string } {
  const [, head, text] = /^---\n([\s\S]+?)\n---\n([\s\S]+)$/.exec(file) ?? [];
  if (head === undefined || text === undefined) throw new Error(`${name} has no front matter`);
  return { head, text: text.trim() };
}
