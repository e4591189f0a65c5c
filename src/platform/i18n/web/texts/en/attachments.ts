/** Texts of files beside a text. */
export const attachments = {
  title: 'Attachments',
  add: 'Add attachment',
  hint: '{{count}} of {{max}}. Images (png, jpg) up to 5 MB, audio (mp3) up to 20 MB; drop them here or paste a picture',
  preview: 'View {{name}}',
  sending: 'Uploading {{name}}',
  retry: 'Upload {{name}} again',
  cancel: 'Cancel {{name}}',
  remove: 'Remove {{name}}',
  unsupported: 'Your browser cannot play audio',
  larger: 'Zoom in',
  smaller: 'Zoom out',
  turn: 'Rotate 90 degrees',
  broken: 'The picture could not be loaded',
};
