/** The sheets of a table's saved views: apply one, save what is shown under a name, delete one. Sends no order. */

import { useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import type { Overlay } from '../../../state/stores/overlayStore.ts'
import type { InstanceId } from '../../../state/stores/panelInstances.ts'
import { useSession } from '../../../state/useSession.ts'
import { Field } from '../../../ui/Field.tsx'
import { Picker, type PickerItem } from '../../../ui/Picker.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { viewNamed, viewNameProblem, type SavedView, type SavedViews } from './savedViews.ts'
import { applyView, deleteView, saveView, viewsOf } from './tableViews.ts'

interface TableViewsProps {
  readonly panel: InstanceId
  readonly act: Extract<Overlay, { kind: 'tableViews' }>['act']
  readonly onClose: () => void
}

const NOT_READ = 'The saved views were not read yet.'

export function TableViews({ panel, act, onClose }: TableViewsProps) {
  const session = useSession()
  useStore(session.server.settings)
  const saved = viewsOf(session, panel)
  const { title } = session.panels.getState().describe(panel)
  if (act === 'name') return <NameView panel={panel} saved={saved} title={title} onClose={onClose} />
  const views = saved?.views ?? []
  const ofViews = views.map((view) => ({ key: `view ${view.name}`, label: view.name, detail: wordsOf(view) }))
  const named = (key: string) => views.find(({ name }) => key === `view ${name}`)
  const to = (next: TableViewsProps['act']) =>
    session.overlay.setState({ open: { kind: 'tableViews', panel, act: next } })
  const pick = (key: string) => {
    const view = named(key)
    if (act === 'delete') return view && void deleteView(session, panel, view.name)
    if (view) return applyView(session, panel, view)
    if (key === 'plain') return applyView(session, panel, null)
    if (key === 'save') to('name')
    else if (key === 'delete') to('delete')
  }
  const trouble = saved?.trouble ?? null
  const others: readonly PickerItem[] = [
    ...(trouble === null ? [] : [{ key: 'trouble', label: 'No saved view', detail: trouble }]),
    { key: 'save', label: 'Save this view…', detail: 'sort, filter, columns and groups as they are now' },
    { key: 'plain', label: 'As it comes', detail: 'no sort, no filter, no groups, every column' },
    ...(views.length === 0 ? [] : [{ key: 'delete', label: 'Delete…', detail: 'a saved view' }]),
  ]
  return (
    <Picker
      // What was typed in one list is not for the other.
      key={act}
      title={act === 'delete' ? `Delete a view of ${title}` : `Views of ${title}`}
      placeholder="A name, save, delete, …"
      items={act === 'delete' ? ofViews : [...ofViews, ...others]}
      enter="first"
      empty={saved === null ? NOT_READ : 'No view fits.'}
      onPick={pick}
      onClose={onClose}
    />
  )
}

/** What a view does, for its line in the list. */
function wordsOf({ filter, choices }: SavedView): string {
  const { sort, group, columns, finished } = choices
  return [
    filter === '' ? '' : `filter “${filter}”`,
    sort === null ? '' : `by ${sort.column} ${sort.descending ? '▼' : '▲'}`,
    group === undefined ? '' : `grouped by ${group}`,
    columns === undefined ? '' : 'own columns',
    finished ? 'finished too' : '',
  ]
    .filter((words) => words !== '')
    .join(' · ')
}

interface NameViewProps {
  readonly panel: InstanceId
  readonly saved: SavedViews | null
  readonly title: string
  readonly onClose: () => void
}

function NameView({ panel, saved, title, onClose }: NameViewProps) {
  const session = useSession()
  const [name, setName] = useState('')
  const problem = saved === null ? NOT_READ : viewNameProblem(saved, name)
  const replaced = saved === null ? undefined : viewNamed(saved, name)
  const take = () => {
    if (problem !== null) return
    onClose()
    void saveView(session, panel, name)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.repeat || event.nativeEvent.isComposing) return
    event.preventDefault()
    take()
  }
  return (
    <Sheet title={`Save a view of ${title}`} onClose={onClose}>
      {/* Enter in the field saves. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={onKeyDown}>
        <Field
          id="view-name"
          label="Name"
          value={name}
          problem={name === '' && !saved?.isLocked ? null : problem}
          onText={setName}
        />
      </div>
      {saved?.trouble !== null && saved?.isLocked === false && <p className="amber">{saved.trouble}</p>}
      <div className="row-of-buttons">
        <button type="button" className="button primary" disabled={problem !== null} onClick={take}>
          {replaced === undefined ? 'Save' : `Replace ${replaced.name}`}{' '}
          <span className="key-cap">Enter</span>
        </button>
      </div>
    </Sheet>
  )
}
