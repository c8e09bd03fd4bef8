/** The broker's webhooks: list by page, register, copy the public key, verify a delivery, delete. This terminal receives none. */

import { useState } from 'react'
import type { Webhook } from '../../../../shared/domain/webhook.ts'
import type { TableColumn } from '../../tables/arrange/tableColumn.ts'
import { dayAndTime, zoneName } from '../../../format/times.ts'
import { FailureLine } from '../../../dealing/FailureLine.tsx'
import { CsvButton, PanelBar, ReadAgain } from '../../PanelControls.tsx'
import { ListTable } from '../../tables/Table.tsx'
import { useRead } from '../../useRead.ts'
import { RegisterWebhook } from './RegisterWebhook.tsx'
import { WebhookDetail } from './WebhookDetail.tsx'
import { eventWords } from './webhookForm.ts'

const COLUMNS: readonly TableColumn<Webhook>[] = [
  {
    id: 'url',
    title: 'Address',
    kind: 'text',
    value: (webhook) => webhook.url,
    width: 'minmax(200px, 2fr)',
    cell: (webhook) => <span className="mono">{webhook.url}</span>,
  },
  {
    id: 'events',
    title: 'Events',
    kind: 'text',
    value: eventWords,
    width: 'minmax(140px, 1fr)',
    cell: eventWords,
  },
  {
    id: 'key',
    title: 'Public key',
    kind: 'text',
    value: (webhook) => (webhook.publicKey === null ? 'not kept here' : 'kept'),
    width: '110px',
    cell: (webhook) =>
      webhook.publicKey === null ? (
        <span className="amber">not kept here</span>
      ) : (
        <span className="ok">kept</span>
      ),
  },
  {
    id: 'created',
    get title() {
      return `Created, ${zoneName()}`
    },
    kind: 'time',
    value: (webhook) => webhook.createdAt,
    width: '110px',
    cell: (webhook) => <span className="number">{dayAndTime(webhook.createdAt)}</span>,
  },
]
const idOf = (webhook: Webhook): string => webhook.id

export function Webhooks() {
  const [page, setPage] = useState(1)
  const read = useRead('webhook.list', { page })
  const [selected, setSelected] = useState<string | null>(null)
  const items = read.value?.items ?? []
  const chosen = items.find((item) => item.id === selected) ?? null
  const pages = Math.max(1, read.value?.pages ?? 1)
  const missing = read.value?.missing ?? null
  return (
    <>
      <PanelBar>
        <button
          type="button"
          className="button small"
          onClick={() => {
            setSelected(null)
            // In the next frame the form replaces the webhook.
            requestAnimationFrame(() => document.querySelector<HTMLInputElement>('#webhook-url')?.focus())
          }}
        >
          Register another
        </button>
        <span className="muted">
          {read.value
            ? `${missing === null ? '' : 'at least '}${read.value.total} registered · page ${page} of ${pages}`
            : ''}
        </span>
        <button type="button" className="button small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
          Page before
        </button>
        <button
          type="button"
          className="button small"
          disabled={page >= pages}
          onClick={() => setPage(page + 1)}
        >
          Next page
        </button>
        <span className="spring" />
        <ReadAgain read={read} />
        <CsvButton panel="webhooks" name="webhooks" rows={items} />
      </PanelBar>
      <FailureLine failure={read.failure} />
      {missing !== null && (
        <p role="alert" className="problem panel-line">
          {`These are not all webhooks: ${missing}. Read again. If the rest stays missing, ask the broker.`}
        </p>
      )}
      <div className="panel-split">
        <ListTable<Webhook>
          panel="webhooks"
          name="Webhooks"
          columns={COLUMNS}
          list={items}
          keyOf={idOf}
          selectedKey={selected}
          onSelect={setSelected}
          onKey={(key, event) => {
            if (event.key === 'Escape') {
              setSelected(null)
              return true
            }
            if (event.key !== 'Delete') return false
            document.querySelector<HTMLButtonElement>('#webhook-remove')?.focus()
            return key === selected
          }}
          reading={read.busy}
          unread={
            read.busy
              ? 'Reading the webhooks.'
              : read.value && missing === null
                ? null
                : 'The webhooks are not known. Press Read again.'
          }
          empty="No webhooks yet. Register one on the right."
        />
        <div className="side">
          {chosen ? (
            <WebhookDetail
              key={chosen.id}
              webhook={chosen}
              onRemoved={() => {
                setSelected(null)
                read.again()
              }}
            />
          ) : (
            <RegisterWebhook
              onRegistered={(webhook) => {
                setSelected(webhook.id)
                if (page === 1) read.again()
                else setPage(1)
              }}
              onDoubt={read.again}
            />
          )}
        </div>
      </div>
    </>
  )
}
