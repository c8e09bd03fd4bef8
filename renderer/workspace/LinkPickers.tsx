/** The lists in which a dealer picks a link for a panel, or the customer of a link. Sends no order. */

import { CUSTOMER_LINKS, INSTRUMENT_LINKS } from '../../shared/domain/panelLinks.ts'
import { shownCode } from '../../shared/base/shownCode.ts'
import { joinEverywhere, joinLink, type Joining } from '../state/actions/joinLinks.ts'
import type { InstanceId } from '../state/stores/panelInstances.ts'
import type { LinkAxis } from '../state/stores/panelStore.ts'
import { useSession } from '../state/useSession.ts'
import { Picker, type PickerItem } from '../ui/Picker.tsx'
import type { WindowSession } from '../state/windowSession.ts'
import { capOf } from '../keys/caps.ts'

/** Begins the key of a choice for every panel of the window. */
const EVERY = 'every'

const everyWords = (axis: LinkAxis, link: string | null): string =>
  link === null
    ? `every panel of this window leaves its ${axis} link`
    : `every panel of this window that can follow ${axis === 'instrument' ? 'an instrument' : 'a customer'}`

interface LinkPickerProps {
  readonly axis: LinkAxis
  readonly panel: InstanceId
  readonly onClose: () => void
}

/** The letter or digit and Enter join; `none` leaves; `A everywhere` joins every panel of the window. */
export function LinkPicker({ axis, panel, onClose }: LinkPickerProps) {
  const session = useSession()
  const choices = axis === 'instrument' ? instrumentChoices(session) : customerChoices(session)
  const { title } = session.panels.getState().describe(panel)
  return (
    <Picker
      title={axis === 'instrument' ? `Instrument link of ${title}` : `Customer link of ${title}`}
      placeholder={axis === 'instrument' ? '1 to 8, or none' : 'A to H, or none'}
      items={[
        ...choices.map(({ joining, detail }): PickerItem => {
          const name = joining.link ?? 'none'
          return { key: name, label: name, detail }
        }),
        ...choices.map(({ joining }): PickerItem => {
          const name = joining.link ?? 'none'
          return {
            key: `${EVERY} ${name}`,
            label: `${name} everywhere`,
            detail: everyWords(axis, joining.link),
          }
        }),
      ]}
      enter="first"
      empty="No link fits."
      onPick={(key) => {
        const name = key.replace(`${EVERY} `, '')
        const choice = choices.find(({ joining }) => (joining.link ?? 'none') === name)
        if (choice && key === name) joinLink(session.workspace, panel, choice.joining)
        else if (choice) joinEverywhere(session, choice.joining)
      }}
      onClose={onClose}
    />
  )
}

interface Choice {
  readonly joining: Joining
  readonly detail: string
}

function instrumentChoices({ workspace }: WindowSession): readonly Choice[] {
  const { instruments } = workspace.getState()
  return [
    ...INSTRUMENT_LINKS.map((link): Choice => {
      const symbol = instruments[link] ?? null
      return {
        joining: { axis: 'instrument', link },
        detail: symbol === null ? 'no instrument yet: takes the one of this panel' : shownCode(symbol),
      }
    }),
    { joining: { axis: 'instrument', link: null }, detail: 'the panel keeps its instrument for itself' },
  ]
}

function customerChoices({ workspace }: WindowSession): readonly Choice[] {
  const { linkedCustomers } = workspace.getState()
  return [
    ...CUSTOMER_LINKS.map((link): Choice => {
      const customer = linkedCustomers[link] ?? null
      return {
        joining: { axis: 'customer', link },
        detail: customer === null ? `no customer yet: ${capOf('Shift F2')} chooses one` : shownCode(customer),
      }
    }),
    { joining: { axis: 'customer', link: null }, detail: 'the panel follows the customer of this window' },
  ]
}
