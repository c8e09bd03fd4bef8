/** Updates of the program: the release that runs, the channel, how far an update got, and what to do. Installs only by its own button, with the word where one is asked for. */

import { useState, type FormEvent } from 'react'
import { INSTALL_WORD, type UpdateStatus } from '../../../shared/domain/updates/updateStatus.ts'
import { timeWithZone } from '../../format/times.ts'
import { ignoreHeldEnter, useSheetIsRead } from '../../halts/deliberateEnter.ts'
import { useFollowed } from '../../state/follow/useFollowed.ts'
import { useSession } from '../../state/useSession.ts'
import { Problem } from '../../ui/Problem.tsx'
import { SelectableText } from '../../ui/SelectableText.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { CHANNEL_WORDS, hasCheck, installWords, mayCheck, stateWords } from './updateWords.ts'
import { keyedSentences } from '../../ui/distinctKeys.ts'

type Act = 'check' | 'checkOlder' | 'download' | 'install'

const CHECKS = [
  ['check', 'Look for a newer release'],
  ['checkOlder', 'Look for the release before'],
] as const satisfies readonly (readonly [Act, string])[]

export function UpdatesSheet({ onClose }: { readonly onClose: () => void }) {
  const { client } = useSession()
  const shown = useFollowed('updates')
  const [failure, setFailure] = useState<string | null>(null)
  const isRead = useSheetIsRead()
  const act = async (name: Act, typed = '') => {
    if (!isRead()) return
    const reply = await client.call('update.act', { act: name, typed })
    setFailure(reply.ok ? null : reply.failure.message)
  }
  // Drawn whole at once, so that its first field or button takes the focus.
  if (shown === null) return null
  const { value: status, stale } = shown
  return (
    <Sheet title="Updates" onClose={onClose}>
      <div className="stack updates">
        {stale && <p role="alert">This window is without the core: what is shown may have changed.</p>}
        <About status={status} />
        <p role="status">{stateWords(status)}</p>
        {status.verdict !== null && <Install status={status} onInstall={(typed) => act('install', typed)} />}
        <Problem sentence={failure} />
        <div className="row-of-buttons">
          {status.state === 'available' && (
            <button type="button" className="button primary" onClick={() => void act('download')}>
              Download {status.offered?.version}
            </button>
          )}
          {hasCheck(status) &&
            CHECKS.map(([name, words]) => (
              <button
                key={name}
                type="button"
                className="button"
                aria-disabled={!mayCheck(status)}
                onClick={() => mayCheck(status) && void act(name)}
              >
                {words}
              </button>
            ))}
        </div>
      </div>
    </Sheet>
  )
}

function About({ status: { version, channel, address, checkedAt } }: { readonly status: UpdateStatus }) {
  return (
    <dl className="about-updates">
      <dt>This release</dt>
      <dd className="mono">{version}</dd>
      <dt>Channel</dt>
      <dd>{channel === null ? 'none: updates are off' : CHANNEL_WORDS[channel]}</dd>
      {address !== null && (
        <>
          <dt>Address</dt>
          <dd>
            <SelectableText text={address} name="Address" />
          </dd>
          <dt>Last answer</dt>
          <dd>{checkedAt === null ? 'none in this run' : timeWithZone(checkedAt)}</dd>
        </>
      )}
    </dl>
  )
}

interface InstallProps {
  readonly status: UpdateStatus
  readonly onInstall: (typed: string) => Promise<void>
}

function Install({ status, onInstall }: InstallProps) {
  const [typed, setTyped] = useState('')
  const [sending, setSending] = useState(false)
  const { verdict } = status
  if (verdict === null) return null
  const isRefused = verdict.kind === 'refused'
  const isReady = verdict.kind === 'may' || (verdict.kind === 'asks' && typed.trim() === INSTALL_WORD)
  const install = async (event: FormEvent) => {
    event.preventDefault()
    if (sending || !isReady) return
    setSending(true)
    await onInstall(typed)
    setSending(false)
  }
  return (
    <form aria-label="Install" onSubmit={(event) => void install(event)}>
      {verdict.why.length > 0 && (
        <>
          <p>
            <b>{isRefused ? 'Not now:' : 'What stays while Openpit is closed:'}</b>
          </p>
          <ul aria-label={isRefused ? 'Why not now' : 'What stays'}>
            {keyedSentences(verdict.why).map(({ sentence, key }) => (
              <li key={key}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      {verdict.kind === 'asks' && (
        <div className="labelled">
          <label htmlFor="install-word">Type {INSTALL_WORD} to agree</label>
          <input
            id="install-word"
            className="field mono"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onKeyDown={ignoreHeldEnter}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      {!isRefused && (
        <div className="row-of-buttons">
          <button
            type="submit"
            className="button danger"
            aria-disabled={sending || !isReady}
            onKeyDown={ignoreHeldEnter}
          >
            {installWords(status)}
          </button>
        </div>
      )}
      <p className="muted">
        Openpit does not start again by itself: start it as usual. Nothing is sent to the venue.
      </p>
    </form>
  )
}
