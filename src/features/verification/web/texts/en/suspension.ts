export const suspension = {
  title: 'Page protection',
  verification: 'Identity verification',
  until: 'Verified until {{at}} ({{left}} left)',
  over: 'Verification is over; what you do next asks for it again',
  masking: 'Masking',
  maskingOn: 'Mobiles, identity cards and the like are shown as your role may see them',
  watermark: 'Watermark',
  watermarkOn: 'The page shows the name and account of {{name}}',
  log: 'Operation log',
  logged: 'What {{name}} ({{login}}) does is logged',
  off: 'off',
  settings: 'Security settings',
};
