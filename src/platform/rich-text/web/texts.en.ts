import type * as zh from './texts.zh.ts';

export const richText: typeof zh.richText = {
  toolbar: 'Format',
  tools: {
    bold: 'Bold',
    italic: 'Italic',
    heading2: 'Heading',
    heading3: 'Subheading',
    bulletList: 'Bullets',
    orderedList: 'Numbers',
    blockquote: 'Quotation',
    link: 'Link',
    image: 'Insert picture',
    undo: 'Undo',
    redo: 'Redo',
  },
  linkTitle: 'Link',
  linkHref: 'Address',
  linkFormat: 'An address that begins with https:// or http://, or one of this portal that begins with /',
  linkWrongFormat:
    'Please enter a whole address that begins with https:// or http://, or one of this portal that begins with /',
  linkVerb: 'OK',
  linkRemove: 'Remove link',
  linkWords: 'Select the words of the link first',
  imageAlt: 'Description (for those who cannot see it)',
  imageSending: 'Uploading the picture…',
  imageOnly: 'PNG or JPEG pictures of at most 5 MB each',
  imageMax: 'A text has at most {{max}} pictures',
};
