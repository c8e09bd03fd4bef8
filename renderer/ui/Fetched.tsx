/** Draws components whose code comes right after the page's start, so that the start stays small. */

import {
  createElement,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { loaded } from './late.tsx'

interface Fetching<Props> {
  /** One promise for the whole life of the page, begun when its module is read. */
  readonly code: Promise<ComponentType<Props>>
  readonly props: Props
}

/** The code that has arrived. */
const arrived = new WeakMap<Promise<unknown>, unknown>()

/** Nothing until the code is here. From then on it is drawn at once, in the task that asks for it. */
export function Fetched<Props extends object>({ code, props }: Fetching<Props>) {
  const component = useFetched(code)
  return component && createElement(component, props)
}

/** The same for what takes the focus. Until it is drawn, the keys behind the one that opened it reach nothing: above all no button that sends. */
function FetchedWithFocus<Props extends object>({ code, props }: Fetching<Props>) {
  const before = useRef<HTMLElement | null>(null)
  /** In one task with the drawing, so that no key comes between: what is drawn must know where the focus was, to give it back. */
  const giveBack = useCallback(() => {
    if (document.activeElement === document.body) before.current?.focus()
    before.current = null
  }, [])
  const component = useFetched(code, giveBack)
  const isHere = component !== null
  useLayoutEffect(() => {
    const active = document.activeElement
    if (isHere || !(active instanceof HTMLElement) || active === document.body) return undefined
    before.current = active
    active.blur()
    return giveBack
  }, [isHere, giveBack])
  return component && createElement(component, props)
}

/** `onArrival` is called right before the code is drawn. */
function useFetched<Props extends object>(
  code: Promise<ComponentType<Props>>,
  onArrival?: () => void,
): ComponentType<Props> | null {
  const [component, setComponent] = useState<ComponentType<Props> | null>(
    () => (arrived.get(code) as ComponentType<Props> | undefined) ?? null,
  )
  useEffect(() => {
    if (component !== null) return undefined
    let isMounted = true
    const keep = async () => {
      const drawn = await code
      arrived.set(code, drawn)
      if (!isMounted) return
      onArrival?.()
      flushSync(() => setComponent(() => drawn))
    }
    void keep()
    return () => {
      isMounted = false
    }
  }, [code, component, onArrival])
  return component
}

export interface FetchedComponent<Props> {
  (props: Props): ReactNode
  /** Begins to fetch the code, if nothing has yet. */
  fetch(): void
}

/**
 * A component that a key opens and that takes the keys behind it. Call `fetch` once the page has drawn, long before the key: what is typed while the
 * code is on its way reaches no field.
 */
export function fetched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FetchedComponent<Props> {
  let code: Promise<ComponentType<Props>> | null = null
  const codeOf = (): Promise<ComponentType<Props>> => {
    code ??= loaded(load)
    return code
  }
  const Drawn = (props: Props) => createElement(FetchedWithFocus<Props>, { code: codeOf(), props })
  const keep = async (): Promise<void> => {
    const begun = codeOf()
    arrived.set(begun, await begun)
  }
  return Object.assign(Drawn, { fetch: () => void keep() })
}
