/** The whole window while the session is locked: what stays live at the venue, and the field that unlocks. The workspace behind it is not drawn, so nothing there hears a key. */

import './lockScreen.css'
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { useStore } from 'zustand'
import { UNLOCK_WORD, type LockInForce, type Session } from '../../../shared/contract/status.ts'
import { standingCount } from '../../../shared/domain/accounts/standingPositions.ts'
import { mustAcknowledge } from '../../../shared/domain/notice.ts'
import { UNKNOWN_FATE } from '../../state/stores/serverMirrors.ts'
import { statusWords } from '../../state/statusWords.ts'
import { useLoadable, useSession, useUnread, useUnseenOrders } from '../../state/useSession.ts'
import { Problem } from '../../ui/Problem.tsx'
import { TITLE } from '../windows/windowTitle.ts'
import { lockLines, sinceWords, type LockLine } from './lockWords.ts'

interface LockScreenProps {
  readonly session: Session
  readonly lock: LockInForce
}

export function LockScreen({ session, lock }: LockScreenProps) {
  const lines = useLockLines()
  const venue = session.venues.find(({ id }) => id === session.venueId)
  useEffect(() => {
    document.title = `Locked · ${TITLE}`
    return () => {
      document.title = TITLE
    }
  }, [])
  return (
    <div className={`window ${venue?.kind ?? ''}`}>
      <main className="lock-screen" aria-labelledby="lock-title">
        <h1 id="lock-title">Session locked</h1>
        <p>{sinceWords(lock, venue?.name ?? 'the venue')}</p>
        <dl aria-label="What goes on">
          {lines.map(({ name, text, trouble }) => (
            <div key={name}>
              <dt className="muted">{name}</dt>
              <dd className={trouble ? 'amber' : ''}>{text}</dd>
            </div>
          ))}
        </dl>
        <UnlockForm lock={lock} />
        <p className="muted">
          Every window is locked. Nothing is sent from here, not even a cancel, until the{' '}
          {lock.asks === 'word' ? 'word' : 'password'} is typed. What was sent before goes on.
        </p>
      </main>
    </div>
  )
}

/** The field is the page's only copy of the password, and is emptied with the Enter that sends it. */
function UnlockForm({ lock }: { readonly lock: LockInForce }) {
  const { client } = useSession()
  const field = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  useLayoutEffect(() => field.current?.focus(), [])
  const unlock = async (event: FormEvent) => {
    event.preventDefault()
    const typed = field.current?.value ?? ''
    if (sending || typed === '') return
    if (field.current) field.current.value = ''
    setSending(true)
    const reply = await client.call('session.unlock', { typed })
    setSending(false)
    // The next state of the session takes this screen away.
    setFailure(reply.ok ? null : reply.failure.message)
  }
  const isWord = lock.asks === 'word'
  return (
    <form onSubmit={(event) => void unlock(event)} aria-label="Unlock the session">
      <label htmlFor="unlock">
        {isWord ? `Type ${UNLOCK_WORD}: this broker has no password` : `Password of ${lock.by}`}
      </label>
      <input
        ref={field}
        id="unlock"
        className="field"
        type={isWord ? 'text' : 'password'}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={failure !== null}
        aria-describedby="unlock-wrong"
      />
      <button type="submit" className="button primary" aria-disabled={sending}>
        {sending ? 'Comparing…' : 'Unlock'} <span className="key-cap">Enter</span>
      </button>
      <div id="unlock-wrong">
        <Problem sentence={failure} />
        {lock.wrong > 0 && (
          <p className="amber">
            {lock.wrong === 1 ? 'One wrong try' : `${lock.wrong} wrong tries`} since the lock, in all windows.
          </p>
        )}
      </div>
    </form>
  )
}

function useLockLines(): readonly LockLine[] {
  const { server, notices, clock } = useSession()
  const isKnown = [
    useStore(server.orders, ({ known }) => known),
    useStore(server.positions, ({ known }) => known),
  ].every((known) => known)
  const live = useStore(server.orders, ({ openKeys }) => openKeys.size)
  const unknown = useStore(server.orders, ({ groups }) => groups.get(UNKNOWN_FATE)?.keys.size ?? 0)
  const positions = useStore(server.positions, ({ rows }) => standingCount(rows.values()))
  const { value: connection, stale } = useLoadable(server.connection)
  const { value: halts } = useLoadable(server.halts)
  const { value: reads } = useLoadable(server.reads)
  const link = useStore(server.link, ({ state }) => state)
  const must = useStore(notices, ({ log }) => log.filter(mustAcknowledge).length)
  const unseen = useUnseenOrders()
  const isEveryTradeRead = useUnread('trades') === null
  const counts = {
    isKnown,
    live,
    unknown,
    unseen,
    positions,
    isEveryTradeRead,
    halts: halts?.length ?? 0,
    mustAcknowledge: must,
  }
  const { lights } = statusWords(connection, { live, unknown, unseen }, clock.now(), reads ?? [])
  return lockLines(counts, stale || link === 'down' ? null : lights)
}
