/** Where a masked value stands: the field of a row. */
export interface MaskedPlace {
  entity: string;
  id: string;
  field: string;
  title: string;
}
