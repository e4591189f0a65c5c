import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import {
  documentProblem,
  imagesOf,
  isEmptyDocument,
  isSafeHref,
  wordsOf,
  type RichText,
} from '../../../src/platform/rich-text/rich-text.ts';
import { WrittenDocument } from '../../../src/platform/rich-text/shape.ts';

const isDocument = new Ajv({ strict: false }).compile(WrittenDocument);
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) });
const doc = (...content: object[]) => ({ type: 'doc', content });
const link = (href: string) => doc(paragraph(text('看', { type: 'link', href }))) as RichText;

it('accepts what the editor offers', () => {
  const item = (...content: object[]) => ({ type: 'listItem', content });
  const list = (...content: object[]) => ({ type: 'bulletList', content });
  const all = doc(
    { type: 'heading', attrs: { level: 2 }, content: [text('标题')] },
    paragraph(text('粗', { type: 'bold' }), { type: 'hardBreak' }, text('斜', { type: 'italic' })),
    list(item(paragraph(text('一')), list(item(paragraph(text('二')))))),
    { type: 'blockquote', content: [paragraph(text('引'))] },
    { type: 'image', attrs: { file_id: 'f1', alt: '图' } },
    { type: 'paragraph' },
  );
  expect(isDocument(all)).toBe(true);
  expect(documentProblem(all as RichText)).toBeUndefined();
  expect(imagesOf(all as RichText)).toEqual(['f1']);
  expect(wordsOf(all as RichText)).toContain('标题');
});

it('accepts no other node, mark or attribute', () => {
  const deep = (levels: number): object => ({
    type: 'bulletList',
    content: [{ type: 'listItem', content: [levels > 1 ? deep(levels - 1) : paragraph(text('x'))] }],
  });
  for (const wrong of [
    '<script>alert(1)</script>',
    doc(),
    doc({ type: 'html', content: [text('<b>')] }),
    doc({ type: 'script', content: [text('alert(1)')] }),
    doc({ type: 'svg' }),
    doc({ type: 'iframe', attrs: { src: 'https://evil.example' } }),
    doc({ type: 'image', attrs: { src: 'https://evil.example/x.png', file_id: 'f1', alt: '' } }),
    doc({ type: 'image', attrs: { file_id: '../../secret', alt: '' } }),
    doc({ type: 'image', attrs: { file_id: 'f1', alt: '', onerror: 'alert(1)' } }),
    doc({ ...paragraph(text('x')), attrs: { style: 'position:fixed' } }),
    doc({ ...paragraph(text('x')), onclick: 'alert(1)' }),
    doc({ type: 'heading', attrs: { level: 1 }, content: [text('x')] }),
    doc(paragraph(text('x', { type: 'textStyle', attrs: { color: 'red' } }))),
    doc(paragraph(text('x', { type: 'link', href: '/a', target: '_self', onclick: 'x' }))),
    doc(paragraph({ type: 'text', text: { toString: 'x' } })),
    doc(deep(3)),
    { ...doc(paragraph(text('x'))), __proto__x: 1 },
  ])
    expect(isDocument(wrong), JSON.stringify(wrong)).toBe(false);
});

it('follows links to the web and to the own pages only', () => {
  for (const href of [
    'https://www.moe.gov.cn/a?b=c#d',
    'http://192.168.1.5:8080/x',
    '/talks',
    '/exam/e1?x=1',
    '/',
    'https://例子.中国/页',
  ])
    expect([href, isSafeHref(href)]).toEqual([href, true]);
  for (const href of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'vbscript:msgbox(1)',
    'blob:https://x/1',
    'file:///etc/passwd',
    'ftp://x',
    'mailto:a@b.c',
    '//evil.example/x',
    '/\\evil.example/x',
    '\\\\evil.example',
    '/x\\y',
    'https:evil.example',
    'https:///evil.example',
    'https://user:secret@evil.example/',
    'https://good.example\\@evil.example/',
    'https://a b',
    'http://',
    'relative/path',
    '#top',
    '?x=1',
    '',
    `/${'x'.repeat(1001)}`,
  ]) {
    expect([href, isSafeHref(href)]).toEqual([href, false]);
    expect(documentProblem(link(href))).toMatch(/^链接/);
  }
});

it('limits words and pictures, and knows an empty text', () => {
  expect(documentProblem(doc(...Array.from({ length: 5 }, () => paragraph(text('字'.repeat(4001))))) as RichText)).toBe(
    '正文有 20009 个字，不能超过 20000 个字',
  );
  const pictures = Array.from({ length: 9 }, (_, i) => ({ type: 'image', attrs: { file_id: `f${i}`, alt: '' } }));
  expect(documentProblem(doc(...pictures) as RichText)).toBe('正文最多插入 8 张图片');
  expect(isEmptyDocument(doc(paragraph(text('  ')), { type: 'paragraph' }) as RichText)).toBe(true);
  expect(isEmptyDocument(doc(pictures[0] ?? {}) as RichText)).toBe(false);
});
