/** Saves, applies and deletes the views of a panel's table. Each says what became of it. Sends no order. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import { changePanel } from '../../../state/actions/workspaceActions.ts'
import { tell } from '../../../state/stores/noticeStore.ts'
import { kindOf, type InstanceId } from '../../../state/stores/panelInstances.ts'
import { filterPanel } from '../../../state/stores/panelStore.ts'
import { PLAIN_TABLE } from '../../../state/tableChoices.ts'
import { saveSharedSetting } from '../../../state/windows/saveSharedSetting.ts'
import type { WindowSession } from '../../../state/windowSession.ts'
import {
  placeAside,
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

/** Stores the text of views that cannot be read under another name. */
async function setAside(
  session: WindowSession,
  settings: Readonly<Record<string, string>>,
  name: string,
  text: string,
): Promise<Result<null, string>> {
  const place = placeAside(settings, name, text)
  if (place === null)
    return fail('Ten texts of saved views that cannot be read are set aside already. Ask for support.')
  if (settings[place] === text) return ok(null)
  const kept = await saveSharedSetting(session, place, undefined, () => ok(text))
  return kept.ok ? ok(null) : fail(kept.failure.message)
}

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
  const before = settings[name]
  if (before !== undefined && readViews(before).isDamaged) {
    const aside = await setAside(session, settings, name, before)
    if (!aside.ok) return say('warning', `Nothing was saved. ${aside.failure}`)
  }
  const saved = await saveSharedSetting(session, name, before, (text) => {
    if (text !== undefined && text !== before && readViews(text).isDamaged)
      return fail('Nothing was saved: another program changes the saved views. Try again.')
    const changed = make(readViews(text))
    return changed.ok ? ok(viewsText(changed.value)) : changed
  })
  if (saved.ok) say('info', done)
  else say('warning', saved.failure.message)
}
