import { expect, it } from 'vitest';
import type { RichText } from '../../../../src/platform/rich-text/rich-text.ts';
import { toDocument, toEditor } from '../../../../src/platform/rich-text/web/to-document.ts';

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });

it('leaves the same document after the editor', () => {
  const document: RichText = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: '题' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: '看', marks: [{ type: 'bold' }, { type: 'link', href: 'https://www.moe.gov.cn/' }] },
          { type: 'hardBreak' },
        ],
      },
      { type: 'orderedList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
      { type: 'image', attrs: { file_id: 'f1', alt: '图' } },
    ],
  };
  const inEditor = toEditor(document, new Map([['f1', '/v1/objects/x']]));
  expect(inEditor.content?.[3]?.attrs).toEqual({ file_id: 'f1', alt: '图', src: '/v1/objects/x' });
  expect(inEditor.content?.[1]?.content?.[0]?.marks?.[1]).toEqual({
    type: 'link',
    attrs: { href: 'https://www.moe.gov.cn/' },
  });
  expect(toDocument(inEditor)).toEqual(document);
});

it('keeps nothing that documents do not have', () => {
  const deep = (levels: number): object => ({
    type: 'bulletList',
    content: [{ type: 'listItem', content: [paragraph(`${levels}`), ...(levels > 1 ? [deep(levels - 1)] : [])] }],
  });
  expect(
    toDocument({
      type: 'doc',
      content: [
        { type: 'codeBlock', content: [{ type: 'text', text: 'x' }] },
        { type: 'image', attrs: { src: 'https://evil.example/x.png' } },
        {
          type: 'paragraph',
          attrs: { style: 'x' },
          content: [{ type: 'text', text: 'a', marks: [{ type: 'strike' }, { type: 'italic', attrs: { x: 1 } }] }],
        },
        deep(3),
        { type: 'paragraph' },
      ],
    }),
  ).toEqual({
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'italic' }] }] },
      {
        type: 'bulletList',
        content: [
          {
            type: 'listItem',
            content: [
              paragraph('3'),
              {
                type: 'bulletList',
                content: [
                  { type: 'listItem', content: [paragraph('2')] },
                  { type: 'listItem', content: [paragraph('1')] },
                ],
              },
            ],
          },
        ],
      },
    ],
  });
  expect(toDocument({ type: 'doc' })).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] });
  expect(toDocument({ type: 'doc', content: [paragraph('字'.repeat(6000))] }).content[0]).toMatchObject({
    content: [{ text: '字'.repeat(5000) }, { text: '字'.repeat(1000) }],
  });
});
