import type { keyLogin as keyZh, serviceAccount as zh } from './texts.zh.ts';

export const keyLogin: typeof keyZh = {
  title: 'Sign in from another system',
  working: 'Signing in…',
  other:
    '{{current}} is signed in in this browser, but the link that you opened belongs to {{holder}} ({{org}}). Choose who continues.',
  asHolder: 'Sign {{current}} out and continue as {{holder}}',
  asCurrent: 'Continue as {{current}}',
  gone: 'The link was already used. Go back to the other system and open it again.',
  again: 'Try again',
  toLogin: 'Sign in with an account',
  home: 'Back to the home page',
};

export const serviceAccount: typeof zh = {
  about:
    'For systems that connect to the portal. A system does only what you grant and opens no pages; the operation log names it as a system.',
  create: 'New service account',
  none: 'No service accounts yet',
  noneHint: 'Make one for each system that reads or synchronises the data of your organisation.',
  name: 'Name',
  nameHint: 'Which system it is for',
  nameRequired: 'Enter a name',
  rights: 'Rights',
  rightsRequired: 'Choose at least one right',
  networks: 'Allowed addresses',
  networksHint: 'One IP address or network in each line, such as 10.1.0.0/16. Empty: from everywhere.',
  networksMany: 'At most 20 addresses or networks',
  validity: 'Valid for',
  days: '{{count}} days',
  areas: { 'sign-in-token': 'Sign staff in (single sign-on)' },
  allowed: 'Allowed',
  signInWarning:
    'The system will be able to open the portal as a member of staff, without their password. Grant this only to a system that you trust fully, and limit its addresses.',
  acts: { open: 'Read', export: 'Export', create: 'Create', update: 'Change', import: 'Import' },
  clientId: 'Client id',
  secret: 'Secret',
  credential: 'Credential',
  bySecret: 'A secret of the portal',
  byKey: 'A public key of the system',
  publicKey: 'Public key',
  publicKeyHint:
    'PEM (BEGIN PUBLIC KEY) or JWK, Ed25519 or ECDSA P-256. The private key stays with the system; do not paste it here.',
  keyOf: 'Public key {{kind}}, thumbprint',
  keySet: 'The system signs in with its private key. Compare the thumbprint with its holder. Valid until {{until}}.',
  once: 'The secret is shown this once. Hand it to the person in charge of the system. Valid until {{until}}.',
  states: { active: 'In use', suspended: 'Suspended', expired: 'Expired', revoked: 'Revoked' },
  until: 'valid until {{at}}',
  made: 'made by {{name}} at {{at}}',
  responsible: 'responsible: {{name}}',
  suspended:
    'Suspended: {{name}}, who was responsible, has left or lost the rights, so the system has no access. An administrator can take the account over and hand the new secret to the system, or revoke it.',
  lost: '{{name}}, who is responsible, does not have these rights now, so they have no effect: {{rights}}',
  used: 'last used {{at}} ({{address}})',
  unused: 'never used',
  anywhere: 'from any address',
  former: 'former secret or key valid until {{at}}',
  rotate: 'New secret',
  rotateOf: 'New secret for {{name}}',
  rotateText:
    'The new secret or key is valid at once, and you become responsible for the account. Choose how long the former one stays valid.',
  takeOver: 'Take over',
  takeOverOf: 'Take over {{name}}',
  takeOverText:
    'You become responsible for this account and give it a new secret or key. The former one ends at once. The operation log records it.',
  overlap: 'Former secret or key',
  overlapNow: 'Ends at once',
  overlapHours: 'Stays for {{count}} hours',
  revoke: 'Revoke',
  revokeOf: 'Revoke {{name}}',
  revokeText: '“{{name}}” loses its access at once, and a running synchronisation breaks off. This cannot be undone.',
  revoked: '“{{name}}” is revoked',
};
