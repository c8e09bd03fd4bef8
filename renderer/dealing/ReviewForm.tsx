/**
 * The one form for changes at a venue or in the limits. Enter in a field goes to the next field, Ctrl+Enter or the button reviews, and Enter in
 * the review sends. Never sends from a field, on a held key, or anything other than the reviewed change.
 */

import {
  createContext,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { hasControl } from '../keys/controlKey.ts'
import { Problem } from '../ui/Problem.tsx'
import { focusNextField, isField } from '../ui/walkFields.ts'
import type { Showing } from '../state/presses/enterWatch.ts'
import { useSession } from '../state/useSession.ts'
import type { ReviewedForm } from './reviewedForms.ts'
import { keyedSentences } from '../ui/distinctKeys.ts'

/** A change that is ready for review. */
export interface Review<T> {
  /** The whole sentence, with the customer first. */
  readonly sentence: string
  /** Further facts for the dealer before sending, one per line. */
  readonly lines?: readonly string[]
  /** Possible slips, shown above the button that sends. */
  readonly warnings?: readonly string[]
  /** The word to type in the review before Enter sends; null: Enter alone sends. */
  readonly word: string | null
  readonly payload: T
}

export interface ReviewFormProps<T> {
  readonly form: ReviewedForm
  readonly name: string
  /** Null while the form cannot be sent. */
  readonly review: Review<T> | null
  /** Why there is nothing to review, one sentence. */
  readonly why: string
  /** The label of the button in the review, such as `Send`. */
  readonly verb: string
  /** Sends the reviewed change once and shows the outcome itself. `typed`: the word, where the review requires one. */
  readonly send: (payload: T, typed: string | null) => Promise<void>
  readonly className?: string
  readonly children: ReactNode
}

interface Stage {
  readonly asked: Review<unknown> | null
  readonly ready: boolean
  readonly why: string
  readonly verb: string
  readonly sending: boolean
  /** The form differs from the reviewed change. */
  readonly changed: boolean
  readonly open: () => void
  readonly confirm: (typed: string | null) => void
  readonly drop: () => void
}

const StageContext = createContext<Stage | null>(null)

const keyOf = (review: Review<unknown> | null): string | null =>
  review === null ? null : JSON.stringify([review.sentence, review.word, review.payload])

/** Ctrl+Enter beside the form, in the rest of a panel that has no other form: its button shows that key. */
function useAroundForm(
  root: RefObject<HTMLFormElement | null>,
  onControlEnter: (event: globalThis.KeyboardEvent) => void,
): void {
  const newest = useRef(onControlEnter)
  useLayoutEffect(() => {
    newest.current = onControlEnter
  })
  useLayoutEffect(() => {
    const panel = root.current?.closest<HTMLElement>('[data-panel]')
    if (!panel) return
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { target } = event
      if (event.key !== 'Enter' || !hasControl(event) || event.isComposing || event.defaultPrevented) return
      if (!(target instanceof HTMLElement) || target.closest('form') !== null) return
      if (panel.querySelectorAll('form').length === 1) newest.current(event)
    }
    panel.addEventListener('keydown', onKeyDown)
    return () => panel.removeEventListener('keydown', onKeyDown)
  }, [root])
}

export function ReviewForm<T>(props: ReviewFormProps<T>) {
  const { form, name, review, why, verb, send, className = '', children } = props
  const { enters } = useSession()
  const root = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState<{ readonly review: Review<T>; readonly showing: Showing } | null>(null)
  const [sending, setSending] = useState(false)
  // Any difference from the reviewed change ends the review, also a difference from outside the form.
  const stands = asked !== null && keyOf(asked.review) === keyOf(review)
  // Its facts and warnings are those of now. While it is sent, they are those that were confirmed.
  const shown = sending ? (asked?.review ?? null) : stands ? review : null

  const isShown = shown !== null
  const wasShown = useRef(false)
  /** Keeps the focus in the form when the review closes. */
  useLayoutEffect(() => {
    if (wasShown.current && !isShown && document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>('[data-review]')?.focus()
    wasShown.current = isShown
  }, [isShown])

  const open = () => {
    if (sending) return
    if (review !== null) return setAsked({ review, showing: enters.show() })
    root.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-review]')?.focus()
  }
  const confirm = (typed: string | null) => {
    if (sending || !stands || !enters.counts(asked.showing)) return
    if (review) setAsked({ ...asked, review })
    setSending(true)
    const done = () => {
      setSending(false)
      setAsked(null)
    }
    void send(asked.review.payload, typed).finally(done)
  }
  const drop = () => {
    if (!sending) setAsked(null)
  }
  const onControlEnter = (event: Pick<Event, 'preventDefault'> & { readonly repeat: boolean }) => {
    event.preventDefault()
    if (!event.repeat && shown === null) open()
  }
  useAroundForm(root, onControlEnter)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.defaultPrevented) return
    const target = event.target as HTMLElement
    if (hasControl(event)) return onControlEnter(event)
    // A held Enter presses no button again.
    if (event.repeat && !target.matches('textarea')) return event.preventDefault()
    if (!isField(target)) return
    event.preventDefault()
    if (root.current) focusNextField(root.current, target)
  }
  const stage: Stage = {
    asked: shown,
    ready: review !== null,
    why,
    verb,
    sending,
    changed: asked !== null && shown === null,
    open,
    confirm,
    drop,
  }
  return (
    <StageContext value={stage}>
      {/* One handler for all fields: Enter goes to the next field. */}
      <div role="presentation" className="contents" onKeyDown={onKeyDown}>
        <form
          ref={root}
          data-form={form}
          className={className}
          aria-label={name}
          onSubmit={(event) => event.preventDefault()}
        >
          {children}
        </form>
      </div>
    </StageContext>
  )
}

