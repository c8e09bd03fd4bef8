/** Bugs of an order's life: journal before wire, what an answer proves, what ends an order. */

import type { PlantedBug } from '../bug.ts'

const DELIVERY = 'test/electron/broker/delivery.test.ts'
const DELIVERED = '%s: delivered once, fate unknown'

export const orderPathBugs: readonly PlantedBug[] = [
  {
    name: 'skip fsync(INTENT)',
    wrong: 'A window hears that its order was taken before the intent is on disk.',
    file: 'electron/core/journal/journalWriter.ts',
    edits: [
      {
        find: 'commit: write,',
        put: `commit: (body) =>
      body.type === 'order' && body.event.kind === 'intent'
        ? (void write(body), Promise.resolve({ ok: true, value: null }))
        : write(body),`,
      },
    ],
    test: {
      file: 'test/electron/core/dealing/orderJournal.test.ts',
      title: 'writes intent and sending together; accepts and sends nothing before both are on disk',
    },
    sim: { schedules: 300, says: /broken: .* was reported as taken before it was on disk/ },
  },
  {
    name: 'skip fsync(SEND)',
    wrong: 'A request leaves while the entry that says so is still on its way to the disk.',
    file: 'electron/core/journal/journalWriter.ts',
    edits: [
      {
        find: 'commit: write,',
        put: `commit: (body) =>
      body.type === 'order' && body.event.kind === 'sending'
        ? (void write(body), Promise.resolve({ ok: true, value: null }))
        : write(body),`,
      },
    ],
    test: {
      file: 'test/electron/core/dealing/orderJournal.test.ts',
      title: 'an order is accepted with its intent on disk, and sent only with its SEND entry on disk',
    },
    sim: { schedules: 300, says: /broken: POST .*left before its entry was on disk/ },
  },
  {
    name: '401→REJECTED',
    wrong: 'A 401 to an order counts as its refusal, though a gate may answer it after the order went on.',
    file: 'electron/broker/rest/classify.ts',
    edits: [
      {
        find: '  const proves = status >= 400',
        put: `  if (status === 401) return { kind: 'refused', code: code ?? 'UNAUTHORIZED', message: sentenceOfStatus(status) }
  const proves = status >= 400`,
      },
    ],
    test: { file: DELIVERY, title: DELIVERED, one: 'POST 401: delivered once, fate unknown' },
    sim: { schedules: 300, says: /wronglyDead: |is not reserved: live at the venue, rejected at the desk/ },
  },
  {
    name: '5xx→REJECTED',
    wrong: 'A 5xx to an order counts as its refusal.',
    file: 'electron/broker/rest/classify.ts',
    edits: [
      {
        find: '  const proves = status >= 400',
        put: `  if (status >= 500) return { kind: 'refused', code: code ?? 'INTERNAL', message: sentenceOfStatus(status) }
  const proves = status >= 400`,
      },
    ],
    test: { file: DELIVERY, title: DELIVERED, one: 'POST 500: delivered once, fate unknown' },
    sim: { schedules: 300, says: /wronglyDead: |is not reserved: live at the venue, rejected at the desk/ },
  },
  {
    name: 'timeout→auto retry',
    wrong: 'An order or cancel without an answer is sent once more.',
    file: 'electron/broker/authentication/authenticatedRequests.ts',
    edits: [
      {
        find: '? await options.send(withProof(request, proof.value))',
        put: `? await options
          .send(withProof(request, proof.value))
          .then((first) =>
            first.kind === 'lost' && dispatchGate ? options.send(withProof(request, proof.value)) : first,
          )`,
      },
    ],
    test: {
      file: DELIVERY,
      title: DELIVERED,
      one: 'POST silence beyond the limit: delivered once, fate unknown',
    },
    sim: {
      schedules: 300,
      says: /broken: (POST|DELETE) .*left before its entry was on disk, or more than once/,
    },
  },
  {
    name: 'dead after 404×5',
    wrong: 'Five look-ups that find nothing declare an order dead that may still be on its way.',
    file: 'electron/core/orders/proofOfDeath.ts',
    edits: [
      {
        find: '      const [first] = absences\n',
        put: '      if (watched.all.length >= 5) return true\n      const [first] = absences\n',
      },
    ],
    test: {
      file: 'test/electron/core/orders/unknownOrderResolver.test.ts',
      title: 'is dead once it can no longer reach the order book, and no earlier',
    },
    sim: { schedules: 300, says: /wronglyDead: |is not reserved: live at the venue, dead at the desk/ },
  },
  {
    name: 'shown order waits for its signature',
    wrong: 'An order that the venue had shown and denies now is judged by the age of its request.',
    file: 'electron/core/orders/proofOfDeath.ts',
    edits: [
      {
        find: 'if (!wasShown(order)) return absences.late',
        put: "if (order.origin === 'desk') return absences.late",
      },
    ],
    test: {
      file: 'test/electron/core/orders/unknownOrderResolver.test.ts',
      title: 'keeps the end that the venue had reported, without a word of its request (signed: %s)',
      one: 'without a word of its request (signed: false)',
    },
  },
  {
    name: 'cancel 404→CANCELED',
    wrong: 'A cancel that the venue answers with NOT_FOUND shows the order as canceled.',
    file: 'electron/core/dealing/recordCancelAnswerAndLookUp.ts',
    edits: [
      {
        find: "    if (outcome.kind === 'refused' && outcome.code !== 'NOT_FOUND')",
        put: `    if (outcome.kind === 'refused' && outcome.code === 'NOT_FOUND') {
      const { phase: _p, pending: _w, refusal: _r, origin: _o, validUntil: _v, updatedAt: _u, ...report } = now
      const canceled = { ...report, status: 'canceled' }
      return orderStore.note(customerCode, referenceId, { kind: 'shown', at, by: 'answer', stale: false, report: canceled })
    }
    if (outcome.kind === 'refused' && outcome.code !== 'NOT_FOUND')`,
      },
    ],
    test: {
      file: 'test/electron/core/dealing/submitOrder.test.ts',
      title: 'looks up an order after 404 instead of ending it',
    },
    sim: {
      schedules: 300,
      says: /is not reserved: live at the venue, closed at the desk|lost: .*(the venue|unknown at the venue)/,
    },
  },
  {
    name: 'terminal downgraded by stale REST',
    wrong: 'A list that was read earlier brings an order back that is over.',
    file: 'shared/domain/orders/order.ts',
    edits: [
      {
        find: "if (fills === 0 && (known.phase === 'closed' || known.phase === 'rejected') && isLive(report)) return known",
        put: '',
      },
    ],
    test: {
      file: 'test/shared/domain/orders/orderLife.test.ts',
      title: 'events in any order: fills never shrink, an end by the venue is final',
    },
  },
  {
    name: 'over for good',
    wrong:
      'An order that the venue shows open, asked after its end was reported, stays over: no halt and no hand cancels it.',
    file: 'shared/domain/orders/orderLife.ts',
    edits: [{ find: 'isLive(shown) && (isAskedSince || fills > 0)', put: 'isLive(shown) && fills > 0' }],
    test: {
      file: 'test/electron/core/risk/halts/startLiftAndPublishHalts.test.ts',
      title: 'is canceled by a halt, and nothing is verified before the venue shows it done',
    },
  },
  {
    name: 'older list revives an order',
    wrong: 'A list that was asked for before an order was over counts as proof that it lives.',
    file: 'electron/core/orders/detectStaleOrderReports.ts',
    edits: [
      {
        find: '(this.ended.get(key)?.count ?? this.endedBefore)',
        put: '0 * this.endedBefore',
      },
    ],
    test: {
      file: 'test/electron/core/orders/journaledOrderStore.test.ts',
      title: 'stays terminal by an answer to an earlier request and by a late stream message',
    },
  },
  {
    name: 'full order under a resting word is over',
    wrong: 'An order that the venue calls partially filled counts as over because its figures add up.',
    file: 'shared/domain/orders/orderLife.ts',
    edits: [{ find: 'isFull(report) && !isResting(report.status)', put: 'isFull(report)' }],
    test: {
      file: 'test/shared/domain/orders/orderLife.test.ts',
      title: '%s',
      one: 'filled to its amount under a word that says that it rests',
    },
  },
  {
    name: 'filled decreases',
    wrong: 'Late news takes back what an order had filled.',
    file: 'shared/domain/orders/order.ts',
    edits: [{ find: 'if (fills < 0) return known', put: '' }],
    test: {
      file: 'test/shared/domain/orders/orderLife.test.ts',
      title: 'events in any order: fills never shrink, an end by the venue is final',
    },
    sim: { schedules: 300, says: /broken: the fill of .* shrank/ },
  },
  {
    name: 'UNKNOWN excluded from exposure',
    wrong: 'An order of which nobody knows what became of it does not count against limits.',
    file: 'shared/domain/orders/order.ts',
    edits: [
      {
        find: "new Set(['rejected', 'not-sent', 'closed', 'dead'])",
        put: "new Set(['rejected', 'not-sent', 'closed', 'dead', 'unknown', 'resolving', 'unresolved'])",
      },
    ],
    test: {
      file: 'test/electron/core/risk/limits/checkAndCountOrders.test.ts',
      title: 'counts an order of unknown status at full size, and a dead order no more',
    },
    sim: {
      schedules: 300,
      says: /is not reserved: live at the venue, (unknown|resolving|unresolved) at the desk/,
    },
  },
  {
    name: 'unconfirmed change counts no more',
    wrong: 'A larger amount that the venue may still carry out leaves the limits once its request has ended.',
    file: 'shared/domain/orders/requests/pendingRequest.ts',
    edits: [
      {
        find: "known.pending === 'amend' || known.unconfirmed?.includes('amend')",
        put: "known.pending === 'amend'",
      },
    ],
    test: {
      file: 'test/shared/domain/orders/orderLife.test.ts',
      title: 'keeps the larger amount that a change asked for until the venue shows it or refuses the change',
    },
  },
  {
    name: 'written off counts as done',
    wrong: 'A halt calls an order done that a dealer wrote off.',
    file: 'electron/core/risk/cancelUntilDone.ts',
    edits: [{ find: 'order?.refusal?.code === WRITTEN_OFF', put: 'order === null' }],
    test: {
      file: 'test/electron/core/risk/cancelUntilDone.test.ts',
      title: 'calls no order done that a dealer wrote off',
    },
  },
  {
    name: 'canceled stop said to expire',
    wrong: 'A stop that somebody else cancels is said to have expired, in a line that nobody must read.',
    file: 'shared/domain/orders/orderNotices.ts',
    edits: [{ find: '!waited && ', put: '' }],
    test: {
      file: 'test/shared/domain/orders/orderNotices.test.ts',
      title: 'a resting %s order that somebody else cancels did not expire',
      one: 'a resting stop_loss order that somebody else cancels did not expire',
    },
  },
]
