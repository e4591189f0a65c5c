/** The channel in which transactions announce what people are told. */
export const NOTICES = 'notices';

/** A notice as the stream sends it; its id is the event's. The notices' own contract has the rest. */
export interface PushedNotice {
  readonly notice_id: string;
}

/** What is announced to one person: a notice, or that some were read. Ids and nothing of what they are about. */
export interface Announced {
  orgId: string;
  userId: string;
  notice?: PushedNotice;
}

export const announced = (one: Announced): string => JSON.stringify(one);
export const fromAnnounced = (text: string): Announced => JSON.parse(text) as Announced;
