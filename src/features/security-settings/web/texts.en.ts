/** The settings of the security layer. */
export const securitySetting = {
  about: 'Protection of student data. Every change is logged and requires verification.',
  permit: 'Protection',
  permitAbout: 'When it is off, everything below is off.',
  modules: 'Functions',
  watermark: 'Shows who looks at the page, by name and account.',
  desensitization:
    'Phone numbers, identity numbers, addresses and similar values are masked; the role decides who may see them in full.',
  authorization_secondary: 'Asks for a second verification before a protected page opens.',
  pages: 'Protected pages',
  pagesAbout: 'These pages require verification, which is valid for 10 minutes.',
  noPages: 'There is no protected page: watermark, masking and verification have no effect.',
  authenticator: 'Authenticator app',
  authenticatorRoles: 'Roles that must use an authenticator app',
  authenticatorAbout:
    'These roles verify with an authenticator app only; a person without one sets it up first. All others may set one up.',
  authenticatorNone: 'None',
  retention: 'Retention',
  retentionYears: 'Years after leaving',
  retentionAbout: 'After these years the highest administrator may erase the record of a student.',
  role: 'What a {{role}} may do',
  turnedOn: '{{name}} is on',
  turnedOff: '{{name}} is off',
  turnOff: 'Turn off {{name}}',
  lost: {
    permit:
      'Watermark, masking and verification will all be off; all staff who can open a page see student data in full.',
    watermark: 'Pages no longer show who looks at them.',
    desensitization:
      'All staff who can open a page see phone numbers, identity numbers and addresses in full, in exported sheets too.',
    authorization_secondary:
      'Protected pages open without verification. The batch password change and these settings still require it.',
    page: 'This page opens without verification.',
  },
  notice: 'Internal, do not share',
};
