/** Statements of parts 4 and 5 of the API document: endpoints and authentication. Data only; `statements.ts` says how to read it. */

export const PARTS_4_AND_5 = `
4.prefix.login | The login path has no version prefix | shared/broker/venueProfile.ts | electron/paper/api/loginResource.ts | — a path is not shown in daily work
4.prefix.webhooks | Webhooks appear under two prefixes; which one holds is the venue's | shared/broker/venueProfile.ts | electron/paper/dialect.ts, electron/paper/api/webhookResources.ts | renderer/admin/venue/VenueEditor.tsx: paths
4.bearer | Every request but login carries \`Authorization: Bearer\` | electron/broker/signer.ts, electron/broker/http.ts | electron/paper/session/doorkeeper.ts | — a secret never reaches the window
4.json | JSON bodies go with \`Content-Type: application/json\` | electron/broker/http.ts | electron/paper/api/request.ts | — nothing to show
4.login | \`POST /auth/jwt/login\`, form-encoded \`username\` and \`password\`, answers a token | electron/broker/session.ts | electron/paper/api/loginResource.ts | renderer/signin/SignIn.tsx
4.webhooks.create | \`POST /webhooks\`: \`url\` required; \`include_all_events\` true unless said; \`event_types\` ignored when it is true | shared/broker/webhookRecords.ts, electron/core/webhookDesk.ts | electron/paper/api/webhookResources.ts | renderer/admin/webhooks/RegisterWebhook.tsx
4.webhooks.created | The answer is the webhook with its \`public_key\` | shared/broker/webhookRecords.ts, electron/core/webhookDesk.ts | electron/paper/api/webhookResources.ts, electron/paper/webhooks/webhooks.ts | renderer/admin/webhooks/WebhookDetail.tsx: public key
4.webhooks.list | \`GET /webhooks\` answers a page | shared/broker/webhookRecords.ts, electron/core/webhookDesk.ts | electron/paper/api/webhookResources.ts | renderer/admin/webhooks/Webhooks.tsx
4.webhooks.delete | \`DELETE /webhooks?webhook_id=\` removes one | shared/broker/webhookRecords.ts, electron/core/webhookDesk.ts | electron/paper/api/webhookResources.ts | renderer/admin/webhooks/WebhookDetail.tsx: delete
4.orders.create | \`POST …/orders\` takes the order fields and answers the Order | shared/broker/requests.ts, electron/broker/venueRest.ts | electron/paper/api/orderResources.ts | renderer/ticket/Ticket.tsx
4.orders.get | \`GET …/orders/{reference_id}\` answers the Order | shared/broker/requests.ts, electron/core/lookUps.ts | electron/paper/api/orderResources.ts | renderer/blotters/OrderDetail.tsx
4.orders.path | \`reference_id\` in a path obeys the rules of order creation | shared/broker/requests.ts | electron/paper/api/orderResources.ts | — only ids that were checked are ever used
4.orders.cancel | \`DELETE …/orders/{reference_id}\` cancels | shared/broker/requests.ts, electron/core/orderDesk.ts | electron/paper/api/orderResources.ts | renderer/blotters/Orders.tsx: Delete
4.orders.cancelUnknown | Cancel of an unknown order is 404 \`NOT_FOUND\` | electron/core/orderDesk.ts | electron/paper/api/orderResources.ts | renderer/topbar/Toasts.tsx
4.orders.list | There is a list of open orders; it includes advanced orders | electron/broker/venueRest.ts, electron/core/reconciliation.ts | electron/paper/api/orderResources.ts | renderer/blotters/Orders.tsx
4.orders.amend | There is an amend, without \`stop_price\` | shared/broker/requests.ts, electron/core/amendDesk.ts | electron/paper/brokerage/orderAmend.ts, electron/paper/api/orderResources.ts | renderer/blotters/AmendOrder.tsx
4.deposits | \`POST …/deposits\` with \`amount\` and \`asset\` answers 201 and the transfer | shared/broker/requests.ts, electron/core/transferDesk.ts | electron/paper/api/transferResources.ts | renderer/admin/collateral/Collateral.tsx, renderer/accounts/Transfer.tsx
4.withdrawals | \`POST …/withdrawals\` answers 201; the record is \`pending\` | shared/broker/requests.ts, electron/core/transferDesk.ts | electron/paper/api/transferResources.ts | renderer/admin/collateral/Collateral.tsx, renderer/accounts/Transfer.tsx
4.fees.get | \`GET …/fee-profile\` answers the fees of every instrument | shared/broker/requests.ts, electron/broker/venueRest.ts | electron/paper/api/feeResources.ts | renderer/admin/fees/Fees.tsx, renderer/ticket/BeforeAfter.tsx: fee
4.fees.put | \`PUT …/fee-profile\` with \`maker_fee\`, \`taker_fee\` sets and answers every instrument | shared/broker/requests.ts, electron/core/feeDesk.ts | electron/paper/api/feeResources.ts, electron/paper/brokerage/feeDesk.ts | renderer/admin/fees/FeeEditor.tsx: all instruments
4.fees.putSymbol | \`PUT …/fee-profile/{symbol}\` sets one and answers its item | shared/broker/requests.ts, electron/core/feeDesk.ts | electron/paper/api/feeResources.ts, electron/paper/brokerage/feeDesk.ts | renderer/admin/fees/FeeEditor.tsx: one instrument
4.margin.get | \`GET …/margin-profile\` answers the margin profile | shared/broker/requests.ts, electron/broker/venueRest.ts, electron/core/marginDesk.ts | electron/paper/api/marginResources.ts | renderer/admin/margin/Margin.tsx, renderer/ticket/BeforeAfter.tsx: leverage
4.customerTrades | \`GET …/{code}/trades\` pages a customer's trades | — the client asks the broker-wide list with \`customer_code\` | electron/paper/api/tradeResources.ts | renderer/blotters/Trades.tsx
4.trade | \`GET …/{code}/trades/{trade_code}\` answers one trade with its \`customer_code\` | — the trade lists tell each trade whole | electron/paper/api/tradeResources.ts | renderer/blotters/Trades.tsx
4.trades | \`GET /v1/trades\` pages the broker's trades with the same filters and \`customer_code\` | shared/broker/requests.ts, electron/core/tradeBook.ts | electron/paper/api/tradeResources.ts | renderer/blotters/Trades.tsx
4.transactions | \`GET /v1/customers/transactions\` takes \`customer_code\`, \`created_from\`, \`created_to\`, \`after\`, \`before\` | shared/broker/requests.ts, electron/core/ledgerBook.ts | electron/paper/api/ledgerResources.ts | renderer/blotters/Ledger.tsx
4.transactions.order | The ledger comes newest first, by cursor, with \`response_metadata\` | shared/broker/lists.ts, electron/core/history.ts | electron/paper/api/ledgerResources.ts | renderer/blotters/Ledger.tsx
4.customerTransactions | \`GET …/{code}/transactions\` takes the same parameters; deprecated | — the client asks the ledger that supersedes it | electron/paper/api/ledgerResources.ts | — the same ledger
4.instruments | \`GET /v1/instruments\` filters by \`symbol\`, \`underlying\`, \`quote_currency\`, \`status\` | electron/broker/venueRest.ts | electron/paper/api/marketResources.ts | renderer/admin/instruments/Instruments.tsx, renderer/watchlist/Watchlist.tsx
4.tickers | \`GET /v1/tickers\` filters by \`symbol\`, \`underlying\`, \`quote_currency\` | electron/broker/venueRest.ts | electron/paper/api/marketResources.ts | renderer/watchlist/Watchlist.tsx
4.marketTrades | \`GET /v1/market-trades\` lists public trades | shared/broker/requests.ts, electron/market/pastTrades.ts | electron/paper/api/marketResources.ts | renderer/chart/PriceChart.tsx
4.rule.1 | Rule 1: market and limit need exactly one of \`amount\` and \`cash_amount\`; every other type needs \`amount\` | shared/domain/orderRules.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: size boxes
4.rule.2 | Rule 2: \`cash_amount\` is \`IOC\` (the default); \`FOK\` and \`GTC\` are rejected; not for stops and take-profits | shared/domain/orderRules.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: in force
4.rule.2.fill | Rule 2: the notional becomes a quantity and is filled immediately | shared/broker/requests.ts | electron/paper/brokerage/orderSize.ts, electron/paper/brokerage/orderDesk.ts | renderer/ticket/BeforeAfter.tsx
4.rule.3 | Rule 3: \`limit_price\` is required and positive for limit, rejected for market | shared/domain/orderRules.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: limit price
4.rule.4 | Rule 4: trigger, stop-loss and take-profit prices are positive; what a type needs and which trigger it may name is checked per type | shared/domain/orderRules.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: prices
4.rule.5 | Rule 5: \`leverage\` is optional; it sets the customer's margin of that instrument before the order is placed and stays until another is given | shared/domain/orderRules.ts, shared/broker/requests.ts, electron/core/marginDesk.ts | electron/paper/brokerage/orderDesk.ts, electron/paper/brokerage/margin.ts | renderer/ticket/BeforeAfter.tsx: leverage
4.rule.6 | Rule 6: a broken rule is 400 \`VALIDATION_ERROR\` before the order reaches the exchange | electron/core/orderDesk.ts, shared/broker/errorCodes.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: sentence under the field
4.tradesQuery.fromTo | \`from\` and \`to\` are ms or RFC 3339 | shared/broker/requests.ts | electron/paper/api/query.ts, electron/paper/api/tradeResources.ts | renderer/blotters/Trades.tsx
4.tradesQuery.sort | \`sort\` is \`asc\` or \`desc\`, by default \`desc\` | shared/broker/requests.ts | electron/paper/api/tradeResources.ts | renderer/blotters/Trades.tsx
4.tradesQuery.symbol | \`symbol\` matches exactly; an unknown one gives an empty page | shared/broker/requests.ts | electron/paper/api/tradeResources.ts | renderer/blotters/Trades.tsx
4.tradesQuery.before | \`before\` is the cursor into history | shared/broker/requests.ts, electron/core/history.ts | electron/paper/api/tradeResources.ts | renderer/blotters/Trades.tsx
4.tradesQuery.customer | \`customer_code\` belongs to the broker-wide list only | shared/broker/requests.ts | electron/paper/api/tradeResources.ts | renderer/blotters/Trades.tsx
4.tradesQuery.unsupported | The broker-wide list refuses an unsupported parameter with \`VALIDATION_ERROR\`, naming it and the supported set | shared/broker/requests.ts | electron/paper/api/tradeResources.ts | — the client sends none
4.tradesQuery.startEnd | \`start\` and \`end\` are not accepted there; \`from\` and \`to\` are | shared/broker/requests.ts | electron/paper/api/tradeResources.ts | — the client sends none
4.transactionsQuery.created | \`created_from\` and \`created_to\` are RFC 3339 or ms | shared/broker/requests.ts | electron/paper/api/query.ts, electron/paper/api/ledgerResources.ts | renderer/blotters/Ledger.tsx
4.transactionsQuery.status | A status filter takes the three ledger statuses only | — the client reads every status and filters on screen | electron/paper/api/ledgerResources.ts | renderer/blotters/Ledger.tsx
4.filter.or | A symbol filter is literals separated by \`|\` | shared/broker/requests.ts | electron/paper/api/symbolFilter.ts | renderer/admin/instruments/Instruments.tsx: filter
4.filter.star | \`*\` matches any sequence, also an empty one | shared/broker/requests.ts | electron/paper/api/symbolFilter.ts | renderer/admin/instruments/Instruments.tsx: filter
4.filter.case | Filters ignore case | shared/broker/requests.ts | electron/paper/api/symbolFilter.ts | renderer/admin/instruments/Instruments.tsx: filter
4.filter.anchored | Filters match the whole text | shared/broker/requests.ts | electron/paper/api/symbolFilter.ts | renderer/admin/instruments/Instruments.tsx: filter
4.instruments.single | The instruments list for one symbol is a list of one record | electron/broker/venueRest.ts | electron/paper/api/marketResources.ts | renderer/admin/instruments/Instruments.tsx
4.removed | The paths of one instrument, leverage brackets, margin requirements per symbol and risk limits are gone | shared/broker/requests.ts | electron/paper/api/routes.ts | — nothing to show
5.jwt.1 | A token is had by login with credentials from elsewhere | electron/broker/session.ts | electron/paper/api/loginResource.ts | renderer/signin/SignIn.tsx
5.jwt.2 | The token goes with every request after that | electron/broker/signer.ts, electron/broker/http.ts | electron/paper/session/doorkeeper.ts | — a secret never reaches the window
5.jwt.3 | There is no refresh: an expired or invalid token needs a new login | electron/broker/session.ts | electron/paper/session/sessions.ts | renderer/topbar/StatusBar.tsx: session
5.jwt.4 | Login fails with \`LOGIN_BAD_CREDENTIALS\`, \`LOGIN_USER_NOT_VERIFIED\`, or 422 on missing fields | electron/broker/session.ts | electron/paper/api/loginResource.ts | renderer/signin/SignIn.tsx
5.nonce.carry | Signed REST requests carry \`X-Nonce\`, the stream's \`authenticate\` a field \`nonce\` | electron/broker/signer.ts, shared/broker/streamMessages.ts | electron/paper/session/doorkeeper.ts, electron/paper/stream/clientFrame.ts | — nothing to show
5.nonce.1 | The nonce is a Unix timestamp in nanoseconds | electron/broker/nonces.ts | electron/paper/session/nonceBook.ts | — nothing to show
5.nonce.2 | It is accepted at most 30 s behind and 5 s ahead of server time, and once per public key | electron/broker/nonces.ts, electron/broker/serverClock.ts | electron/paper/session/nonceBook.ts | — nothing to show
5.nonce.3 | Nonces need not increase | electron/broker/nonces.ts | electron/paper/session/nonceBook.ts | — nothing to show
5.nonce.4 | REST and stream share one namespace per public key | electron/broker/nonces.ts, electron/broker/authentication.ts | electron/paper/session/nonceBook.ts, electron/paper/session/doorkeeper.ts | — nothing to show
5.nonce.5 | A counter, a small integer or milliseconds is 401 | electron/broker/nonces.ts | electron/paper/session/nonceBook.ts | — nothing to show
5.nonce.6 | The \`Date\` header carries server time | electron/broker/serverClock.ts | electron/paper/api/apiServer.ts | renderer/topbar/StatusBar.tsx: clock
5.public | Public channels need no authentication | electron/market/publicStreams.ts | electron/paper/stream/streamClient.ts | renderer/topbar/StatusBar.tsx: public streams
5.webhooks | A delivery is verified with the \`public_key\` of the registration | electron/broker/deliverySignature.ts, electron/core/webhookDesk.ts | electron/paper/webhooks/webhooks.ts | renderer/admin/webhooks/WebhookDetail.tsx: verify
`