/** The button that reviews, or the review in its place. Must be inside a `ReviewForm`. */
export function ReviewActions({ children }: { readonly children?: ReactNode }) {
  const stage = useContext(StageContext)
  if (stage === null) throw new Error('ReviewActions outside a ReviewForm')
  if (stage.asked !== null) return <InReview key={keyOf(stage.asked)} stage={stage} review={stage.asked} />
  return (
    <>
      {stage.changed && (
        <p role="status" className="amber">
          Something changed after the review. Nothing was sent: review again.
        </p>
      )}
      <div className="row-of-buttons">
        {children}
        <button
          type="button"
          data-review
          className="button primary"
          aria-disabled={!stage.ready}
          onClick={stage.open}
        >
          {stage.ready ? (
            <>
              Review <span className="key-cap">Ctrl Enter</span>
            </>
          ) : (
            stage.why
          )}
        </button>
      </div>
    </>
  )
}

function InReview({ stage, review }: { readonly stage: Stage; readonly review: Review<unknown> }) {
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { word } = review
  useLayoutEffect(() => {
    box.current?.querySelector<HTMLElement>('input, .primary')?.focus()
    // Also where the window moves to a smaller display while the review is open.
    const bringIntoSight = () => box.current?.scrollIntoView({ block: 'nearest' })
    bringIntoSight()
    window.addEventListener('resize', bringIntoSight)
    return () => window.removeEventListener('resize', bringIntoSight)
  }, [])
  const confirm = () => {
    if (word !== null && typed.trim() !== word) return setProblem(`Nothing was sent: type ${word}.`)
    stage.confirm(word === null ? null : typed.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // Esc closes only the review; the sheet around the form stays.
      event.preventDefault()
      event.stopPropagation()
      return stage.drop()
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const { target } = event
    if (target instanceof HTMLElement && target.dataset['back'] !== undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey) confirm()
  }
  const onClick = (event: MouseEvent) => {
    // The second click of a double click on the review button sends nothing.
    if (event.detail <= 1) confirm()
  }
  return (
    <div role="presentation" className="contents" onKeyDown={onKeyDown}>
      <div ref={box} role="group" aria-label="Review" className="review">
        <p id="review-sentence" role="status" className="review-sentence">
          {review.sentence}
        </p>
        {keyedSentences(review.lines ?? []).map(({ sentence: line, key }) => (
          <p key={key} className="muted">
            {line}
          </p>
        ))}
        {keyedSentences(review.warnings ?? []).map(({ sentence: line, key }) => (
          <p key={key} className="warning-box" role="note">
            {line}
          </p>
        ))}
        {word !== null && (
          <div className="labelled">
            <label htmlFor="review-word">
              Type <b>{word}</b>
            </label>
            <input
              id="review-word"
              className="field mono"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              aria-invalid={problem !== null}
              onChange={(event) => {
                setTyped(event.target.value)
                setProblem(null)
              }}
            />
          </div>
        )}
        <Problem sentence={problem} />
        <div className="row-of-buttons">
          <button type="button" data-back className="button" onClick={stage.drop}>
            Back <span className="key-cap">Esc</span>
          </button>
          <button
            type="button"
            className="button primary"
            aria-describedby="review-sentence"
            aria-disabled={stage.sending || (word !== null && typed.trim() !== word)}
            onClick={onClick}
          >
            {stage.sending ? 'Sending…' : stage.verb} <span className="key-cap">Enter</span>
          </button>
        </div>
      </div>
    </div>
  )
}
