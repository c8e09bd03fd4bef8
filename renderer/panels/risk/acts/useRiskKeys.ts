/** The keys of the rows of the risk board: on one row, or on all that are chosen. Proposes and opens sheets; sends nothing itself. */

import type { KeyboardEvent, RefObject } from 'react'
import type { RiskRow } from '../../../../shared/domain/risk/riskRows.ts'
import { counted } from '../../../format/numbers.ts'
import { usePanelKeys } from '../../../keyboard/usePanelKeys.ts'
import { proposeAlert } from '../../../state/alerts/alertActions.ts'
import { customerName, dropProposal, instrumentOf, propose } from '../../../state/actions/dealing.ts'
import type { InstanceId } from '../../../state/stores/panelInstances.ts'
import type { Overlay } from '../../../state/stores/overlayStore.ts'
import { copyText } from '../../../state/windows/saveFile.ts'
import { useSession } from '../../../state/useSession.ts'
import { togglePins } from '../../tables/arrange/pinnedRows.ts'
import { messageList } from './messageList.ts'
import type { Reducing } from './useReduction.ts'

/** Percent of the distance to liquidation that an alert begins with; the dealer changes it before Enter. */
const ALERT_DISTANCE = '10'

const isModifier = (key: string): boolean => ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].includes(key)

interface RiskKeysOptions {
  readonly place: InstanceId
  readonly rowOf: ReadonlyMap<string, RiskRow>
  readonly reducing: Reducing
  readonly slider: RefObject<HTMLInputElement | null>
}

interface RiskKeys {
  readonly onKey: (key: string, event: KeyboardEvent) => boolean
  /** On all the chosen rows together; false for a key that has no such act. */
  readonly onChosenKey: (keys: readonly string[], event: KeyboardEvent) => boolean
}

export function useRiskKeys({ place, rowOf, reducing, slider }: RiskKeysOptions): RiskKeys {
  const session = useSession()
  const keyOfPress = usePanelKeys('risk')
  const toSheet = (open: Overlay) => session.overlay.setState({ open })
  const rowsOf = (keys: readonly string[]) => keys.flatMap((key) => rowOf.get(key) ?? [])

  const copyMessages = (rows: readonly RiskRow[]): void => {
    const { text, customers } = messageList(rows, {
      customer: (code) => customerName(session, code),
      instrument: (symbol) => instrumentOf(session, symbol),
    })
    const who = customers === 1 ? '1 customer is' : `${counted(customers)} customers are`
    void copyText(session, text, `The message of ${who} on the clipboard, one line for each customer.`)
  }
  const reduce = (rows: readonly RiskRow[]): void => {
    if (reducing.remaining !== null && reducing.remaining.steps.length > 0) return reducing.next()
    reducing.ask(rows.map(({ customerCode, symbol }) => ({ customerCode, symbol })))
  }
  const leaves = (event: KeyboardEvent): boolean => {
    if (event.key !== 'Escape' || reducing.remaining === null) return false
    reducing.drop()
    return true
  }

  return {
    onChosenKey(keys, event) {
      const rows = rowsOf(keys)
      const press = keyOfPress(event)
      if (!isModifier(event.key)) dropProposal(session, place)
      if (rows.length === 0) return false
      switch (press) {
        case 'KeyR':
          reduce(rows)
          return true
        case 'KeyF':
          toSheet({
            kind: 'flattenRows',
            rows: rows.map(({ customerCode, symbol }) => ({ customerCode, symbol })),
          })
          return true
        case 'KeyH':
          toSheet({
            kind: 'haltCustomers',
            codes: [...new Set(rows.map(({ customerCode }) => customerCode))],
          })
          return true
        case 'KeyL':
          copyMessages(rows)
          return true
        case 'KeyP':
          togglePins(session, place, keys)
          return true
        case null:
        default:
          return leaves(event)
      }
    },
    onKey(key, event) {
      const [row] = rowsOf([key])
      const press = keyOfPress(event)
      const isProposed = session.proposals.getState()[place] !== undefined
      if (row && press === 'KeyF') {
        const { customerCode, symbol } = row
        propose(session, place, { kind: 'flatten', customerCode, symbol })
        return true
      }
      if (!isModifier(event.key)) dropProposal(session, place)
      if (press === 'KeyZ') {
        slider.current?.focus()
        return true
      }
      if (!row) return false
      switch (press) {
        case 'KeyR':
          reduce([row])
          return true
        case 'KeyH':
          toSheet({ kind: 'kill', scope: { kind: 'customer', customerCode: row.customerCode } })
          return true
        case 'KeyL':
          copyMessages([row])
          return true
        case 'KeyP':
          togglePins(session, place, [key])
          return true
        case 'KeyA':
          proposeAlert(session, `liq ${ALERT_DISTANCE} ${row.customerCode}`)
          return true
        case null:
        default:
          return (event.key === 'Escape' && isProposed) || leaves(event)
      }
    },
  }
}
