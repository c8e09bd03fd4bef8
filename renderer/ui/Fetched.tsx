/** Draws a component whose code comes right after the page's start, so that the start stays small. */

import { createElement, useEffect, useState, type ComponentType } from 'react'

interface Fetching<Props> {
  /** One promise for the whole life of the page, begun when its module is read. */
  readonly code: Promise<ComponentType<Props>>
  readonly props: Props
}

/** Nothing until the code is here. */
export function Fetched<Props extends object>({ code, props }: Fetching<Props>) {
  const [component, setComponent] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    let isMounted = true
    const keep = async () => {
      const fetched = await code
      if (isMounted) setComponent(() => fetched)
    }
    void keep()
    return () => {
      isMounted = false
    }
  }, [code])
  return component && createElement(component, props)
}
