/** Code that comes behind the page's start. Where the code cannot be loaded, a sentence stands in its place and the rest of the window works on. */

import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { Problem } from './Problem.tsx'
import { Sheet } from './Sheet.tsx'

const SENTENCE =
  'This part of Openpit could not be loaded: its files were changed or removed, or Openpit ended. Opening it sent nothing, and orders stay as they are. Reload the window.'

/** Stands for a part that is missing. A sheet, which knows how to close, is shown as one. */
function MissingPart(props: object) {
  const onClose = 'onClose' in props && typeof props.onClose === 'function' ? props.onClose : null
  const body = (
    <>
      <Problem sentence={SENTENCE} />
      <button type="button" className="button primary" onClick={() => location.reload()}>
        Reload the window
      </button>
    </>
  )
  if (onClose === null) return <div className="missing-part">{body}</div>
  return (
    <Sheet title="Not loaded" onClose={() => void onClose()}>
      {body}
    </Sheet>
  )
}

/** The component that `load` resolves to, or the sentence in its place. Never rejects. */
export async function loaded<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  try {
    return await load()
  } catch (error) {
    console.error('A part of the page could not be loaded.', error)
    return MissingPart
  }
}

/** A component whose code is loaded when it is first drawn. */
export const late = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await loaded(load) }))
