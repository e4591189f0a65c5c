import type { Notice } from '../../../features/notices/contract.ts';

/** The channel in which transactions announce what people are told. */
export const NOTICES = 'notices';

/** What is announced to one person: a notice, or that some were read. Ids and nothing of what they are about. */
export interface Announced {
  orgId: string;
  userId: string;
  notice?: Notice;
}

export const announced = (one: Announced): string => JSON.stringify(one);
export const fromAnnounced = (text: string): Announced => JSON.parse(text) as Announced;
