/** The sheets over the workspace, one at a time. The code of most comes once the workspace is drawn. */

import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { ListedCustomer } from '../../shared/domain/accounts/customer.ts'
import { shownCode } from '../../shared/base/shownCode.ts'
import type { CustomerCode, Symbol } from '../../shared/domain/scalars.ts'
import { assertNever } from '../../shared/base/result.ts'
import { PANEL_COMMANDS, PANELS_BEHIND_START, panelTitle } from '../panels/panelRegistry.tsx'
import { DETECTED_WORDS } from '../panels/customers/detectedCode.ts'
import { KillSheet } from '../halts/KillSheet.tsx'
import { chooseLinkCustomer } from '../state/actions/joinLinks.ts'
import { PanelPalette } from './PanelPalette.tsx'
import { LinkPicker } from './LinkPickers.tsx'
import { chooseCustomer, chooseInstrumentOf } from '../state/actions/workspaceActions.ts'
import { kindOf, type InstanceId } from '../state/stores/panelInstances.ts'
import type { Overlay } from '../state/stores/overlayStore.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { fetched } from '../ui/Fetched.tsx'
import { Picker } from '../ui/Picker.tsx'
import { instrumentItems } from '../dealing/instrumentItems.ts'
import { useSession, useUnread } from '../state/useSession.ts'

/** A key opens each of them, and the keys behind it are theirs. Their code comes once the page has drawn. */
const SHEETS = {
  AmendOrder: fetched(async () => (await import('../panels/orders/AmendOrder.tsx')).AmendOrder),
  HaltsSheet: fetched(async () => (await import('../halts/HaltsSheet.tsx')).HaltsSheet),
  Override: fetched(async () => (await import('../dealing/Override.tsx')).Override),
  KeyCard: fetched(async () => (await import('../keyboard/KeyCard.tsx')).KeyCard),
  SignOutSheet: fetched(async () => (await import('../halts/SignOutSheet.tsx')).SignOutSheet),
  EditCustomer: fetched(async () => (await import('../panels/customers/EditCustomer.tsx')).EditCustomer),
  Transfer: fetched(async () => (await import('../panels/customers/Transfer.tsx')).Transfer),
  NameWorkspace: fetched(async () => (await import('./workspaces/NameWorkspace.tsx')).NameWorkspace),
  WorkspacePicker: fetched(async () => (await import('./workspaces/WorkspacePicker.tsx')).WorkspacePicker),
  OtherWorkspacePicker: fetched(
    async () => (await import('./workspaces/WorkspacePicker.tsx')).OtherWorkspacePicker,
  ),
  TableColumns: fetched(async () => (await import('../panels/tables/setup/TableColumns.tsx')).TableColumns),
  TableViews: fetched(async () => (await import('../panels/tables/views/TableViews.tsx')).TableViews),
  TradeDetail: fetched(async () => (await import('../panels/trades/TradeDetail.tsx')).TradeDetail),
  OrderDetail: fetched(async () => (await import('../panels/orders/OrderDetail.tsx')).OrderDetail),
  NameWindow: fetched(async () => (await import('./windows/NameWindow.tsx')).NameWindow),
  ImportCustomers: fetched(
    async () => (await import('../panels/customers/csv/ImportCustomers.tsx')).ImportCustomers,
  ),
  BlockSheet: fetched(async () => (await import('../panels/block/BlockSheet.tsx')).BlockSheet),
  BlockRowsSheet: fetched(async () => (await import('../panels/block/BlockRowsSheet.tsx')).BlockRowsSheet),
  UpdatesSheet: fetched(async () => (await import('./updates/UpdatesSheet.tsx')).UpdatesSheet),
  FlattenRowsSheet: fetched(
    async () => (await import('../panels/risk/acts/FlattenRowsSheet.tsx')).FlattenRowsSheet,
  ),
  HaltCustomersSheet: fetched(
    async () => (await import('../halts/HaltCustomersSheet.tsx')).HaltCustomersSheet,
  ),
  AmendBlock: fetched(async () => (await import('../panels/block/AmendBlock.tsx')).AmendBlock),
}

export function Overlays() {
  useEffect(() => {
    for (const part of [...Object.values(SHEETS), ...PANELS_BEHIND_START]) part.fetch()
  }, [])
  return <OpenSheet />
}

