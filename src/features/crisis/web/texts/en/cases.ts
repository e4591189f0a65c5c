export const cases = {
  open: 'View and verify', acknowledge: 'I take it on', acknowledged: '{{name}} takes care of it', toCase: 'View the case', enter: 'View',
  archive: 'Archive of the student', showWarn: 'Open the warning: {{source}}, {{at}}', warns: 'Warnings', warnsCount: '{{count}} warnings', steps: 'What happened', stepsTotal: '{{count}} steps', noSteps: 'Nothing is noted yet', stepBy: '{{name}}, {{at}}', toRecord: 'Open the record', leaveText: 'It is not saved.',
  number: 'No. {{no}}', opened: 'Opened {{at}}', contacted: 'First contact {{at}}', notContacted: 'Nobody has been contacted yet', closed: 'Closed by {{name}}, {{at}}',
  add: 'Note a step', kind: 'Kind', content: 'Content', placeholder: 'What was done, how student and parents responded, what comes next', required: 'please fill in the content', restricted: 'For my role group only', restrictedHelp: 'Others see that there is a step, and neither its words nor its files',
  save: 'Save', saved: 'Saved', stillSending: 'Files are still being sent, please wait', someFailed: 'Some files were not sent, please retry or remove them',
  amend: 'Amend', amendTitle: 'Amend the note', amendHelp: 'What was written before stays.', amends: 'Amends an earlier note', amended: 'Amended', showFormer: 'What it said before', hideFormer: 'Hide', hidden: 'Its words are for {{group}} only', unreadable: 'Your role cannot read this record', only: 'For {{group}} only', says: 'Level',
  level: 'Change level', levelTo: 'New level', close: 'Close', closeTitle: 'Close the case', closeHelp: 'Nothing can be noted afterwards; the next valid warning of this student opens another case.', closeVerb: 'Close the case', reason: 'Reason', reasonHint: 'please say why',
};
