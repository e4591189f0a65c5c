/** Texts about the privacy of minors: consents of guardians, the whole record of a student, its erasure. */
export const privacy = {
  record: {
    title: 'Export the whole record of {{name}}',
    verb: 'Export the record',
    done: 'Packing the record',
    about:
      'Everything that the school stores about this student, unmasked, as one PDF and one data file, at the request of a guardian. It contains no data of others. Download it from your export task list.',
  },
  erase: {
    title: 'Erase the record of {{name}}',
    verb: 'Erase everything about {{name}}',
    done: 'Erased everything about {{name}}',
    about: 'All data that the school stores about this student are deleted and cannot be restored.',
    goes: 'Will be erased',
    stays: 'Stays',
    staysLine: '{{title}} {{total}}: {{reason}}',
    files: 'Files',
    guardians: 'Guardians without another child here',
    accounts: 'Accounts of this person only',
    stillHere: 'Only students who have left or graduated can be erased.',
    blocked: 'It cannot be erased now: {{why}}.',
    tooEarly: 'The school keeps records for {{years}} years; it can be erased from {{day}} on.',
  },
};
