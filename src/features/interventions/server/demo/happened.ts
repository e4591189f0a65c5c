import { TIME_ZONE_OFFSET } from '../../../../platform/schema/wall-clock.ts';
import type { DemoRecord } from '../../../crisis/server/public.ts';
import { CONSULTATION } from '../../rules/consultation.ts';
import type { RecordRows } from './rows.ts';

/** Records that happened, with the kind of the step that each is in a case (`case_step_kind`) and when it was. */
export const happenedRecords = ({
  interventions,
  interviews,
  sandplays,
  drawings,
  custom_interventions,
  consultations,
  referrals,
  follow_ups,
}: RecordRows): DemoRecord[] => [
  ...interventions.map((record) => ({
    table: 'interventions',
    kind: 'intervention',
    id: record.intervention_id,
    at: record.happened_at,
    record,
  })),
  ...interviews.map((record) => ({
    table: 'interviews',
    kind: 'interview',
    id: record.interview_id,
    at: record.happened_at,
    record,
  })),
  ...sandplays.map((record) => ({
    table: 'sandplays',
    kind: 'sandplay',
    id: record.sandplay_id,
    at: record.happened_at,
    record,
  })),
  ...drawings.map((record) => ({
    table: 'drawings',
    kind: 'drawing',
    id: record.drawing_id,
    at: record.happened_at,
    record,
  })),
  ...custom_interventions.map((record) => ({
    table: 'custom_interventions',
    kind: 'custom',
    id: record.custom_intervention_id,
    at: record.happened_at,
    record,
  })),
  ...consultations
    .filter(({ status }) => status === CONSULTATION.done)
    .map((record) => ({
      table: 'consultations',
      kind: 'consultation',
      id: record.consultation_id,
      at: record.start_at,
      record,
    })),
  ...referrals.map((record) => ({
    table: 'referrals',
    kind: 'referral',
    id: record.referral_id,
    at: record.created_at,
    record,
  })),
  // Notified when they are completed, as in the portal.
  ...follow_ups.flatMap((record) =>
    record.done_on === undefined
      ? []
      : [
          {
            table: 'follow_ups',
            kind: 'follow_up',
            id: record.follow_up_id,
            at: `${record.done_on}T16:10:00${TIME_ZONE_OFFSET}`,
            record,
          },
        ],
  ),
];
