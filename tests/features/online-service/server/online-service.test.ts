import { expect, it } from 'vitest';
import { loadConfig } from '../../../../src/app/server/config/load.ts';
import { contactFor, NO_CONTACT } from '../../../../src/features/online-service/server/contact.ts';

const contactOf = (env: Record<string, string>) =>
  loadConfig({ env: { XINYU_MODE: 'development', ...env } }).serviceContact;

it('is what the operator has set, with the id of the organisation in the link', () => {
  const contact = contactOf({
    ONLINE_SERVICE_LINK: 'https://service.example/?from={org_id}',
    ONLINE_SERVICE_PHONE: '400-000-0000',
    ONLINE_SERVICE_HOURS: '工作日 9:00–18:00',
    ONLINE_SERVICE_WITHOUT_TEXT: 'S2, S3',
  });
  expect(contactFor(contact, 'S1')).toEqual({
    link: 'https://service.example/?from=S1',
    phone: '400-000-0000',
    hours: '工作日 9:00–18:00',
    text_shown: true,
  });
  expect(contactFor(contact, 'S3').text_shown).toBe(false);
  expect(contactFor(contact, '&x').link).toBe('https://service.example/?from=%26x');
});

it('is nothing where the operator has set nothing', () => {
  expect(contactFor(contactOf({}), 'S1')).toEqual({ text_shown: true });
  expect(contactFor(NO_CONTACT, 'S1')).toEqual({ text_shown: true });
});

it.each(['javascript:alert(1)', 'service.example'])('refuses the link %s', (link) => {
  expect(() => contactOf({ ONLINE_SERVICE_LINK: link })).toThrow('ONLINE_SERVICE_LINK');
});
