import type { department as zhDepartment, school as zh } from './texts.zh.ts';

export const school: typeof zh = {
  enter: 'Enter',
  enterOf: 'Enter {{school}}',
  enterText:
    'You will be in {{school}} as {{role}}, for 12 hours at most. Start and end of the visit are logged in both organisations, your actions in the log of the school.',
};

export const department: typeof zhDepartment = {
  before: 'Before {{name}}',
  last: 'Last',
};
