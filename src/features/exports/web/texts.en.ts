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
  stopNamed: 'Stop packing {{name}}',
  stopAsk: 'Stop packing? The part that is packed will be deleted.',
  stop: 'Stop packing',
  keep: 'Continue',
  deleteAsk: 'confirm deleting this file?',
  delete: 'Delete file',
};

export const fileCode = {
  title: 'Verify a file',
  lead: 'Every file exported from this system carries a code: in the footer of a PDF, on the sheet 说明 of a workbook, or in the file name. Type it to confirm that the file was exported here.',
  code: 'Code',
  incomplete: 'Type all 16 characters of the code',
  check: 'Verify',
  genuine: 'The code is valid',
  genuineText: 'The code belongs to this file. Its content is not shown here.',
  unknown: 'This code was not found',
  unknownText:
    'Compare it with the file once more. If it is still not found, the file may not come from this system, or the code was changed.',
  org: 'Organisation',
  kind: 'Kind',
  madeAt: 'Exported at',
  file: 'Compare the file',
  fileHint:
    'Optional. The digest is computed on this device, nothing is uploaded. Files inside a ZIP can be compared one by one.',
  choose: 'Choose a file',
  hashing: 'Computing {{percent}}%',
  unreadable: 'The file cannot be read, choose it again',
  same: '{{name}} is unchanged and identical with the exported file',
  different: '{{name}} is not identical with the exported file: it was changed, or it is another one',
  noDigest: 'No digest was kept at the export, so that {{name}} cannot be compared',
};
