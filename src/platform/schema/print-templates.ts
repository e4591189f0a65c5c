/** How a row is printed (`x-resource.prints`). */
export interface PrintTemplate {
  key: string;
  title: string;
  /** Fields in their order. */
  fields: readonly string[];
  /** Pairs of label and value side by side. */
  columns?: 1 | 2;
  /** Words above and below the values. */
  header?: string;
  footer?: string;
  /** Lines to sign on, such as 负责人签字. */
  signatures?: readonly string[];
}

export const PRINT_TEXT_MAX = 300;
export const PRINT_FIELDS_MAX = 60;
export const SIGNATURES_MAX = 4;
