import type { JSONContent } from '@tiptap/core';
import {
  DOCUMENT_LIMITS,
  LIST_DEPTH,
  type Block,
  type RichText,
  type Inline,
  type List,
  type ListItem,
  type Mark,
  type Paragraph,
} from '../rich-text.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const markOf = ({ type, attrs }: NonNullable<JSONContent['marks']>[number]): Mark[] => {
  if (type === 'bold' || type === 'italic') return [{ type }];
  return type === 'link' ? [{ type, href: textOf(attrs?.['href']) }] : [];
};

/** Long words are stored in several nodes. */
function pieces(text: string): string[] {
  const all: string[] = [];
  for (let at = 0; at < text.length; at += DOCUMENT_LIMITS.text) all.push(text.slice(at, at + DOCUMENT_LIMITS.text));
  return all;
}

const inlineOf = ({ type, text = '', marks = [] }: JSONContent): Inline[] => {
  if (type === 'hardBreak') return [{ type }];
  if (type !== 'text') return [];
  const kept = marks.flatMap(markOf);
  return pieces(text).map((piece) => ({ type, text: piece, ...(kept.length > 0 && { marks: kept }) }));
};
const inlines = ({ content = [] }: JSONContent) => {
  const all = content.flatMap(inlineOf);
  return all.length > 0 ? { content: all } : {};
};

const paragraphOf = (node: JSONContent): Paragraph => ({ type: 'paragraph', ...inlines(node) });

/** Items of lists that are deeper than documents allow stand beside their parent. */
function itemsOf({ content = [] }: JSONContent, depth: number): ListItem[] {
  return content.flatMap((item) => {
    const own: (Paragraph | List)[] = [];
    const deeper: ListItem[] = [];
    for (const part of item.content ?? []) {
      if (part.type === 'paragraph') own.push(paragraphOf(part));
      else if (part.type === 'bulletList' || part.type === 'orderedList') {
        if (depth < LIST_DEPTH) own.push({ type: part.type, content: itemsOf(part, depth + 1) });
        else deeper.push(...itemsOf(part, depth));
      }
    }
    return own.length > 0 ? [{ type: 'listItem' as const, content: own }, ...deeper] : deeper;
  });
}

function blockOf(node: JSONContent): Block[] {
  switch (node.type) {
    case 'paragraph':
      return [paragraphOf(node)];
    case 'heading':
      return [{ type: 'heading', attrs: { level: node.attrs?.['level'] === 3 ? 3 : 2 }, ...inlines(node) }];
    case 'bulletList':
    case 'orderedList': {
      const content = itemsOf(node, 1);
      return content.length > 0 ? [{ type: node.type, content }] : [];
    }
    case 'blockquote': {
      const content = (node.content ?? []).filter(({ type }) => type === 'paragraph').map(paragraphOf);
      return content.length > 0 ? [{ type: 'blockquote', content }] : [];
    }
    case 'image': {
      const file_id = textOf(node.attrs?.['file_id']);
      return file_id === '' ? [] : [{ type: 'image', attrs: { file_id, alt: textOf(node.attrs?.['alt']) } }];
    }
    default:
      return [];
  }
}

const isEmptyLine = (node: Block | undefined): boolean => node?.type === 'paragraph' && node.content === undefined;

/** The content of the editor, reduced to what documents have. */
export function toDocument({ content = [] }: JSONContent): RichText {
  const blocks = content.flatMap(blockOf);
  // The editor keeps an empty line at the end to type in.
  while (blocks.length > 1 && isEmptyLine(blocks.at(-1))) blocks.pop();
  return { type: 'doc', content: blocks.length > 0 ? blocks : [{ type: 'paragraph' }] };
}

/** A stored node as the editor has it. */
function nodeFor(node: Block | ListItem | Inline, addresses: ReadonlyMap<string, string>): JSONContent {
  if (node.type === 'image')
    return { type: node.type, attrs: { ...node.attrs, src: addresses.get(node.attrs.file_id) ?? '' } };
  if (node.type === 'hardBreak') return node;
  if (node.type === 'text')
    return {
      type: node.type,
      text: node.text,
      ...(node.marks && {
        marks: node.marks.map((mark) =>
          mark.type === 'link' ? { type: mark.type, attrs: { href: mark.href } } : mark,
        ),
      }),
    };
  const { content = [], ...rest } = node;
  return { ...rest, content: content.map((part) => nodeFor(part, addresses)) };
}

/** A document with the addresses of its pictures, for the editor. */
export const toEditor = ({ content }: RichText, addresses: ReadonlyMap<string, string>): JSONContent => ({
  type: 'doc',
  content: content.map((node) => nodeFor(node, addresses)),
});
