import type { OnlineService } from '../contract.ts';

/** What the operator has set (`ONLINE_SERVICE_…`). */
export interface ServiceContact {
  /** May contain `{org_id}`, so that the provider knows who asks. */
  readonly link?: string | undefined;
  readonly phone?: string | undefined;
  readonly hours?: string | undefined;
  /** Organisations that see the QR code without text. */
  readonly withoutText: readonly string[];
}

export const NO_CONTACT: ServiceContact = { withoutText: [] };

export const contactFor = ({ link, phone, hours, withoutText }: ServiceContact, orgId: string): OnlineService => ({
  ...(link !== undefined && { link: link.replaceAll('{org_id}', encodeURIComponent(orgId)) }),
  ...(phone !== undefined && { phone }),
  ...(hours !== undefined && { hours }),
  text_shown: !withoutText.includes(orgId),
});
