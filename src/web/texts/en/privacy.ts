/** Texts about the privacy of minors: consents of guardians. */
export const privacy = {
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
