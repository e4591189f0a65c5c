export const codes = {
  code: 'Code',
  required: 'please enter the verification code',
  send: 'send code',
  resend: 'resend ({{n}}) seconds',
  sent: 'The code was sent and holds for 5 minutes',
  outbox: 'A demonstration sends no messages: open {{path}} to read the code',
  sentMaybe: 'If an account has this mobile, the code arrives within a minute',
  failed: 'That failed, please try again',
};
