/** Writes the title of the window: its name, instrument of the ladder in use with last price, customer, Openpit. The task bar and the list of windows show it. */

import { useEffect } from 'react'
import { useStore } from 'zustand'
import { windowTitleSetting } from '../../../shared/domain/savedWorkspaces.ts'
import { instrumentOf } from '../../state/actions/dealing.ts'
import { symbolIn } from '../../state/stores/panelInstances.ts'
import { activeLadder } from '../../state/stores/workspaceStore.ts'
import { useOld } from '../../state/useOld.ts'
import { useSession, useWorkspace } from '../../state/useSession.ts'
import { averageText } from '../../format/priceText.ts'
import { TITLE, windowTitle } from './windowTitle.ts'

/** Call in the workspace: nobody is signed in elsewhere. */
export function useWindowTitle(): void {
  const session = useSession()
  const { server, windowName } = session
  const customer = useWorkspace((workspace) => workspace.customer)
  const symbol = useWorkspace((workspace) => {
    const ladder = activeLadder(workspace)
    return ladder === null ? (workspace.instruments['1'] ?? null) : symbolIn(workspace, ladder)
  })
  const ticker = useStore(session.server.tickers, ({ value }) =>
    symbol === null ? undefined : value?.get(symbol),
  )
  // The list confirms the last price of a quiet market once a second.
  const old = useOld(ticker && Math.max(ticker.listedAt ?? 0, ticker.lastAt ?? 0))
  const price = symbol === null ? '' : averageText(ticker?.lastPrice ?? null, instrumentOf(session, symbol))
  const name = useStore(server.settings, ({ value }) => value?.[windowTitleSetting(windowName)] ?? '')
  const title = windowTitle({ name, symbol, price: `${old ? '~' : ''}${price}`, customer })
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(
    () => () => {
      document.title = TITLE
    },
    [],
  )
}
