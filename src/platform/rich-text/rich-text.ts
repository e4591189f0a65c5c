/** Limits of a document. */
export const DOCUMENT_LIMITS = {
  blocks: 300,
  inlines: 500,
  text: 5000,
  characters: 20_000,
  images: 8,
  href: 1000,
} as const;
/** Levels of lists inside lists. A link in the second one is as deep as the server reads JSON. */
export const LIST_DEPTH = 2;
export const HEADING_LEVELS = [2, 3] as const;

export type Mark = { type: 'bold' } | { type: 'italic' } | { type: 'link'; href: string };
export type Inline = { type: 'text'; text: string; marks?: Mark[] } | { type: 'hardBreak' };
export interface Paragraph {
  type: 'paragraph';
  content?: Inline[];
}
export interface Heading {
  type: 'heading';
  attrs: { level: (typeof HEADING_LEVELS)[number] };
  content?: Inline[];
}
export interface ListItem {
  type: 'listItem';
  content: (Paragraph | List)[];
}
export interface List {
  type: 'bulletList' | 'orderedList';
  content: ListItem[];
}
export interface Quote {
  type: 'blockquote';
  content: Paragraph[];
}
/** A picture: a file that is attached to the record, never an address. */
export interface Picture {
  type: 'image';
  attrs: { file_id: string; alt: string };
}
export type Block = Paragraph | Heading | List | Quote | Picture;
/** A text as the editor makes it (ProseMirror's JSON), reduced to what documents have. */
export interface RichText {
  type: 'doc';
  content: Block[];
}

export const EMPTY_DOCUMENT: RichText = { type: 'doc', content: [{ type: 'paragraph' }] };

/** Own addresses: one slash, then no character that a browser would take for another host or a break. */
const OWN_PATH = /^\/(?![/\\])[^\s\\\p{Cc}]*$/u;
const WEB = /^https?:\/\/[^\s\\/@?#\p{Cc}]+(?:[/?#][^\s\\\p{Cc}]*)?$/iu;

/** Whether a link may be followed: a path of the portal, or http(s) without user name and password. */
export const isSafeHref = (href: string): boolean =>
  href.length <= DOCUMENT_LIMITS.href && (OWN_PATH.test(href) || WEB.test(href));
export const isOwnPath = (href: string): boolean => OWN_PATH.test(href);

type Node = Block | ListItem | Inline;

/** All nodes of a document, in their order. */
export function* nodesOf(nodes: readonly Node[]): Generator<Node> {
  for (const node of nodes) {
    yield node;
    if ('content' in node && node.content !== undefined) yield* nodesOf(node.content);
  }
}

/** Pictures of a document, each once. */
export const imagesOf = ({ content }: RichText): string[] => [
  ...new Set([...nodesOf(content)].flatMap((node) => (node.type === 'image' ? [node.attrs.file_id] : []))),
];

/** Its words alone. */
export const wordsOf = ({ content }: RichText): string =>
  [...nodesOf(content)]
    .map((node) => (node.type === 'text' ? node.text : ' '))
    .join('')
    .trim();

/** Its paragraphs, headings and items as lines of plain text. */
export function linesOf({ content }: RichText): string[] {
  const lines: string[] = [];
  for (const node of nodesOf(content)) {
    if (node.type === 'paragraph' || node.type === 'heading')
      lines.push(
        ...(node.content ?? [])
          .map((part) => (part.type === 'text' ? part.text : '\n'))
          .join('')
          .split('\n'),
      );
  }
  return lines;
}

/** Plain text as a document: a paragraph for each line. */
export const documentOf = (text: string): RichText => ({
  type: 'doc',
  content: text
    .split(/\r\n?|\n/)
    .map((line) =>
      line === '' ? { type: 'paragraph' } : { type: 'paragraph', content: [{ type: 'text', text: line }] },
    ),
});

export const isEmptyDocument = (text: RichText): boolean => wordsOf(text) === '' && imagesOf(text).length === 0;

/** What is wrong with a document beyond its shape. */
export function documentProblem(text: RichText): string | undefined {
  if (text.content.length > DOCUMENT_LIMITS.blocks) return `正文不能超过 ${DOCUMENT_LIMITS.blocks} 段`;
  const characters = Array.from(wordsOf(text)).length;
  if (characters > DOCUMENT_LIMITS.characters)
    return `正文有 ${characters} 个字，不能超过 ${DOCUMENT_LIMITS.characters} 个字`;
  if (imagesOf(text).length > DOCUMENT_LIMITS.images) return `正文最多插入 ${DOCUMENT_LIMITS.images} 张图片`;
  for (const node of nodesOf(text.content))
    if (node.type === 'text')
      for (const mark of node.marks ?? [])
        if (mark.type === 'link' && !isSafeHref(mark.href))
          return `链接“${mark.href.slice(0, 60)}”不能使用，请写以 http:// 或 https:// 开头的完整网址，或以 / 开头的本站地址`;
  return undefined;
}
