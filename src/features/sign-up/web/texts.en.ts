import type { signUp as zh } from './texts.zh.ts';

export const signUp: typeof zh = {
  title: 'Open an account with your mobile',
  about:
    'Where a school has recorded your mobile but has not given you an account, prove the number here and set a password. If no code arrives, ask the school which number it has recorded.',
  mobile: 'Mobile',
  mobileRequired: 'Enter a mobile of 11 digits',
  codeRequired: 'Enter the code',
  next: 'Next',
  chooseTitle: 'Set a password',
  chooseAbout: 'The mobile {{mobile}} is proved. This will be opened for you:',
  identities: { parent: 'guardian', staff: 'staff' },
  open: '{{org}} · {{identity}}',
  save: 'Open and sign in',
  failed: 'It did not work. Please try again.',
  toLogin: 'Back to the sign-in',
  reset: 'Forgot password',
};
