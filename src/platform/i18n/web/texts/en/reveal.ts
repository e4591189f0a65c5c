/** Texts of the dialog that reveals a masked value. */
export const reveal = {
  show: 'Show {{title}} in clear',
  hide: 'Hide {{title}}',
  title: 'Show {{title}}',
  about: 'The value is shown for 60 seconds. User, time and reason are written to the operation log.',
  reason: 'Reason',
  reasonHint: 'Why you need it',
  reasonNeeded: 'Please give a reason of at least {{n}} characters',
  reasons: {
    contact: 'Contact the family',
    check: 'Check information',
    crisis: 'Handle an emergency',
    paperwork: 'Paperwork',
  },
  ask: 'Show',
};
