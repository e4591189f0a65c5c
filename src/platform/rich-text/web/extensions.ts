import { Extension, Node } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { HEADING_LEVELS, isSafeHref, LIST_DEPTH } from '../rich-text.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    picture: {
      insertPicture: (attrs: { file_id: string; src: string; alt: string }) => ReturnType;
    };
  }
}

/** A picture that was uploaded; pictures of other pages are not taken over when they are pasted. */
const Picture = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ file_id: { default: '' }, src: { default: '' }, alt: { default: '' } }),
  renderHTML: ({ node }) => ['img', { src: String(node.attrs['src']), alt: String(node.attrs['alt']) }],
  addCommands() {
    return {
      insertPicture:
        (attrs) =>
        ({ commands }) =>
          commands.insertContent([{ type: 'image', attrs }, { type: 'paragraph' }]),
    };
  },
});

/** Tab makes no list deeper than documents allow. */
const ListDepth = Extension.create({
  name: 'listDepth',
  // Before the lists themselves.
  priority: 1000,
  addKeyboardShortcuts: () => ({
    Tab: ({ editor }) => {
      const { $from } = editor.state.selection;
      let depth = 0;
      for (let at = $from.depth; at > 0; at--) if ($from.node(at).type.name === 'listItem') depth++;
      return depth >= LIST_DEPTH;
    },
  }),
});

/** What documents may contain; everything else is left out when it is typed or pasted. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [...HEADING_LEVELS] },
    blockquote: { HTMLAttributes: {} },
    code: false,
    codeBlock: false,
    strike: false,
    underline: false,
    horizontalRule: false,
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      isAllowedUri: (href) => isSafeHref(href),
      shouldAutoLink: (href) => isSafeHref(href),
      HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: null },
    },
  }),
  Picture,
  ListDepth,
];
