/** Texts of the export task list (`spec §4`). */
export const downloads = {
  waiting: 'Export task list: tasks are packed or ready',
  none: 'no download task records',
  packing: 'packaging {{progress}}%',
  ready: 'task will be cleared on {{day}}, please download in time',
  expired: 'file invalid',
  failed: 'packaging failed',
  fetching: 'Downloading {{far}}',
  cancel: 'Cancel {{name}}',
  fetch: 'Download {{name}}',
  remove: 'Delete {{name}}',
  deleteAsk: 'confirm deleting this file?',
  delete: 'Delete file',
};
