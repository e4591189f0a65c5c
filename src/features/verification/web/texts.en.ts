/** Second-step verification and what else protects a page (`spec §2`, §4, §5, §8). */
export const security = {
  title: 'Identity verification',
  why: 'This page contains protected student data. Please confirm that it is you.',
  bySms: 'SMS verification',
  byPassword: 'Password verification',
  mobile: 'Mobile',
  account: 'Account',
  password: 'Password',
  passwordRequired: 'please enter password',
  submit: 'Verify',
  verified: 'verification succeeded',
  noToken: 'verification failed, no secondary_token',
  first: 'Please verify your identity first, then try again',
  failed: 'Verification failed, please try again',
};

export const suspension = {
  title: 'Page protection',
  verification: 'Identity verification',
  until: 'Verified until {{at}} ({{left}} left)',
  over: 'Verification is over; what you do next asks for it again',
  masking: 'Masking',
  maskingOn: 'Mobiles, identity cards and similar values are shown as your role permits',
  watermark: 'Watermark',
  watermarkOn: 'The page shows the name and account of {{name}}',
  log: 'Operation log',
  logged: 'What {{name}} ({{login}}) does is logged',
  off: 'off',
  settings: 'Security settings',
};
