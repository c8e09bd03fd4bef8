/** The panels with movable keys. A binding of a panel is named after the panel, such as `orders.amend`; its key works only there. Pure. */

/** Stored in the ids of bindings: never change one. No binding of the window begins with one of them and a dot. */
export const KEY_SCOPES = {
  ladder: 'ladder',
  tables: 'tables',
  orders: 'orders',
  positions: 'positions',
  customers: 'customers',
  quotes: 'quote board',
  sales: 'time and sales',
  notices: 'notices',
  alerts: 'alerts',
  chart: 'chart',
  reconciliation: 'reconciliation',
  risk: 'risk board',
  diagnostics: 'diagnostics',
  rebalance: 'rebalance',
} as const

export type KeyScope = keyof typeof KEY_SCOPES

/** The panels with rows: the keys of tables work in each of them, beside its own. */
const WITH_ROWS: readonly KeyScope[] = [
  'orders',
  'positions',
  'customers',
  'reconciliation',
  'alerts',
  'risk',
  'diagnostics',
  'rebalance',
]

/** Whether a press can mean bindings of both at once. */
export const hasSameFocus = (one: KeyScope | null, other: KeyScope | null): boolean => {
  if (one === null || other === null || one === other) return true
  return (one === 'tables' && WITH_ROWS.includes(other)) || (other === 'tables' && WITH_ROWS.includes(one))
}

/** The panel of a binding; null for a binding of the window. */
export function scopeOf(id: string): KeyScope | null {
  const at = id.indexOf('.')
  const prefix = at < 0 ? '' : id.slice(0, at)
  return Object.hasOwn(KEY_SCOPES, prefix) ? (prefix as KeyScope) : null
}
