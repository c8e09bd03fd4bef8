/** Follows the dealer's settings in the core: formats, size presets, and what could not be read. Changes no setting. */

import type { EpochMs, Stop } from '../../shared/base/clock.ts'
import {
  DEALER_SETTINGS,
  readDealerSettings,
  type DealerSettings,
} from '../../shared/domain/settings/dealerSettings.ts'
import { setDisplayFormat } from '../format/displayFormat.ts'
import { disarm } from './actions/workspaceActions.ts'
import { tell } from './stores/noticeStore.ts'
import { sizesText } from './stores/settingsStore.ts'
import { symbolIn, type InstanceId } from './stores/panelInstances.ts'
import type { WindowSession } from './windowSession.ts'

type Followed = Pick<WindowSession, 'server' | 'settings' | 'workspace' | 'notices' | 'clock'>

/** `aheadOfUtc`: minutes that this machine's zone is ahead of UTC at a moment. */
export function followSettings(session: Followed, aheadOfUtc: (at: EpochMs) => number): Stop {
  const { server, settings, notices, clock } = session
  let text: string | undefined
  const take = () => {
    const { value } = server.settings.getState()
    if (value === null) return
    const was = settings.getState()
    if (was.known && value[DEALER_SETTINGS] === text) return
    text = value[DEALER_SETTINGS]
    const next = readDealerSettings(text)
    putFormat(next, aheadOfUtc)
    settings.setState({ settings: next, revision: was.revision + 1, known: true })
    if (was.known) disarmChangedSizes(session, was.settings, next)
    const said = new Set([was.settings.refusal, ...was.settings.leftOut])
    for (const sentence of [next.refusal, ...next.leftOut])
      if (sentence !== null && !said.has(sentence)) tell(notices, clock, 'warning', `Settings: ${sentence}`)
  }
  putFormat(settings.getState().settings, aheadOfUtc)
  const stop = server.settings.subscribe(take)
  take()
  return stop
}

function putFormat({ values }: DealerSettings, aheadOfUtc: (at: EpochMs) => number): void {
  setDisplayFormat({
    marks: values['number.marks'],
    dates: values['date.form'],
    aheadOfUtc: values['time.zone'] === 'local' ? aheadOfUtc : null,
  })
}

/** The next order of an armed ladder must not have another size than the dealer last saw there. */
function disarmChangedSizes({ workspace }: Followed, was: DealerSettings, now: DealerSettings): void {
  for (const id of Object.keys(workspace.getState().armed) as InstanceId[]) {
    const symbol = symbolIn(workspace.getState(), id)
    if (symbol !== null && sizesText(was, symbol) !== sizesText(now, symbol))
      disarm(workspace, `the size presets of ${symbol} were changed in the settings`, id)
  }
}
