/** Follows the dealer's settings in the core: formats, size presets, and what could not be read. Changes no setting. */

import { shownCode } from '../../shared/domain/accounts/lookAlike.ts'
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
import { instancesOf, symbolIn } from './stores/panelInstances.ts'
import type { WindowSession } from './windowSession.ts'

type Followed = Pick<WindowSession, 'server' | 'settings' | 'workspace' | 'notices' | 'clock' | 'unasked'>

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
function disarmChangedSizes(
  { workspace, unasked }: Followed,
  was: DealerSettings,
  now: DealerSettings,
): void {
  const { armed, panels } = workspace.getState()
  for (const id of instancesOf(panels, 'ladder')) {
    const symbol = symbolIn(workspace.getState(), id)
    if (symbol === null || sizesText(was, symbol) === sizesText(now, symbol)) continue
    // A press that arms was meant for the old sizes, on a ladder that was not armed too.
    const because = `the size presets of ${shownCode(symbol)} were changed in the settings`
    unasked.happened(id, because)
    if (armed[id] !== undefined) disarm(workspace, because, id)
  }
}
