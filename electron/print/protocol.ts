/** What crosses between the print thread and the process that started it. Types only. */

export interface PrintOrder {
  /** JSON of a `StatementInput`. */
  readonly records: string
}

export type Printed =
  | { readonly kind: 'printed'; readonly pdf: string }
  /** One sentence. */
  | { readonly kind: 'refused'; readonly why: string }
