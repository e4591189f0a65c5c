/** Texts of the class teacher's comment. */
export const comments = {
  about:
    'One for each student and year, written by the class teacher and changed by its author only. Everyone who may open the archive may read it.',
  of: 'Comment on {{name}}',
  year: 'Year',
  content: 'Comment',
  placeholder: 'please fill in the comment',
  required: 'please fill in the comment',
  by: '{{name}}, {{at}}',
  changed: '{{name}}, changed {{at}}',
  none: 'No comment for {{year}} yet',
  noneText: 'The class teacher of this student writes it.',
  write: 'Write comment',
  edit: 'Edit comment',
  save: 'Save comment',
  saved: 'saved successfully',
  stillSending: 'Files are still being uploaded',
  someFailed: 'Some files were not uploaded: retry or remove them',
};
