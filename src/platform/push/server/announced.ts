/** The channel in which transactions announce events for users. */
export const NOTICES = 'notices';

/** A notice as the stream sends it; its id is the event's. The contract of notices declares the other fields. */
export interface PushedNotice {
  readonly notice_id: string;
}

/** The event for one person: a new notice, or notices that were read. Contains only ids, no content. */
export interface Announced {
  orgId: string;
  userId: string;
  notice?: PushedNotice;
}

export const announced = (one: Announced): string => JSON.stringify(one);
export const fromAnnounced = (text: string): Announced => JSON.parse(text) as Announced;
