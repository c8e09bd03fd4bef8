/** What the API leaves open (docs/api.md#gaps), one row per gap: what we assume and where. Data only; `statements.ts` says how to read it. */

export const GAPS = `
gap.1 | Base address and stream address | shared/broker/venueProfile.ts, electron/launch/venueProcess.ts | electron/paper/main.ts | renderer/admin/venue/VenueEditor.tsx
gap.2 | Prefix of each endpoint: a path per resource | shared/broker/venueProfile.ts, shared/broker/requests.ts | electron/paper/dialect.ts | renderer/admin/venue/VenueEditor.tsx: paths
gap.3 | Body of login errors: \`code\`, else \`detail\`, else \`error.code\` | shared/broker/errorBody.ts | electron/paper/api/loginResource.ts | renderer/signin/SignIn.tsx
gap.4 | Error envelope: \`{code, message}\` at the top or under \`error\` | shared/broker/errorBody.ts | electron/paper/brokerage/refusal.ts | renderer/topbar/Toasts.tsx
gap.5 | Token lifetime: \`exp\` of the JWT; login again before it and once on a 401 | electron/broker/session.ts | electron/paper/session/sessions.ts | renderer/workspace/App.tsx: sign in again
gap.6 | Which requests are signed and how: profile \`auth\`; Ed25519 over nonce, method, path and body hash | shared/broker/venueProfile.ts, shared/broker/signing.ts, electron/broker/signer.ts | electron/paper/session/doorkeeper.ts, electron/paper/session/signingKeys.ts | renderer/admin/venue/VenueEditor.tsx: authentication
gap.7 | \`authenticate\` by token or by public key, nonce and signature | shared/broker/streamMessages.ts, electron/broker/signer.ts, electron/broker/privateStreams.ts | electron/paper/stream/clientFrame.ts, electron/paper/session/doorkeeper.ts | renderer/topbar/statusWords.ts: streams
gap.8 | Acks and envelope of stream messages; the channel under several names | shared/broker/streamMessages.ts | electron/paper/stream/streamClient.ts, electron/paper/stream/channels.ts | renderer/topbar/statusWords.ts: streams
gap.9 | Customer list: the terminal's own directory, from hand, file and every code seen | electron/core/accounts/customerDirectory.ts | — no endpoint exists | renderer/accounts/Customers.tsx
gap.10 | Open orders: a list, else look-ups one by one, said on screen | electron/broker/venueRest.ts, electron/core/reconciliation/readBack.ts | electron/paper/api/orderResources.ts | renderer/blotters/Orders.tsx
gap.11 | Amend: \`PATCH\` where the venue has it; else cancel, proof, new order | shared/broker/requests.ts, shared/domain/orderRules.ts, electron/core/dealing/amendOrder.ts | electron/paper/brokerage/orderAmend.ts, electron/paper/api/orderResources.ts | renderer/blotters/AmendOrder.tsx
gap.12 | Success body of cancel is ignored | electron/broker/classify.ts, electron/core/dealing/cancelOrders.ts | electron/paper/api/orderResources.ts | renderer/blotters/Orders.tsx: status
gap.13 | Further order statuses are read; an unknown one is shown as it came and counts as live | shared/domain/order.ts | electron/paper/brokerage/orderDesk.ts | renderer/blotters/orderWords.ts
gap.14 | Further trade fields | shared/broker/accountRecords.ts, shared/domain/trade.ts | electron/paper/api/wire.ts | renderer/blotters/Trades.tsx
gap.15 | Public trade fields | shared/broker/marketRecords.ts | electron/paper/api/wire.ts | renderer/ladder/ladderRenderer.ts: last trade
gap.16 | Ticker body: all but \`symbol\` optional | shared/broker/marketRecords.ts, electron/core/market/instruments.ts | electron/paper/api/wire.ts | renderer/watchlist/Watchlist.tsx
gap.17 | Words of \`direction\`; an unknown one keeps the row out of sums, with a warning | shared/broker/venueProfile.ts, shared/broker/accountRecords.ts, electron/core/accounts/cashLedger.ts | electron/paper/api/wire.ts | renderer/blotters/Ledger.tsx: unsigned
gap.18 | Balance: newest completed event, else the whole ledger, else unknown | electron/core/accounts/cashLedger.ts | electron/paper/brokerage/books.ts | renderer/admin/collateral/Collateral.tsx, renderer/accounts/Customers.tsx: balance
gap.19 | Positions: net of all trades; forced fills once | shared/domain/position.ts, electron/core/accounts/tradeFold.ts | electron/paper/brokerage/posting.ts | renderer/blotters/Positions.tsx
gap.20 | Initial margin of a leverage: 100 / leverage, rounded up to a whole percent | shared/domain/margin.ts | electron/paper/brokerage/margin.ts | renderer/ticket/BeforeAfter.tsx: margin
gap.21 | Required fields of each order type | shared/domain/orderRules.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx
gap.22 | Time in force when none was chosen | shared/domain/orderRules.ts | electron/paper/api/orderRequest.ts | renderer/words/orderSentence.ts
gap.23 | Tick, lot and minimum: learnt from the book, a user's value wins; they warn and never refuse | shared/domain/book.ts, electron/core/market/instruments.ts | electron/paper/exchange/marketSpecs.ts | renderer/ladder/Ladder.tsx
gap.24 | Cursor of the ledger: several names, else the last row's \`code\`; stop when nothing new comes | shared/broker/lists.ts, electron/core/reconciliation/backwardPager.ts | electron/paper/api/ledgerResources.ts | renderer/blotters/Ledger.tsx
gap.25 | Page parameters of trades and webhooks | shared/broker/venueProfile.ts, shared/broker/requests.ts | electron/paper/api/query.ts, electron/paper/api/webhookResources.ts | — the client pages by itself
gap.26 | Rate limits: 429 and \`Retry-After\`; orders and cancels go first | electron/broker/requestQueue.ts | — the paper broker sets no limit | renderer/topbar/statusWords.ts: REST light
gap.27 | Webhook deliveries: Ed25519 over the raw body in \`X-Signature\` | electron/broker/deliverySignature.ts | electron/paper/webhooks/webhooks.ts | renderer/admin/webhooks/WebhookDetail.tsx: verify
gap.28 | Parameters of market trades: \`symbol\`, \`limit\`, \`before\` | shared/broker/requests.ts, electron/market/pastTrades.ts | electron/paper/api/marketResources.ts | renderer/chart/PriceChart.tsx
gap.29 | Stream errors: \`{channel, code, message}\` or under \`error\`; the four codes cost their channel only | shared/broker/streamMessages.ts, electron/market/channel.ts | electron/paper/stream/streamClient.ts | renderer/topbar/statusWords.ts: streams
`
