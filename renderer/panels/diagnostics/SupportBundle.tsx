/** The review of a support bundle: its parts, the text of each as it would be written, then the file. Writes nothing that was not shown. */

import { useEffect, useRef, useState } from 'react'
import type { Reply } from '../../../shared/contract/contract.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { counted } from '../../format/numbers.ts'
import { useSession } from '../../state/useSession.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import { useEscapeLeaves } from '../useEscapeLeaves.ts'

type Parts = Reply<'support.bundle'>['parts']

interface Shown {
  readonly name: string
  readonly from: number
  readonly text: string
}

export function SupportBundle({ onLeave }: { readonly onLeave: () => void }) {
  const { client } = useSession()
  const root = useRef<HTMLElement>(null)
  const [codes, setCodes] = useState(false)
  const [parts, setParts] = useState<Parts | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [path, setPath] = useState<string | null>(null)
  const call = (request: { act: 'review' | 'read' | 'write'; name?: string; from?: number }) =>
    client.call('support.bundle', { codes, name: '', from: 0, ...request })

  useEffect(() => {
    let isOver = false
    const review = async () => {
      const reply = await client.call('support.bundle', { act: 'review', codes, name: '', from: 0 })
      if (isOver) return
      setParts(reply.ok ? reply.value.parts : null)
      setFailure(reply.ok ? null : reply.failure)
      setShown(null)
      setPath(null)
    }
    void review()
    return () => {
      isOver = true
    }
  }, [client, codes])
  useEscapeLeaves(root, onLeave)
  useEffect(() => root.current?.focus(), [])

  const show = async (name: string, from: number) => {
    const reply = await call({ act: 'read', name, from })
    if (reply.ok) setShown({ name, from, text: reply.value.text })
    else setFailure(reply.failure)
  }
  const write = async () => {
    const reply = await call({ act: 'write' })
    // The button that was pressed is off now. The focus stays here, so that Esc leaves.
    root.current?.focus()
    if (reply.ok) setPath(reply.value.path)
    else setFailure(reply.failure)
  }
  return (
    <section ref={root} className="support-bundle" aria-label="Support bundle" tabIndex={-1}>
      <div className="panel-bar">
        <label className="bar-field">
          <input
            type="checkbox"
            checked={codes}
            onChange={({ target }) => {
              setParts(null)
              setCodes(target.checked)
            }}
          />
          Customer codes and names as they are
        </label>
        <span className="spring" />
        <button
          type="button"
          className="button small"
          disabled={parts === null || path !== null}
          onClick={() => void write()}
        >
          Write the file
        </button>
        <button type="button" className="button small" onClick={onLeave}>
          Leave <span className="key-cap">Esc</span>
        </button>
      </div>
      {failure && <FailureLine failure={failure} />}
      {path !== null && (
        <p role="status" className="panel-line">
          Written: {path}. Send it to support yourself; nothing was sent.
        </p>
      )}
      {parts === null && failure === null && <p className="muted panel-line">Gathering…</p>}
      <PartList
        parts={parts ?? []}
        chosen={shown?.name ?? null}
        disabled={path !== null}
        onShow={(name) => void show(name, 0)}
      />
      {shown && (
        <PartText
          shown={shown}
          length={parts?.find(({ name }) => name === shown.name)?.length ?? 0}
          onMore={(from) => void show(shown.name, from)}
        />
      )}
    </section>
  )
}

interface PartListProps {
  readonly parts: Parts
  readonly chosen: string | null
  readonly disabled: boolean
  readonly onShow: (name: string) => void
}

const PartList = ({ parts, chosen, disabled, onShow }: PartListProps) => (
  <ul>
    {parts.map(({ name, says, length }) => (
      <li key={name}>
        <button
          type="button"
          className="button small"
          aria-pressed={chosen === name}
          disabled={disabled}
          onClick={() => onShow(name)}
        >
          {name}
        </button>
        <span className="number muted">{counted(length)} characters</span>
        <span>{says}</span>
      </li>
    ))}
  </ul>
)

interface PartTextProps {
  readonly shown: Shown
  /** Characters of the whole part. */
  readonly length: number
  readonly onMore: (from: number) => void
}

function PartText({ shown: { name, from, text }, length, onMore }: PartTextProps) {
  const end = from + text.length
  return (
    <>
      <pre aria-label={`Text of ${name}`}>{text === '' ? 'This part is empty.' : text}</pre>
      {length > end && (
        <button type="button" className="button small" onClick={() => onMore(end)}>
          On from character {counted(end)} of {counted(length)}
        </button>
      )}
    </>
  )
}
