/** Marks this window's notices of a halt as past as soon as the halt ends, so that no toast still says "halted". Sends nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Stop } from '../../../shared/base/clock.ts'
import { haltSentence } from '../../../shared/domain/orders/halt.ts'
import { tradability } from '../../../shared/domain/instrument.ts'
import { endState } from '../stores/noticeStore.ts'
import type { WindowSession } from '../windowSession.ts'

/** Sentences, or their beginnings, that are true only during a halt. */
function inForce({ server }: WindowSession): ReadonlySet<string> {
  const halts = server.halts.getState().value ?? []
  const instruments = server.instruments.getState().value ?? []
  return new Set([
    ...halts.map(haltSentence),
    ...instruments.flatMap(({ symbol, status }) =>
      tradability(status) === 'halted' ? [`${shownCode(symbol)} is halted`] : [],
    ),
  ])
}

export function dropEndedHalts(session: WindowSession): Stop {
  const { server, notices } = session
  let before = inForce(session)
  const check = (): void => {
    const now = inForce(session)
    for (const sentence of before) if (!now.has(sentence)) endState(notices, sentence)
    before = now
  }
  const stops = [server.halts.subscribe(check), server.instruments.subscribe(check)]
  return () => {
    for (const stop of stops) stop()
  }
}
