import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as calendar from '../contract/calendar.ts';
import * as contract from '../contract/records.ts';
import { recordParts } from './archive-part.ts';
import { recordsHandlers } from './handlers.ts';
import { todayCard } from './home-card.ts';
import { consultationHooks } from './hooks/consultations.ts';
import { consultingClosureHooks, consultingSlotHooks } from './hooks/consulting-slots.ts';
import { followUpHooks } from './hooks/follow-ups.ts';
import { recordHooks } from './hooks/records.ts';
import { referralHooks } from './hooks/referrals.ts';
import { contactOfStudents } from './queries/last-contact.ts';
import { referralOf } from './read-referral.ts';

/** Hooks of records of past events. */
const happened = (table: string, step: string) => recordHooks({ table, step, when: 'happened_at' });

export const interventions: ServerFeature = {
  name: 'interventions',
  archive: recordParts,
  contract: [contract, calendar],
  handlers: recordsHandlers,
  hooks: {
    consultation: consultationHooks,
    'consulting-closure': consultingClosureHooks,
    'consulting-slot': consultingSlotHooks,
    'custom-intervention': happened('custom_interventions', 'custom'),
    drawing: happened('drawings', 'drawing'),
    'follow-up': followUpHooks,
    intervention: happened('interventions', 'intervention'),
    interview: happened('interviews', 'interview'),
    referral: referralHooks,
    sandplay: happened('sandplays', 'sandplay'),
  },
  facts: { student: referralOf },
  extends: { student: contactOfStudents },
  homeCards: [todayCard],
  demo: () => import('./demo/demo.ts'),
};
