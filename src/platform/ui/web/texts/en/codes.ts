export const codes = {
  code: 'Code',
  required: 'please enter the verification code',
  send: 'send code',
  resend: 'resend ({{n}}) seconds',
  sent: 'The code was sent and holds for 5 minutes',
  sentMaybe: 'If an account has this mobile, the code arrives within a minute',
  failed: 'That failed, please try again',
};
