/** Follows the dealer's settings in the core and the machine's time zone: formats, size presets, and what could not be read. Changes no setting. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { EpochMs, Stop } from '../../../shared/base/clock.ts'
import {
  DEALER_SETTINGS,
  readDealerSettings,
  type DealerSettings,
} from '../../../shared/domain/settings/dealerSettings.ts'
import { setDisplayFormat } from '../../format/displayFormat.ts'
import { zoneAt } from '../../format/times.ts'
import { disarm } from '../actions/workspaceActions.ts'
import { tell } from '../stores/noticeStore.ts'
import { sizesText } from '../stores/settingsStore.ts'
import { instancesOf, symbolIn } from '../stores/panelInstances.ts'
import type { WindowSession } from '../windowSession.ts'

type Followed = Pick<WindowSession, 'server' | 'settings' | 'workspace' | 'notices' | 'clock' | 'unasked'>

/** Ms between two looks at the machine's time zone. */
const LOOK_AT_ZONE = 5_000

/** Differs between two zones, and stays the same over a change to daylight-saving time. */
const zoneOf = (aheadOfUtc: (at: EpochMs) => number): string =>
  [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)].map(aheadOfUtc).join()

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
  let zone = zoneOf(aheadOfUtc)
  const lookAtZone = () => {
    const now = zoneOf(aheadOfUtc)
    if (now === zone) return
    zone = now
    const { settings: inForce, revision, known } = settings.getState()
    if (inForce.values['time.zone'] !== 'local') return
    // A text that was made before shows the time of the old zone: everything is drawn again.
    settings.setState({ settings: inForce, revision: revision + 1, known })
    tell(
      notices,
      clock,
      'warning',
      `The time zone of this machine changed: times on screen are now ${zoneAt(clock.now())}. Orders and money are not affected, because venue, journal and limits use UTC. Compare times that you wrote down before.`,
    )
  }
  const stops = [server.settings.subscribe(take), clock.every(LOOK_AT_ZONE, lookAtZone)]
  take()
  return () => {
    for (const stop of stops) stop()
  }
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
