/** The panels that may be added to a window: their titles, what each is for, and where the focus goes. Data only. */

export const ADMIN_PANELS = {
  marketTrades: 'Market trades',
  instruments: 'Instruments',
  collateral: 'Collateral',
  fees: 'Fees',
  margin: 'Margin',
  limits: 'Limits',
  reconciliation: 'Reconciliation',
  webhooks: 'Webhooks',
  notices: 'Notices',
  venue: 'Venue profile',
} as const
export type AdminPanelId = keyof typeof ADMIN_PANELS

export const isAdminPanel = (id: string): id is AdminPanelId => Object.hasOwn(ADMIN_PANELS, id)

/** What the palette says behind each title. */
export const PANEL_WORDS: Readonly<Record<AdminPanelId, string>> = {
  marketTrades: 'public trades of an instrument as they happen: time and sales',
  instruments: 'status, margins, tick and lot of every instrument',
  collateral: 'balance, deposits and withdrawals of a customer',
  fees: 'maker and taker fees of a customer, in bps',
  margin: 'margins and leverage of a customer',
  reconciliation: 'which customers tie out with the venue, and which records do not agree',
  limits: 'what holds every order: for the desk, a customer, an instrument',
  webhooks: 'register, list and remove; verify a delivery',
  notices: 'fills, rejects, cancels, limits, transfers, connections: acknowledge, go to the row (Shift F1)',
  venue: 'every field of how this desk talks to a venue',
}
