/** What a press means in a panel whose keys the dealer may have moved. */

import { useMemo } from 'react'
import type { Chord, PressedKey } from '../../shared/domain/settings/keyChord.ts'
import type { KeyScope } from '../../shared/domain/settings/keyScope.ts'
import { useWindowKeysInForce } from './keysContext.ts'
import { movedKeys, ownChord } from './panelKeys.ts'

/** The chord that the binding comes with, for the press that now has it; null for a key that was moved away. */
export function usePanelKeys(scope: KeyScope): (press: PressedKey) => Chord | null {
  const { panels } = useWindowKeysInForce()
  return useMemo(() => {
    const moved = movedKeys(panels, scope)
    return (press) => ownChord(press, moved)
  }, [panels, scope])
}
