import type { errors as zh } from '../zh/errors.ts';

export const errors: typeof zh = {
  network: 'Network error!',
  timeout: 'Request timed out!',
  wrongPassword: 'Wrong account or password',
  forbidden: 'Permission denied',
  busy: 'Working on it...',
  unknown: 'Unknown error',
  sessionEndedTitle: 'Please sign in again',
  sessionEnded: 'Your sign-in has expired or the account is signed in elsewhere. Please sign in again.',
  signInToGoOn: 'This page is kept. Sign in with the same account to go on; what you did last is then submitted.',
  signInElsewhere: 'Sign in another way or with another account (discards what is not submitted)',
  otherUser: 'Another account is signed in now. What the former account had not submitted was discarded.',
  otherTabTitle: 'Another account is signed in',
  otherTab: 'Another account signed in in another tab of this browser. This page still belongs to {{name}}.',
  otherTabGoOn: 'This page is kept. Sign in with its account to go on; the other tab is then signed out.',
  otherTabLeave: 'Go to the account that is signed in now (discards what is not submitted)',
  goOn: 'Continue',
  notVerified: 'Verification was cancelled; nothing was submitted',
  chunkTitle: 'The page did not load',
  chunk: 'The network may have been interrupted, or the system was just updated. Reload the page to go on.',
  chunkInPage:
    'A part did not load: the network may be down, or the portal was just updated. Please reload the page and try again.',
  partChunk:
    'This could not be opened. The network may be down, or the system was just updated. Please reload the page and try again.',
  crashTitle: 'Something went wrong on this page',
  crash: 'Your data are not affected. Reload the page and try again; if it keeps happening, contact customer service.',
  requestId: 'Request number: {{id}}',
};
