/** Texts of the notices in the header (`spec §2`). */
export const notices = {
  unread: '{{count}} unread',
  allRead: 'No unread notices',
  readAll: 'Mark all as read',
  mine: 'Notices',
  seen: 'Got it',
  earlier: 'Earlier notices',
  fewer: 'Show fewer',
  none: 'No notices yet',
  look: 'Have a look',
  acknowledge: 'Acknowledge',
  acknowledged: 'Acknowledged',
  fresh: ' (unread)',
  now: 'just now',
  minutes: '{{count}} minutes ago',
  hours: '{{count}} hours ago',
  days: '{{count}} days ago',
};

/** The public page that opens what a message is about. */
export const messageRouter = {
  title: 'This message cannot be opened',
  text: 'It is no longer valid, or your current role may not see it. Start from the portal home, or switch the role.',
};
