/** Where the sound is given and how loud, in the status bar: never silently mute. A click mutes and unmutes. */

import { useStore } from 'zustand'
import { capOf } from '../../keys/caps.ts'
import { turnMute } from '../../state/alerts/soundActions.ts'
import { useSession } from '../../state/useSession.ts'

const PLACES = {
  waits: 'Sound starts after your first key',
  here: 'This window gives the sounds',
  elsewhere: 'Another window of this browser gives the sounds',
  none: 'This browser has no sound',
} as const

export function SoundStatus() {
  const session = useSession()
  const { place, last, given } = useStore(session.sound)
  const { values } = useStore(session.settings, ({ settings }) => settings)
  const isMuted = values['sound.muted']
  const short = {
    waits: 'after your first key',
    here: String(values['sound.volume']),
    elsewhere: 'other window',
    none: 'none',
  }[place]
  const title = [
    PLACES[place],
    isMuted ? 'muted: only what must be acknowledged sounds' : `volume ${values['sound.volume']} of 10`,
    last === null ? null : `${given} given here, the last: ${last}`,
    `${capOf('Ctrl Shift M')} mutes`,
  ]
  return (
    <button
      type="button"
      className={isMuted ? 'button-quiet amber' : 'button-quiet muted'}
      aria-label={`Sound: ${isMuted ? 'muted' : short}`}
      data-given={given}
      title={title.filter((part) => part !== null).join(' · ')}
      onClick={() => void turnMute(session)}
    >
      ♪ {isMuted ? 'muted' : short}
    </button>
  )
}
