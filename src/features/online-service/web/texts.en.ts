import type { onlineService as zh } from './texts.zh.ts';

export const onlineService: typeof zh = {
  title: 'Online service',
  scan: 'Scan the code with a phone to reach the service provider',
  open: 'Open here',
  code: 'QR code of the online service',
  phone: 'Phone',
  hours: 'Hours',
  none: 'No online service is set up. Please ask the administrator of your organisation, or look into the help centre.',
  help: 'Open the help centre',
  crisis:
    'The online service answers questions about the portal. If somebody is in danger, report it and call 110 or 120.',
};
