/** The one key of the window that works before the sign-in: the card of keys. Every other key needs the workspace. */

import { useEffect } from 'react'
import { useWindowKeysInForce } from '../../keyboard/keysContext.ts'
import { listenForKeys } from '../../keys/registry.ts'
import { useSession } from '../../state/useSession.ts'

export function useSignInKeys(openKeys: () => void): void {
  const { overlay } = useSession()
  const { keys } = useWindowKeysInForce()
  useEffect(() => {
    const bindings = keys.filter(({ act }) => act === 'keyCard').map((row) => ({ ...row, run: openKeys }))
    return listenForKeys(window, bindings, {
      isBlocked: () => overlay.getState().open !== null,
      onBlocked: () => undefined,
      hold: () => false,
    })
  }, [keys, overlay, openKeys])
}
