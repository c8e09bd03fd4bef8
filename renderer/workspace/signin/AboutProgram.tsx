/** The lower part of the first screen: what being signed out means, and version, data folder, manual and help of the program. */

import type { Session } from '../../../shared/contract/status.ts'
import { capOf } from '../../keys/caps.ts'
import { SelectableText } from '../../ui/SelectableText.tsx'

export function AboutProgram({
  session,
  onKeys,
  onUpdates,
}: {
  readonly session: Session
  readonly onKeys: () => void
  readonly onUpdates: () => void
}) {
  const { version, dataFolder, manual } = session.program
  return (
    <section className="about-program" aria-label="This terminal">
      <p className="muted">{signedOutWords(session)}</p>
      <dl>
        <dt>Version</dt>
        <dd>
          <span className="mono">{version}</span>{' '}
          <button type="button" className="button-quiet" onClick={onUpdates}>
            Updates
          </button>
        </dd>
        <dt>Data folder</dt>
        <dd>
          {dataFolder === null ? (
            'none: this run stores nothing on disk'
          ) : (
            <SelectableText text={dataFolder} name="Data folder" />
          )}
        </dd>
        <dt>Manual</dt>
        <dd>
          {manual === null ? (
            'not installed with this program'
          ) : (
            <SelectableText text={manual} name="Manual" />
          )}
        </dd>
        <dt>Help</dt>
        <dd>
          <button type="button" className="button-quiet" onClick={onKeys}>
            <span className="key-cap">{capOf('F1')}</span> shows every key and command
          </button>
        </dd>
      </dl>
    </section>
  )
}

function signedOutWords({ venues }: Session): string {
  const isBuiltIn = venues.some(({ credentials, replay }) => credentials === 'built-in' && replay === null)
  const practice = isBuiltIn
    ? 'To practice, press Enter on “Open the paper desk”; the practice tour leads you through the first keys. '
    : ''
  return `You are not signed in: Openpit sends nothing, and orders at a broker stay live. ${practice}To deal, sign in to your broker${venues.some(({ kind }) => kind === 'live') ? '' : ', or add it as a venue'}.`
}
