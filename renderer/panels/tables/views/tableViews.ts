/** Saves, applies and deletes the views of a panel's table. Each says what became of it. Sends no order. */

import { ok, type Result } from '../../../../shared/base/result.ts'
import { changePanel } from '../../../state/actions/workspaceActions.ts'
import { tell } from '../../../state/stores/noticeStore.ts'
import { kindOf, type InstanceId } from '../../../state/stores/panelInstances.ts'
import { filterPanel } from '../../../state/stores/panelStore.ts'
import { PLAIN_TABLE } from '../../../state/tableChoices.ts'
import { saveSharedSetting } from '../../../state/windows/saveSharedSetting.ts'
import type { WindowSession } from '../../../state/windowSession.ts'
import {
  readViews,
  viewsSetting,
  viewsText,
  withoutView,
  withView,
  type SavedView,
  type SavedViews,
} from './savedViews.ts'

/** Null: the settings were not read yet. */
export function viewsOf({ server }: WindowSession, panel: InstanceId): SavedViews | null {
  const settings = server.settings.getState().value
  return settings && readViews(settings[viewsSetting(kindOf(panel))])
}

/** Null: the table as it comes. */
export function applyView(session: WindowSession, panel: InstanceId, view: SavedView | null): void {
  changePanel(session.workspace, panel, { table: view?.choices ?? PLAIN_TABLE })
  filterPanel(session.panels, panel, view === null || view.filter === '' ? null : view.filter)
}

/** Saves what the table shows now. */
export async function saveView(session: WindowSession, panel: InstanceId, name: string): Promise<void> {
  const choices = session.workspace.getState().panels[panel]?.table ?? PLAIN_TABLE
  const filter = session.panels.getState().filters[panel]?.trim() ?? ''
  await change(session, panel, `View “${name.trim()}” is saved.`, (saved) =>
    withView(saved, { name, filter, choices }),
  )
}

export const deleteView = (session: WindowSession, panel: InstanceId, name: string): Promise<void> =>
  change(session, panel, `View “${name}” is deleted.`, (saved) => withoutView(saved, name))

async function change(
  session: WindowSession,
  panel: InstanceId,
  done: string,
  make: (saved: SavedViews) => Result<readonly SavedView[], string>,
): Promise<void> {
  const settings = session.server.settings.getState().value
  const say = (level: 'info' | 'warning', sentence: string) =>
    tell(session.notices, session.clock, level, sentence)
  if (settings === null) return say('warning', 'Nothing was saved: the settings were not read yet.')
  const name = viewsSetting(kindOf(panel))
  const saved = await saveSharedSetting(session, name, settings[name], (text) => {
    const changed = make(readViews(text))
    return changed.ok ? ok(viewsText(changed.value)) : changed
  })
  if (saved.ok) say('info', done)
  else say('warning', saved.failure.message)
}
