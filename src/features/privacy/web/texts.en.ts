/** Texts about the privacy of minors: consents of guardians, the whole record of a student, its erasure. */
export const privacy = {
  reason: 'Reason',
  reasonHint: 'for instance: a guardian asked in writing',
  reasonNeeded: 'Please give a reason of at least {{n}} characters',
  record: {
    title: 'Export the whole record of {{name}}',
    verb: 'Export the record',
    done: 'Packing the record',
    about:
      'Everything that the school holds of this student, unmasked, as one PDF and one data file, for a guardian who asks. Nothing about others is in it. Fetch it from your export task list.',
  },
  erase: {
    title: 'Erase the record of {{name}}',
    verb: 'Erase everything about {{name}}',
    done: 'Erased everything about {{name}}',
    about: 'Afterwards nothing that the school held of this student is left, and it cannot be brought back.',
    goes: 'Will be erased',
    stays: 'Stays',
    staysLine: '{{title}} {{total}}: {{reason}}',
    files: 'Files',
    guardians: 'Guardians without another child here',
    accounts: 'Accounts of nobody else',
    stillHere: 'Only students who have left or graduated can be erased.',
    tooEarly: 'The school keeps records for {{years}} years; it can be erased from {{day}} on.',
  },
};
