import * as Type from 'typebox/type';
import { Id } from '../contract/common.ts';
import { DOCUMENT_LIMITS, LIST_DEPTH, type RichText } from './rich-text.ts';

const closed = <T extends Record<string, Type.TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

const Mark = Type.Union([
  closed({ type: Type.Literal('bold') }),
  closed({ type: Type.Literal('italic') }),
  closed({
    type: Type.Literal('link'),
    href: Type.String({ minLength: 1, maxLength: DOCUMENT_LIMITS.href }),
  }),
]);
const Inline = Type.Union([
  closed({
    type: Type.Literal('text'),
    text: Type.String({ minLength: 1, maxLength: DOCUMENT_LIMITS.text }),
    marks: Type.Optional(Type.Array(Mark, { maxItems: 3 })),
  }),
  closed({ type: Type.Literal('hardBreak') }),
]);
const content = Type.Optional(Type.Array(Inline, { maxItems: DOCUMENT_LIMITS.inlines }));
const Paragraph = closed({ type: Type.Literal('paragraph'), content });
const Heading = closed({
  type: Type.Literal('heading'),
  attrs: closed({ level: Type.Union([Type.Literal(2), Type.Literal(3)]) }),
  content,
});

/** Lists with at most so many levels; without a reference to themselves, so that no document is deeper. */
function listOf(levels: number): Type.TSchema {
  const parts = levels > 1 ? Type.Union([Paragraph, listOf(levels - 1)]) : Paragraph;
  const ListItem = closed({
    type: Type.Literal('listItem'),
    content: Type.Array(parts, { minItems: 1, maxItems: 50 }),
  });
  return closed({
    type: Type.Union([Type.Literal('bulletList'), Type.Literal('orderedList')]),
    content: Type.Array(ListItem, { minItems: 1, maxItems: 200 }),
  });
}

const Quote = closed({
  type: Type.Literal('blockquote'),
  content: Type.Array(Paragraph, { minItems: 1, maxItems: 50 }),
});
const Picture = closed({
  type: Type.Literal('image'),
  attrs: closed({ file_id: Id, alt: Type.String({ maxLength: 100 }) }),
});

/**
 * A document as it is stored: a closed list of nodes and marks without any HTML, so that nothing has to be removed from
 * it. The addresses of links are checked by `documentProblem`.
 */
export const WrittenDocument = Type.Unsafe<RichText>(
  closed({
    type: Type.Literal('doc'),
    content: Type.Array(Type.Union([Paragraph, Heading, listOf(LIST_DEPTH), Quote, Picture]), {
      minItems: 1,
      maxItems: DOCUMENT_LIMITS.blocks,
    }),
  }),
);

/** Formatted text of a field: a document without pictures. */
export const WrittenText = Type.Unsafe<RichText>(
  closed({
    type: Type.Literal('doc'),
    content: Type.Array(Type.Union([Paragraph, Heading, listOf(LIST_DEPTH), Quote]), {
      minItems: 1,
      maxItems: DOCUMENT_LIMITS.blocks,
    }),
  }),
);

/** A document as it was stored. */
export const StoredDocument = Type.Unsafe<RichText>(
  Type.Object({ type: Type.Literal('doc'), content: Type.Array(Type.Unknown()) }),
);
