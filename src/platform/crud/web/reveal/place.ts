/** Row and field of a masked value. */
export interface MaskedPlace {
  entity: string;
  id: string;
  field: string;
  title: string;
}
