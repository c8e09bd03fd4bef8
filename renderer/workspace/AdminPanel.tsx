/** Draws one added panel; its code is fetched when it is first shown, so that a window starts without it. */

import '../panels/panels.css'
import { Suspense, lazy, type ComponentType } from 'react'
import type { AdminPanelId } from '../state/stores/administrationPanels.ts'

const drawn: Readonly<Record<AdminPanelId, ComponentType>> = {
  marketTrades: lazy(async () => ({
    default: (await import('../panels/administration/marketTrades/MarketTrades.tsx')).MarketTrades,
  })),
  instruments: lazy(async () => ({
    default: (await import('../panels/administration/instruments/Instruments.tsx')).Instruments,
  })),
  collateral: lazy(async () => ({
    default: (await import('../panels/administration/collateral/Collateral.tsx')).Collateral,
  })),
  fees: lazy(async () => ({ default: (await import('../panels/administration/fees/Fees.tsx')).Fees })),
  margin: lazy(async () => ({
    default: (await import('../panels/administration/margin/Margin.tsx')).Margin,
  })),
  reconciliation: lazy(async () => ({
    default: (await import('../panels/administration/reconciliation/Reconciliation.tsx')).Reconciliation,
  })),
  limits: lazy(async () => ({
    default: (await import('../panels/administration/limits/Limits.tsx')).Limits,
  })),
  webhooks: lazy(async () => ({
    default: (await import('../panels/administration/webhooks/Webhooks.tsx')).Webhooks,
  })),
  notices: lazy(async () => ({ default: (await import('../panels/notices/Notices.tsx')).Notices })),
  venue: lazy(async () => ({
    default: (await import('../panels/administration/venue/VenuePanel.tsx')).VenuePanel,
  })),
}

export function AdminPanel({ id }: { readonly id: AdminPanelId }) {
  const Panel = drawn[id]
  return (
    <Suspense fallback={<p className="grid-empty">Opening…</p>}>
      <Panel />
    </Suspense>
  )
}
