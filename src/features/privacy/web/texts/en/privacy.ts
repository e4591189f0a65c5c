/** Texts about the privacy of minors: consents of guardians, the whole record of a student, its erasure. */
export const privacy = {
  reason: 'Reason', reasonHint: 'for instance: a guardian asked in writing', reasonNeeded: 'Please give a reason of at least {{n}} characters',
  record: {
    title: 'Export the whole record of {{name}}', verb: 'Export the record', done: 'Packing the record',
    about: 'Everything that the school holds of this student, unmasked, as one PDF and one data file, for a guardian who asks. Nothing about others is in it. Fetch it from your export task list.',
  },
  erase: {
    title: 'Erase the record of {{name}}', verb: 'Erase everything about {{name}}', done: 'Erased everything about {{name}}',
    about: 'Afterwards nothing that the school held of this student is left, and it cannot be brought back.',
    goes: 'Will be erased', stays: 'Stays', staysLine: '{{title}} {{total}}: {{reason}}', files: 'Files', guardians: 'Guardians without another child here', accounts: 'Accounts of nobody else',
    stillHere: 'Only students who have left or graduated can be erased.', tooEarly: 'The school keeps records for {{years}} years; it can be erased from {{day}} on.',
  },
  consent: {
    title_one: 'Guardian consent for {{name}}', title_many: 'Guardian consent for {{count}} students',
    about: 'Of students under 14, answers of a screening are stored only once a guardian has consented. Whose birthday is unknown counts as younger.',
    who: 'Consenting guardian', noGuardian: 'No guardian yet: add one first', skip: 'Not now',
    how: 'How', day: 'Day of consent', dayRequired: 'please choose the day',
    paper: 'Signed paper', text: 'Text of the consent ({{version}})', record: 'Record consent for {{count}} students', recorded: 'Recorded for {{count}} students', already: 'All of these were recorded before',
    history: 'Recorded', none: 'Nothing recorded yet', entry: '{{relation}} {{guardian}}, consented {{day}}', by: '{{how}}, text {{version}}, recorded {{at}} by {{name}}', withdrawn: 'withdrawn {{at}}',
    withdraw: 'Withdraw consent', withdrawText: 'After this {{name}} needs another consent before new answers are stored; what was recorded stays.', withdrawnNow: 'Withdrawal recorded',
  },
};
