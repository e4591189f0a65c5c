export const recovery = {
  title: 'Recover your password',
  about: 'Set a new password by your bound mobile. Without one, ask the administrator of your school.',
  mobile: 'Mobile',
  next: 'Next',
  chooseTitle: 'Set a new password',
  chooseAbout: '{{mobile}} is verified; please set a new password within 10 minutes. Every device will be signed out.',
  save: 'Set new password',
  done: 'The new password is set',
  doneText: 'Please sign in with it.',
  toLogin: 'Back to sign-in',
};
