/** The settings of the security layer. */
export const securitySetting = {
  about: 'What protects the data of students. Every change is logged and wants verification.',
  permit: 'Protection',
  permitAbout: 'When it is off, everything below is off.',
  modules: 'Functions',
  watermark: 'Shows who looks at the page, by name and account.',
  desensitization:
    'Phone numbers, identity numbers, addresses and the like are shown in part; who may see the whole is a matter of role.',
  authorization_secondary: 'Asks again who sits at the screen before a protected page opens.',
  pages: 'Protected pages',
  pagesAbout: 'Before these pages open the person is verified; that holds for 10 minutes.',
  noPages: 'There is no protected page: watermark, masking and verification have no effect.',
  retention: 'Retention',
  retentionYears: 'Years after leaving',
  retentionAbout: 'After these years the highest administrator may erase the record of a student.',
  role: 'What a {{role}} may do',
  turnedOn: '{{name}} is on',
  turnedOff: '{{name}} is off',
  turnOff: 'Turn off {{name}}',
  lost: {
    permit:
      'Watermark, masking and verification will all be off; every member of staff who can open a page sees the whole data of students.',
    watermark: 'Pages no longer show who looks at them.',
    desensitization:
      'Every member of staff who can open a page sees whole phone numbers, identity numbers and addresses, in exported sheets too.',
    authorization_secondary:
      'Protected pages open without verification. The batch password change and these settings still want it.',
    page: 'This page opens without verification.',
  },
  notice: 'Internal, do not share',
};
