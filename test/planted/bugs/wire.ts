/** Bugs of requests, signatures, clocks and streams. */

import type { PlantedBug } from '../bug.ts'

const DELIVERY = 'test/electron/broker/delivery.test.ts'
const DELIVERED = '%s: delivered once, fate unknown'
const HTTP = 'electron/broker/rest/http.ts'
const NONCES = 'electron/broker/authentication/nonces.ts'

export const wireBugs: readonly PlantedBug[] = [
  {
    name: 'RetryAgent on DELETE',
    wrong: 'The HTTP client repeats a cancel whose connection broke, as its own retry does by default.',
    file: HTTP,
    edits: [
      { find: 'import type { Dispatcher }', put: 'import { interceptors, type Dispatcher }' },
      { find: 'pool.dispatch(', put: 'pool.compose(interceptors.retry({ minTimeout: 1 })).dispatch(' },
      // A second start of one request is ended by us before a byte goes out: without that net.
      { find: 'if (sentAt !== null) return', put: 'if (Number.isNaN(sentAt)) return' },
    ],
    test: {
      file: DELIVERY,
      title: DELIVERED,
      one: 'DELETE reset before any answer: delivered once, fate unknown',
    },
  },
  {
    name: 'redirect follow',
    wrong: 'A 307 sends the order again, to wherever it points.',
    file: HTTP,
    edits: [
      {
        find: '  return {\n    send,\n',
        put: `  const follow = async (request: HttpRequest): Promise<HttpOutcome> => {
    const first = await send(request)
    const moved = first.kind === 'answered' && (first.status === 307 || first.status === 308)
    const to = moved ? first.headers['location'] : undefined
    return to === undefined ? first : await send({ ...request, path: to })
  }
  return {
    send: follow,
`,
      },
    ],
    test: { file: DELIVERY, title: DELIVERED, one: 'POST 307 to itself: delivered once, fate unknown' },
  },
  {
    name: 'nonce=Date.now()*1e6',
    wrong: 'A nonce is the wall clock in milliseconds with six zeros: two in one millisecond are the same.',
    file: NONCES,
    edits: [{ find: 'return ok(String(last))', put: 'return ok(String(BigInt(Date.now()) * 1_000_000n))' }],
    test: {
      file: 'test/electron/broker/authentication/nonces.test.ts',
      title: 'two installations that share a key never meet, even at the same moment',
    },
  },
  {
    name: 'nonce as Number',
    wrong: 'A nonce goes through a binary number and loses its last digits.',
    file: NONCES,
    edits: [{ find: 'return ok(String(last))', put: 'return ok(String(Number(last)))' }],
    test: {
      file: 'test/electron/broker/authentication/nonces.test.ts',
      title: 'a nonce is five seconds behind the venue, in ns, with the installation’s salt',
    },
  },
  {
    name: 'REST/WS separate allocators',
    wrong: 'The private stream counts nonces of its own under the key that signs the requests.',
    file: 'electron/broker/authentication/signingKeyHolder.ts',
    edits: [
      {
        find: 'return ok(ed25519Signer({ profile, key, nonces, renew: async () => (await hearTime()) === null }))',
        put: `const renew = async () => (await hearTime()) === null
    const apart = { salt: options.nonces.salt, read: () => null, write: () => undefined }
    const stream = createNonces(key.publicKey, apart, options.venueTime)
    return ok({
      ...ed25519Signer({ profile, key, nonces, renew }),
      authenticate: ed25519Signer({ profile, key, nonces: stream, renew }).authenticate,
    })`,
      },
    ],
    test: {
      file: 'test/electron/broker/authentication/authentication.test.ts',
      title: 'requests and private stream of one key share one allocator',
    },
    sim: { schedules: 300, says: /broken: nonce \d+ was used twice/ },
  },
  {
    name: 'θ from wall clock',
    wrong: 'The venue’s time is taken from the clock of this machine.',
    file: 'electron/broker/authentication/venueClock.ts',
    edits: [
      {
        find: '> SLEPT_MS ? null : server.at(monotonic)',
        put: '> SLEPT_MS ? null : { time: clock.now(), uncertaintyMs: 0 }',
      },
    ],
    test: {
      file: 'test/electron/broker/signed.test.ts',
      title: 'work with a clock off by %i ms',
      one: 'auth: signed reads, orders, cancels, transfers and the private channels work with a clock off by 40000 ms',
    },
  },
  {
    name: 'no resubscribe on UPSTREAM_ERROR',
    wrong: 'A public channel that the venue closed with *_UPSTREAM_ERROR is never asked for again.',
    file: 'electron/market/channel.ts',
    edits: [
      {
        find: "    const refused = code === null || !code.endsWith('_UPSTREAM_ERROR')\n",
        put: `    if (code?.endsWith('_UPSTREAM_ERROR')) return this.move('waiting', words)
    const refused = code === null || !code.endsWith('_UPSTREAM_ERROR')
`,
      },
    ],
    test: {
      file: 'test/electron/market/channel.test.ts',
      title: 'subscribes trades again by itself when the venue lost its own feed',
    },
  },
  {
    name: 'spare streams keep their places',
    wrong:
      'At a venue that limits subscriptions a held instrument stays refused, and streams that nobody needs go on.',
    file: 'electron/market/streamedInstruments.ts',
    edits: [
      {
        find: '    if (this.isNeeded(symbol)) this.spareStreams.makeRoomFor(symbol)\n    else this.spareStreams.refused(symbol)\n',
        put: '    if (!this.isNeeded(symbol)) this.spareStreams.refused(symbol)\n',
      },
    ],
    test: {
      file: 'test/electron/market/limitedVenue.test.ts',
      title: 'gives a spare stream up for an instrument with a position, within 20 s and for few requests',
    },
  },
  {
    name: 'close() instead of terminate()',
    wrong: 'A silent socket is asked to close instead of being ended, and lives on for half a minute.',
    file: 'electron/net/supervisedSocket.ts',
    edits: [{ find: 'lost.terminate()', put: '(lost as StreamSocket & { close(): void }).close()' }],
    test: {
      file: 'test/electron/net/halfOpen.test.ts',
      title: 'a silent peer loses its connection at once, without a closing handshake',
    },
  },
  {
    name: 'book delete-missing ignored in range',
    wrong:
      'The delete of a level that is not in the book passes for nothing, though it proves a lost message.',
    file: 'shared/domain/book/book.ts',
    edits: [
      {
        find: '!known || before > 0 === stood',
        put: '!known || (kind & STANDS) === 0 || before > 0 === stood',
      },
    ],
    test: {
      file: 'test/shared/domain/book/book.test.ts',
      title: 'a delete of a level that is not there',
    },
  },
  {
    name: 'page stop on short page',
    wrong: 'A page with fewer rows than asked for counts as the last one.',
    file: 'electron/broker/lists/listPages.ts',
    edits: [
      {
        find: 'const isEmpty = items.length + unreadable.length === 0',
        put: 'const isEmpty = items.length < (profile.paging.limit ?? 100)',
      },
    ],
    test: {
      file: 'test/electron/broker/reads.test.ts',
      title: 'pages go on by the venue’s cursor, else by the last code, and end where nothing new comes',
    },
  },
  {
    name: 'cut list passes for whole',
    wrong: 'A list of open orders whose body breaks off counts as one that was read to its end.',
    file: 'electron/broker/lists/readWholeList.ts',
    edits: [
      {
        find: 'if (step.page.cut !== null) return listed(step.page.cut)',
        put: 'if (step.page.cut !== null) return listed(null)',
      },
    ],
    test: {
      file: 'test/electron/core/reconciliation/openOrderLists.test.ts',
      title: 'is not whole, and every claim says so with the reason',
      one: 'cut in the middle',
    },
  },
  {
    name: 'unreadable rows pass for no orders',
    wrong: 'A list with a row that cannot be read counts as whole.',
    file: 'electron/broker/presentStateReads.ts',
    edits: [{ find: 'missing: missing ?? rows', put: 'missing' }],
    test: {
      file: 'test/electron/core/reconciliation/openOrderLists.test.ts',
      title: 'is not whole, and every claim says so with the reason',
      one: 'with a row that cannot be read',
    },
  },
  {
    name: 'halt cleared by a part of a list',
    wrong:
      'A halt takes a part of a list for the whole, and says that all is verified when that part is canceled.',
    file: 'electron/core/risk/halts/readHaltedListsUntilEmpty.ts',
    edits: [{ find: ": 'partial'", put: ": 'whole'" }],
    test: {
      file: 'test/electron/core/reconciliation/openOrderLists.test.ts',
      title: 'is not whole, and every claim says so with the reason',
      one: 'counted longer than shown',
    },
  },
]