function OpenSheet() {
  const session = useSession()
  const open = useStore(session.overlay, (overlay) => overlay.open)
  const unreadCustomers = useUnread('trades', 'ledger', 'customers')
  const unreadInstruments = useUnread('instruments')
  // An answer may come once this sheet is closed and another one is open.
  const onClose = () => session.overlay.setState((now) => (now.open === open ? { open: null } : {}))
  if (open === null) return null
  switch (open.kind) {
    case 'keys': {
      const { focusedPanel } = session.workspace.getState()
      const { value: status } = session.server.session.getState()
      return (
        <SHEETS.KeyCard
          commands={PANEL_COMMANDS}
          mouse={session.settings.getState().settings.values['ladder.mouse']}
          focused={
            focusedPanel === null ? null : { kind: kindOf(focusedPanel), title: panelTitle(focusedPanel) }
          }
          manual={status?.program.manual ?? null}
          onClose={onClose}
        />
      )
    }
    case 'pickCustomer':
      return (
        <Picker
          title={
            open.link === null ? 'Customer of this window' : `Customer of link ${open.link}, in every window`
          }
          placeholder="Code or name"
          items={(session.server.customers.getState().value ?? []).map((customer) => ({
            key: customer.code,
            label: shownCode(customer.code),
            detail: customerDetail(customer, session.workspace.getState().customer),
          }))}
          enter="sole"
          empty={unreadCustomers ?? 'No customer fits. Add one in the Customers panel.'}
          onPick={(key) => {
            const code = key as CustomerCode
            if (open.link === null) chooseCustomer(session.workspace, code)
            else chooseLinkCustomer(session.workspace, open.link, code)
          }}
          onClose={onClose}
        />
      )
    case 'pickInstrument': {
      const instruments = session.server.instruments.getState().value ?? []
      return (
        <Picker
          title={`Instrument of ${panelTitle(open.panel)}${linkWords(session, open.panel)}`}
          placeholder="BTC, ETH, …"
          items={instrumentItems(instruments)}
          enter="sole"
          empty={unreadInstruments ?? 'No instrument fits.'}
          onPick={(key) => chooseInstrumentOf(session.workspace, open.panel, key as Symbol)}
          onClose={onClose}
        />
      )
    }
    case 'pickLink':
      return <LinkPicker axis={open.axis} panel={open.panel} onClose={onClose} />
    case 'editCustomer':
      return <SHEETS.EditCustomer code={open.code} onClose={onClose} />
    case 'importCustomers':
      return <SHEETS.ImportCustomers onClose={onClose} />
    case 'transfer':
      return <SHEETS.Transfer code={open.code} transfer={open.transfer} onClose={onClose} />
    case 'tableColumns':
      return <SHEETS.TableColumns panel={open.panel} onClose={onClose} />
    case 'tableViews':
      return <SHEETS.TableViews panel={open.panel} act={open.act} onClose={onClose} />
    case 'order':
      return <SHEETS.OrderDetail orderKey={open.key} onClose={onClose} />
    case 'amend':
      return <SHEETS.AmendOrder orderKey={open.key} onClose={onClose} />
    case 'override':
      return <SHEETS.Override question={open.question} answer={open.answer} onClose={onClose} />
    case 'trade':
      return <SHEETS.TradeDetail trade={open.trade} onClose={onClose} />
    case 'kill':
      return <KillSheet scope={open.scope} onClose={onClose} />
    case 'haltCustomers':
      return <SHEETS.HaltCustomersSheet codes={open.codes} onClose={onClose} />
    case 'flattenRows':
      return <SHEETS.FlattenRowsSheet rows={open.rows} onClose={onClose} />
    case 'halts':
      return <SHEETS.HaltsSheet lift={open.lift} onClose={onClose} />
    case 'signOut':
      return <SHEETS.SignOutSheet onClose={onClose} />
    case 'arrangePanel':
      return null
    case 'block':
    case 'blockRows':
    case 'amendBlock':
      return <BlockSheets open={open} onClose={onClose} />
    case 'nameWindow':
      return <SHEETS.NameWindow onClose={onClose} />
    case 'workspaces':
      return <SHEETS.WorkspacePicker onClose={onClose} />
    case 'pickWorkspace':
      return <SHEETS.OtherWorkspacePicker act={open.act} onClose={onClose} />
    case 'nameWorkspace':
      return <SHEETS.NameWorkspace act={open.act} like={open.like} onClose={onClose} />
    case 'updates':
      return <SHEETS.UpdatesSheet onClose={onClose} />
    case 'pickPanel':
      return <PanelPalette onClose={onClose} />
    default:
      return assertNever(open)
  }
}

/** The words behind a code in the picker; a search finds them too. */
const customerDetail = (
  { code, looksLike, isDetected, name, group, tags }: ListedCustomer,
  active: CustomerCode | null,
): string =>
  [
    looksLike === undefined ? '' : `looks like ${shownCode(looksLike)}`,
    isDetected ? DETECTED_WORDS : '',
    name,
    group,
    tags.join(' '),
    code === active ? 'customer of this window' : '',
  ]
    .filter((words) => words !== '')
    .join(' · ')

interface BlockSheetsProps {
  readonly open: Extract<Overlay, { readonly kind: 'block' | 'blockRows' | 'amendBlock' }>
  readonly onClose: () => void
}

function BlockSheets({ open, onClose }: BlockSheetsProps) {
  switch (open.kind) {
    case 'block':
      return <SHEETS.BlockSheet onClose={onClose} />
    case 'blockRows':
      return <SHEETS.BlockRowsSheet blockId={open.blockId} onClose={onClose} />
    case 'amendBlock':
      return <SHEETS.AmendBlock blockId={open.blockId} isAmount={open.isAmount ?? false} onClose={onClose} />
  }
}

/** The link behind a choice of instrument, because the choice changes every panel of the link. */
function linkWords(session: WindowSession, id: InstanceId): string {
  const link = session.workspace.getState().panels[id]?.instrumentLink ?? null
  return link === null ? '' : ` and of every panel of link ${link}`
}
